import Diagnosis
import Foundation
import Trust
import Workbench

/// The client that the options describe: its profile, and remarks about the files that were read for it.
struct ProfileOptions: Sendable {
    private(set) var profile: ClientProfile
    private(set) var remarks: [Problem] = []

    /// - Throws: `option.…` codes, and `file.…` and `pin.…` codes for files and pins that cannot be read.
    ///
    /// - Parameter bundle: the files from which presets and flows take their pins.
    init(_ arguments: Arguments, bundle: BundleSnapshot) throws(Problem) {
        if let named = try NamedClient(arguments) {
            (profile, remarks) = try named.client(bundle: bundle)
        } else {
            profile = Self.unnamed(arguments)
        }
        try readPinningPolicy(arguments)
        try readTrust(arguments)
        try readConnection(arguments)
        try readAnswers(arguments)
        for text in arguments.values(.identityRule) {
            guard var rule = IdentityRule(text: text) else {
                throw .optionValue(Option.identityRule.long, text, taken: "HOST[:PORT]=FILE")
            }
            rule.file = Self.path(rule.file)
            profile.identityRules.append(rule)
        }
        if let identity = arguments.value(.identity) {
            try arguments.exclude(.identity, .identityRule, drop: "A rule brings its own file: drop --identity.")
            profile.identity = .file(Self.path(identity))
            // Named by hand, it is sent even where the server did not name its issuer.
            if profile.flow == nil, !arguments.has(.onClientCertificate) { profile.whenNoIdentity = .use }
        }
    }

    private static func unnamed(_ arguments: Arguments) -> ClientProfile {
        let describesAF = [Option.pinning, .pin, .allowInvalid, .noDomain].contains(where: arguments.has)
        return describesAF ? ClientProfile(name: "AF", policy: Policy(AFSecurityPolicy())) : ClientProfile()
    }

    private mutating func readPinningPolicy(_ arguments: Arguments) throws(Problem) {
        let given = [Option.pinning, .pin, .allowInvalid, .noDomain].filter(arguments.has)
        guard let first = given.first else { return }
        guard var policy = profile.policy.base as? AFSecurityPolicy else {
            throw .optionConflict(
                first.long,
                arguments.has(.flow) ? "--flow \(profile.name)" : "--policy \(profile.name)",
                drop: "It describes an AFSecurityPolicy, and that client has none: drop one of them."
            )
        }
        if let mode = arguments.value(.pinning).flatMap(AFSecurityPolicy.PinningMode.init(rawValue:)) {
            policy.pinningMode = mode
        } else if arguments.has(.pin), policy.pinningMode == .none {
            policy.pinningMode = .publicKey
        }
        if arguments.has(.pin) { policy.pins = [] }
        for text in arguments.values(.pin) {
            let found = try TrustFiles.pins(text)
            policy.pins += found.value
            remarks += found.remarks
        }
        if arguments.has(.allowInvalid) { policy.allowInvalidCertificates = true }
        if arguments.has(.noDomain) { policy.validatesDomainName = false }
        profile.policy = Policy(policy)
    }

    private mutating func readTrust(_ arguments: Arguments) throws(Problem) {
        if let rules = arguments.value(.rules).flatMap(RuleSet.init(rawValue:)) { profile.rules = rules }
        profile.anchors.files += arguments.values(.anchors).map(Self.path)
        if arguments.has(.userAnchors) { profile.anchors.userFiles = arguments.values(.userAnchors).map(Self.path) }
        if arguments.has(.systemAnchors) {
            profile.anchors.systemFiles = arguments.values(.systemAnchors).map(Self.path)
        }
        if arguments.has(.anchorsOnly) {
            for option in [Option.userAnchors, .systemAnchors] {
                try arguments.exclude(.anchorsOnly, option, drop: "Only --anchors count then: drop \(option.long).")
            }
            profile.anchors.includesSystem = false
        }
        if arguments.has(.noPartialChain) { profile.allowsPartialChain = false }
        if let level = try arguments.number(.securityLevel, in: 0...5) { profile.securityLevel = level }
        try readTransportSecurity(arguments)
    }

    private mutating func readTransportSecurity(_ arguments: Arguments) throws(Problem) {
        try arguments.exclude(.ats, .noATS, drop: "Drop one of them.")
        try arguments.exclude(.infoPlist, .noATS, drop: "An Info.plist is one of App Transport Security: drop one.")
        try arguments.exclude(.atsOrder, .noATS, drop: "Nothing is refused without it: drop --ats-order.")
        if arguments.has(.ats), profile.transportSecurity == nil { profile.transportSecurity = TransportSecurity() }
        if arguments.has(.noATS) { profile.transportSecurity = nil }
        if let path = arguments.value(.infoPlist) {
            let list = try PolicyFiles.infoPlist(path)
            profile.transportSecurity = TransportSecurity(keys: list.transportSecurity)
            remarks += list.remarks
            if list.trustKit != nil { remarks.append(.trustKitNotTaken(path: path)) }
        }
        if let order = arguments.value(.atsOrder) {
            if profile.transportSecurity == nil { profile.transportSecurity = TransportSecurity() }
            profile.transportSecurity?.order = order == "before" ? .beforeChallenge : .afterUse
        }
    }

    private mutating func readConnection(_ arguments: Arguments) throws(Problem) {
        if let version = arguments.value(.minimumTLS) { profile.minimumTLS = version }
        if let version = arguments.value(.maximumTLS) { profile.maximumTLS = version }
        guard profile.minimumTLS <= profile.maximumTLS else {
            throw .optionConflict(
                "\(Option.minimumTLS.long) \(profile.minimumTLS)",
                "\(Option.maximumTLS.long) \(profile.maximumTLS)",
                drop: "The lowest version is above the highest: change one of them."
            )
        }
        if let kept = arguments.value(.answersKept).flatMap(AnswersKept.init(rawValue:)) {
            profile.answersKept = kept
        }
        if arguments.has(.fresh) {
            if profile.answersKept != .fresh, let kept = arguments.value(.answersKept) {
                throw .optionConflict("--fresh", "--answers-kept \(kept)", drop: "Drop one of them.")
            }
            profile.answersKept = .fresh
        } else if arguments.has(.page), !arguments.has(.answersKept), profile.answersKept == .fresh {
            // Who loads pages keeps connections; in a flow of F8 they outlive the probe, as the real client's do.
            profile.answersKept = profile.flow == nil ? .reuse : .asIOS
        }
    }

    private mutating func readAnswers(_ arguments: Arguments) throws(Problem) {
        if let delegate = arguments.value(.delegate).flatMap(ClientDelegate.init(rawValue:)) {
            profile.delegate = delegate
        }
        for option in [Option.onServerTrust, .onClientCertificate]
        where profile.delegate == .session && arguments.value(option) == FixedAnswer.continue.rawValue {
            throw .optionConflict(
                "\(option.long) continue",
                "\(Option.delegate.long) session",
                drop: "Only a connection's client can continue without a credential: add --delegate connection."
            )
        }
        if let answer = arguments.value(.onServerTrust).flatMap(FixedAnswer.init(rawValue:)) {
            profile.whenTrusted = answer
            profile.whenRefused = answer
        }
        if let answer = arguments.value(.onClientCertificate).flatMap(FixedAnswer.init(rawValue:)) {
            profile.whenIdentityFits = answer
            profile.whenNoIdentity = answer
        }
        if arguments.has(.hold) {
            try arguments.exclude(.hold, .onServerTrust, drop: "Somebody is asked for every answer: drop one of them.")
            try arguments.exclude(.hold, .onClientCertificate, drop: "Somebody is asked for every answer: drop one.")
        }
    }

    /// A path as typed, from the current folder.
    static func path(_ text: String) -> String {
        text.hasPrefix("/") ? text : FileManager.default.currentDirectoryPath + "/" + text
    }
}
