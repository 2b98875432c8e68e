extension Problem {
    /// An address that is none.
    ///
    /// - Parameters:
    ///   - text: the address as typed.
    ///   - place: the number of the first character that is wrong, from 1 on; nil when something is missing.
    ///   - fault: what is wrong there, in a few words.
    public static func urlMalformed(_ text: String, place: Int?, fault: String) -> Problem {
        Problem(
            .urlMalformed,
            "\"\(text)\" is no address that can be fired at: " + fault
                + (place.map { ", at character \($0)." } ?? "."),
            remedy: "An example: https://api.example.com/path, or https://127.0.0.1:9443/."
        )
    }
}
