import Diagnosis
import Foundation
import Synchronization
import Trust

/// Reads and opens what profiles name; a file is read again when it has changed.
final class ClientPreparer: Sendable {
    /// Whose anchors stand for the system's.
    enum Place: Sendable {
        /// The lab's "public" root.
        case lab(publicRoot: Certificate)
        /// This machine's store.
        case machine
        /// None: what is judged brings the system's anchors itself.
        case outsideWithoutStore
    }

    /// How identities are opened: the file of the key and the pass phrases belong to the caller.
    typealias Opener = @Sendable (_ path: String) -> IdentityFile

    let folder: BundleFolder
    private let files: ClientFiles
    private let machine: MachineAnchors
    private let open: Opener
    private let byHand = Mutex<[Identity]>([])
    private let passPhrases: @Sendable (_ bundleFile: String) -> [PassPhrase]

    /// - Parameters:
    ///   - bundle: the path of the folder that stands for the app's bundle.
    ///   - open: opens a file of identities.
    ///   - passPhrases: pass phrases to try for a container in the bundle.
    init(
        bundle: String,
        machine: MachineAnchors = MachineAnchors(),
        open: @escaping Opener,
        passPhrases: @escaping @Sendable (_ bundleFile: String) -> [PassPhrase]
    ) {
        files = ClientFiles()
        folder = BundleFolder(path: bundle, files: files)
        self.machine = machine
        self.open = open
        self.passPhrases = passPhrases
    }

    /// Makes a client ready.
    ///
    /// An identity that does not open is no error here: what then happens is the client's own affair.
    /// - Throws: `file.…` and `chain.malformed` codes for anchors that cannot be read.
    func prepare(_ profile: ClientProfile, at place: Place) throws(Problem) -> PreparedClient {
        var remarks: [Problem] = []
        let choice = profile.anchors
        let app = try anchors(choice.files, &remarks)
        let user = try anchors(choice.userFiles, &remarks)
        let (name, system) = try systemAnchors(choice, place, &remarks)
        var chosen = system
        chosen.app = app
        chosen.user = user
        chosen.appOnly = !choice.includesSystem
        let content = bundleNow()
        var identities: [Identity] = []
        var identityProblem: Problem?
        for path in identityFiles(profile) {
            var opened = atHand(path, content.identities)
            if opened.isEmpty {
                let file = files.identity(resolve(path), open: open)
                opened = file.identities
                identityProblem = identityProblem ?? file.problem
                remarks += file.remarks
            }
            identityProblem = identityProblem ?? weakness(opened, profile)
            identities += opened
        }
        let known = Set(identities.map(\.leaf.sha256))
        identities += content.identities.filter { !known.contains($0.leaf.sha256) }
        return PreparedClient(
            profile: profile,
            anchors: chosen,
            systemAnchors: choice.includesSystem ? name : "none",
            bundle: content.snapshot,
            identities: openedByHand(beside: identities),
            remarks: remarks,
            identityProblem: identityProblem
        )
    }

    /// Reads this machine's anchors on another thread; who needs them before waits for it.
    func readMachineAnchors() {
        let machine = machine
        Thread.detachNewThread { _ = machine.load() }
    }

    /// The bundle as it is now.
    func bundleNow() -> BundleFolder.Content { folder.read(passPhrases: passPhrases) }

    /// Keeps identities that were opened by hand.
    func keep(_ identities: [Identity]) {
        byHand.withLock { kept in
            kept.removeAll { old in identities.contains { $0.leaf == old.leaf && $0.file == old.file } }
            kept += identities
        }
    }

    /// Some identities, and those opened by hand that are not among them.
    func openedByHand(beside identities: [Identity]) -> [Identity] {
        let known = Set(identities.map(\.leaf.sha256))
        return identities + byHand.withLock { $0 }.filter { !known.contains($0.leaf.sha256) }
    }

    /// The files whose identities the profile may show: those of its rules, else its own.
    private func identityFiles(_ profile: ClientProfile) -> [String] {
        let rules = profile.identityRules.filter(\.isOn).map(\.file)
        if !profile.identityRules.isEmpty { return rules.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
        if case .file(let path) = profile.identity { return [path] }
        return []
    }

    /// What is open already of a file that a profile names: nobody is asked for its pass phrase again.
    private func atHand(_ path: String, _ inBundle: [Identity]) -> [Identity] {
        let name = (path as NSString).lastPathComponent
        let open = byHand.withLock { $0 } + (path.contains("/") ? [] : inBundle)
        return open.filter { $0.file == name }
    }

    /// A file that a profile names: as a path, or by its name in the bundle.
    func resolve(_ name: String) -> String { name.contains("/") ? name : folder.path + "/" + name }

    /// The certificates of files, as anchors.
    ///
    /// - Throws: `file.…` and `chain.malformed` codes.
    func anchors(_ names: [String]) throws(Problem) -> [Certificate] {
        var remarks: [Problem] = []
        return try anchors(names, &remarks)
    }

    private func anchors(_ names: [String], _ remarks: inout [Problem]) throws(Problem) -> [Certificate] {
        var all: [Certificate] = []
        for name in names {
            let found = try files.anchors(resolve(name))
            all += found.value
            remarks += found.remarks
        }
        return all
    }

    /// What stands for the system's anchors, also where the profile leaves them out: a record keeps those within reach,
    /// so that another client can be judged on it.
    private func systemAnchors(
        _ choice: AnchorChoice,
        _ place: Place,
        _ remarks: inout [Problem]
    ) throws(Problem) -> (name: String, anchors: Anchors) {
        if !choice.systemFiles.isEmpty {
            let names = choice.systemFiles.map { ($0 as NSString).lastPathComponent }
            let store = AnchorStore(der: try anchors(choice.systemFiles, &remarks).map(\.der))
            return (names.joined(separator: " + "), Anchors(systemStore: store))
        }
        switch place {
        case .lab(let root): return ("lab \"public\" root", Anchors(system: [root]))
        case .outsideWithoutStore: return ("system", Anchors())
        case .machine:
            let store = machine.load()
            return (store.name, Anchors(systemStore: store.anchors))
        }
    }

    /// Why OpenSSL would not load the identity that would be sent, found before anything is.
    private func weakness(_ identities: [Identity], _ profile: ClientProfile) -> Problem? {
        let all = identities.map { $0.weaknesses(atSecurityLevel: profile.securityLevel) }
        return all.contains { $0.isEmpty } ? nil : all.first?.first
    }
}
