import Diagnosis
import Trust

/// What an offline judgement is asked beside the chain and the name.
public struct OfflineConditions: Sendable {
    /// The leaf's role.
    public var purpose = Purpose.serverAuth
    /// The largest number of intermediates; nil for no limit.
    public var maximumDepth: Int?
    /// Files of revocation lists.
    public var revocationLists: [String] = []
    /// A file with the OCSP response that stands for the server's staple.
    public var staple: String?

    /// A server's leaf, nothing further.
    public init() {}

    /// Puts the conditions into a request.
    ///
    /// - Throws: `file.…` codes for files that cannot be read. What an OCSP response is worth is the rules' affair.
    func apply(to request: inout EvaluationRequest) throws(Problem) {
        request.purpose = purpose
        request.maximumDepth = maximumDepth
        for path in revocationLists { request.crls += try RevocationLists.read(FileReader.read(path)) }
        if let staple { request.staple = try FileReader.read(staple).content.get() }
    }
}
