/// A file that is put into the bundle folder.
struct BundleFile: Hashable, Sendable {
    /// What is in it.
    enum Content: Hashable, Sendable {
        /// A certificate, in DER or in PEM.
        case certificate(EntryName, isPEM: Bool)
        /// An identity, as PKCS#12.
        case identity(String)
    }

    /// Its name in the folder.
    var name: String
    var content: Content
}
