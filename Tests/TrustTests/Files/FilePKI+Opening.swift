import FileSamples

@testable import Trust

extension FilePKI {
    /// Opens the bytes of a container as a file of that name.
    static func open(
        _ bytes: [UInt8],
        _ passPhrase: String? = "secret",
        key: String? = nil,
        legacy: LegacyProvider = .auto,
        name: String = "id.p12"
    ) -> IdentityFile {
        IdentityFile(
            FilePKI.file(name, bytes),
            options: .init(
                passPhrase: passPhrase.map { PassPhrase($0) },
                keyPassPhrase: key.map { PassPhrase($0) },
                legacyProvider: legacy
            )
        )
    }
}
