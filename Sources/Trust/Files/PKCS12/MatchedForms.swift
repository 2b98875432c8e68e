/// Which forms of the pass phrase were tried and which fitted.
struct MatchedForms {
    var mac: String?
    var macIsOdd = false
    var parts: [String] = []
    var partIsOdd = false
    var allTried: [String] = []

    var isOdd: Bool { macIsOdd || partIsOdd }

    mutating func tried(_ forms: [PassPhraseForm]) {
        for form in forms where !allTried.contains(form.name) { allTried.append(form.name) }
    }

    mutating func matched(_ form: PassPhraseForm, isOdd: Bool) {
        if !parts.contains(form.name) { parts.append(form.name) }
        if isOdd { partIsOdd = true }
    }
}
