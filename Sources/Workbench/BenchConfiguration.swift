import ChallengeLog
import Diagnosis
import Foundation
import RequestEngine
import Trust

/// What a bench is made of.
public struct BenchConfiguration: Sendable {
    /// Where events are recorded.
    public enum Log: Hashable, Sendable {
        /// A file of its own in the folder of logs.
        case ownFile
        /// A file, made or appended to.
        case file(String)
        /// Memory alone.
        case none
    }

    /// The client to begin with.
    public var profile = ClientProfile()
    /// The folders of the user's own files.
    public var folders = DataFolders()
    /// Where events are recorded.
    public var log = Log.ownFile
    /// The user and the password that lie ready for servers.
    public var credential: PasswordCredential?
    /// The same for proxies.
    public var proxyCredential: PasswordCredential?
    /// A file to which the TLS secrets of every connection are appended; nil for none.
    public var keyLog: String?
    /// The folder that stands for an app's bundle; nil for the user's own.
    public var bundle: String?
    /// Whether the lab is started at once; it is started later when it is needed.
    public var startsLab = true
    /// The lab's first port; 0 for any that are free.
    public var labPort = 9443
    /// The time at which chains are judged; nil is now.
    public var judgedAt: Date?
    /// What requests have that do not say otherwise: header fields, the address to connect to, SNI, the checked name.
    public var template = Firing("")
    /// Whether responses and cookies outlive the run, in files.
    public var session = SessionKind.ephemeral
    /// Time limits of requests.
    public var limits = TimeLimits()
    /// How a file of identities is opened: with which key file and pass phrases.
    public var openIdentity: @Sendable (_ path: String) -> IdentityFile = { IdentityFile(FileReader.read($0)) }
    /// The pass phrase that is in the app's code: for the bundle's containers that are not the lab's own.
    public var bundlePassPhrase: PassPhrase?
    /// The command line, for the recording; without secrets.
    public var command = ""

    /// A bench as the inspector has it.
    public init() {}

    /// The folder that stands for an app's bundle.
    public var bundlePath: String { bundle ?? folders.bundle }

    /// Lays a user and a password ready for servers; no user, none.
    public mutating func setCredential(user: String?, password: PassPhrase) {
        credential = user.map { PasswordCredential(user: $0, password: password) }
    }

    /// The same for proxies.
    public mutating func setProxyCredential(user: String?, password: PassPhrase) {
        proxyCredential = user.map { PasswordCredential(user: $0, password: password) }
    }

    /// Chooses what outlives the run, by its name on the command line; false for a name that is none.
    public mutating func chooseSession(_ name: String) -> Bool {
        guard let kind = SessionKind(rawValue: name) else { return false }
        session = kind
        return true
    }

    func logPath() -> String? {
        switch log {
        case .ownFile: LogFolder(path: folders.logs).newPath()
        case .file(let path): path
        case .none: nil
        }
    }
}
