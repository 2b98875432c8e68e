import Diagnosis
import Foundation
import Trust

/// The line that says which client this is: its policy in its own words, each word that loosens marked by `!`.
///
/// `system trust  anchors: lab "public" root  host ON  ATS off  no identity`
public struct PolicyLine: Hashable, Sendable {
    /// One word of the line.
    public struct Word: Hashable, Sendable {
        /// What the word is about.
        public enum Subject: Hashable, Sendable {
            /// The client itself.
            case client
            /// A word of the policy.
            case policy
            /// Where the anchors come from.
            case anchors
            /// The name that is checked.
            case host
            /// Whose rules apply.
            case rules
            /// The TLS versions offered.
            case versions
            /// App Transport Security.
            case transportSecurity
            /// An answer set by hand.
            case answer
            /// The client's identity.
            case identity
        }

        /// What it is about.
        public var subject: Subject
        /// The text, the mark included, sanitised.
        public var text: String
        /// Whether it loosens what the system would do.
        public var loosens: Bool
        /// Whether it may be left out where there is no room: it says what is so by default.
        public var isDefault: Bool

        init(_ subject: Subject, _ text: String, loosens: Bool = false, isDefault: Bool = false) {
            self.subject = subject
            self.text = Sanitizer.line(text) + (loosens ? "!" : "")
            self.loosens = loosens
            self.isDefault = isDefault
        }
    }

    /// The words in their order.
    public let words: [Word]

    /// The line of a client.
    ///
    /// - Parameter systemAnchors: what the system's anchors are here: `lab "public" root`, `system (Mozilla, 140)`.
    public init(_ profile: ClientProfile, systemAnchors: String) {
        let policy = profile.policy.base
        words =
            [Word(.client, Self.title(profile))]
            + policy.words.map { Word(.policy, $0.text, loosens: $0.loosens) }
            + [Self.anchors(profile.anchors, system: systemAnchors)]
            + Self.host(profile)
            + Self.rules(profile)
            + Self.versions(profile)
            + (profile.delegate == .connection ? [Word(.client, "NSURLConnection")] : [])
            + [Self.transportSecurity(profile.transportSecurity)]
            + Self.answers(profile)
            + [Self.identity(profile)]
    }

    /// The whole line.
    public var text: String { Self.join(words) }

    /// The line in at most so many columns: defaults are left out first, from the longest on; then it is cut.
    public func text(columns: Int, ellipsis: TextWidth.Ellipsis = .ascii) -> String {
        TextWidth.fit(Self.join(words(columns: columns)), columns: columns, ellipsis: ellipsis)
    }

    /// The words that are shown in so many columns.
    public func words(columns: Int) -> [Word] {
        var shown = words
        while TextWidth.columns(of: Self.join(shown)) > columns {
            let candidates = shown.indices.filter { shown[$0].isDefault }
            guard let longest = candidates.max(by: { shown[$0].text.count < shown[$1].text.count }) else { break }
            shown.remove(at: longest)
        }
        return shown
    }

    private static func join(_ words: [Word]) -> String { words.map(\.text).joined(separator: "  ") }

    /// A flow that leaves the decision to a policy is known by that policy; the others by their own name.
    private static func title(_ profile: ClientProfile) -> String {
        let policy = profile.policy.base
        guard let reference = profile.flow, policy.words.isEmpty, let flow = Flow.named(reference) else {
            return policy.title
        }
        return "\(reference) \(flow.title)"
    }

    private static func anchors(_ choice: AnchorChoice, system: String) -> Word {
        let builtIn = choice.systemFiles.isEmpty ? system : names(choice.systemFiles)
        guard choice.includesSystem else {
            return Word(.anchors, choice.files.isEmpty ? "anchors: none" : "anchors: only \(names(choice.files))")
        }
        let all = [builtIn] + (choice.files + choice.userFiles).map(name)
        let isDefault = all.count == 1 && choice.systemFiles.isEmpty
        return Word(.anchors, "anchors: " + all.joined(separator: " + "), isDefault: isDefault)
    }

    private static func host(_ profile: ClientProfile) -> [Word] {
        switch profile.nameChecked {
        case .urlHost:
            // Policies that can switch the name off say so in a word of their own.
            profile.policy.base.words.isEmpty ? [Word(.host, "host ON")] : []
        case .other(let name): [Word(.host, "host as \(name)")]
        case .off: [Word(.host, "host OFF", loosens: true)]
        }
    }

    private static func rules(_ profile: ClientProfile) -> [Word] {
        var words: [Word] = []
        if profile.rules != .apple { words.append(Word(.rules, "rules \(profile.rules.rawValue)")) }
        if !profile.allowsPartialChain { words.append(Word(.rules, "whole chain")) }
        if profile.securityLevel != 2 {
            words.append(Word(.rules, "level \(profile.securityLevel)", loosens: profile.securityLevel < 2))
        }
        return words
    }

    private static func versions(_ profile: ClientProfile) -> [Word] {
        let range = (profile.minimumTLS, profile.maximumTLS)
        guard range != ("1.2", "1.3") else { return [] }
        let text = range.0 == range.1 ? "TLS \(range.0)" : "TLS \(range.0)..\(range.1)"
        return [Word(.versions, text, loosens: range.0 < "1.2")]
    }

    private static func transportSecurity(_ setting: TransportSecurity?) -> Word {
        guard let setting else { return Word(.transportSecurity, "ATS off") }
        if setting.hasException { return Word(.transportSecurity, "ATS exc.") }
        return Word(.transportSecurity, setting.keys == nil ? "ATS on" : "ATS Info.plist")
    }

    private static func answers(_ profile: ClientProfile) -> [Word] {
        var words: [Word] = []
        if profile.whenTrusted == profile.whenRefused {
            if profile.whenTrusted != .policy {
                words.append(
                    Word(
                        .answer,
                        "trust: always \(profile.whenTrusted.rawValue)",
                        loosens: profile.whenTrusted == .use
                    )
                )
            }
        } else {
            if profile.whenTrusted != .policy {
                words.append(Word(.answer, "trusted: \(profile.whenTrusted.rawValue)"))
            }
            if profile.whenRefused != .policy {
                words.append(
                    Word(.answer, "refused: \(profile.whenRefused.rawValue)", loosens: profile.whenRefused == .use)
                )
            }
        }
        if profile.answersKept != .fresh {
            words.append(
                Word(.answer, "kept: \(profile.answersKept.rawValue)", loosens: profile.answersKept == .asIOS)
            )
        }
        return words
    }

    private static func identity(_ profile: ClientProfile) -> Word {
        let rules = profile.identityRules
        guard rules.isEmpty else {
            return Word(.identity, "identity by \(rules.count) rule\(rules.count == 1 ? "" : "s")")
        }
        return switch profile.identity {
        case .none: Word(.identity, "no identity")
        case .file(let file): Word(.identity, name(file))
        case .ask: Word(.identity, "ask each")
        }
    }

    private static func names(_ files: [String]) -> String {
        files.count <= 2 ? files.map(name).joined(separator: " + ") : "\(files.count) files"
    }

    private static func name(_ file: String) -> String { (file as NSString).lastPathComponent }
}
