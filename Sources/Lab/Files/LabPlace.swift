import Diagnosis
import Foundation
import Trust

/// Where a lab keeps what is its own: the data directory, or where that cannot be used a temporary one.
struct LabPlace {
    let data: PrivateFolder
    let pki: PrivateFolder
    let bundle: LabBundle
    /// Set where the lab's things go away with it.
    let temporary: TemporaryDirectory?

    /// - Parameter problems: gets the problem that makes the folder temporary.
    init(_ configuration: LabServer.Configuration, problems: inout [Problem]) throws(Problem) {
        do throws(Problem) {
            (data, pki) = try Self.folders(configuration.dataDirectory)
            temporary = nil
        } catch {
            problems.append(error)
            let directory = try TemporaryDirectory()
            (data, pki) = try Self.folders(directory.path)
            temporary = directory
        }
        let folder = try PrivateFolder(configuration.bundleDirectory ?? data.file("bundle"))
        bundle = LabBundle(folder, lists: data, mayHoldFiles: configuration.bundleDirectory == nil)
    }

    private static func folders(_ path: String) throws(Problem) -> (data: PrivateFolder, pki: PrivateFolder) {
        let data = try PrivateFolder(path)
        return (data, try PrivateFolder(data.file("pki")))
    }

    /// Keeps the root's file current; gives its path.
    func writeRoot(_ root: Certificate) throws(Problem) -> String {
        try data.keep("lab-root.pem", Array(CertificateText.pem(root.der).utf8))
    }

    /// Keeps the right client's PEM file current; gives its path.
    func writeClient(_ files: LabFiles) throws(Problem) -> String {
        guard files.recipe.identities["client"] != nil else { return data.file("client.pem") }
        return try data.keep("client.pem", files.identityPEM("client"))
    }
}

/// A folder under the system's temporary folder that goes away with its last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws(Problem) {
        var template = Array((NSTemporaryDirectory() + "/countersign-lab-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Problem.labFolderUnusable(
                path: NSTemporaryDirectory(),
                reason: String(cString: strerror(errno)),
                user: NSUserName()
            )
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension PrivateFolder {
    /// Writes an entry where it is not there as it should be; gives its path.
    fileprivate func keep(_ name: String, _ bytes: [UInt8]) throws(Problem) -> String {
        if read(name) != bytes { try write(name, bytes) }
        return file(name)
    }
}
