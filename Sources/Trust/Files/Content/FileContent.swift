import Diagnosis

/// What stands in a file, told by its bytes alone; what it may be used for is judged elsewhere.
struct FileContent {
    var format: FileFormat
    var objects: [FileObject] = []
    /// What is odd and does not stop the reading.
    var remarks: [Problem] = []
    /// What was skipped or converted, in plain words.
    var notes: [String] = []
    /// Why nothing in it can be used, whatever it is wanted for.
    var problem: Problem?
    /// Whether other programs stumble over how it is written: an encoding, a byte order mark, broken armor.
    var isOdd = false
    /// How many PKCS#7 bundles stand in it.
    var bundles = 0

    /// Tells what some bytes are.
    ///
    /// - Parameter name: the file as it was named, for messages.
    init(bytes: [UInt8], name: String) {
        let input: FileInput
        var remarks: [Problem] = []
        if let utf16 = UTF16Text(bytes) {
            input = FileInput(bytes: utf16.utf8, name: name)
            remarks.append(.fileUTF16(name: name, encoding: utf16.encoding, hasMark: utf16.hasMark))
        } else {
            input = FileInput(bytes: bytes, name: name)
        }
        for detector in FileDetector.table {
            guard var content = detector.detect(input) else { continue }
            content.remarks.insert(contentsOf: remarks, at: 0)
            if !remarks.isEmpty { content.isOdd = true }
            self = content
            return
        }
        self.init(format: .unrecognized)
        problem = .fileUnrecognized(
            name: name,
            length: bytes.count,
            first: Array(bytes.prefix(16)),
            tried: FileDetector.table.map(\.kind)
        )
    }

    init(format: FileFormat) { self.format = format }

    init(format: FileFormat, problem: Problem) {
        self.format = format
        self.problem = problem
    }

    init(format: FileFormat, objects: [FileObject]) {
        self.format = format
        self.objects = objects
    }

    var certificates: [PresentedCertificate] {
        objects.compactMap { if case .certificate(let certificate) = $0.kind { certificate } else { nil } }
    }

    var privateKeys: [PrivateKeyBlock] {
        objects.compactMap { if case .privateKey(let key) = $0.kind { key } else { nil } }
    }
}

/// What the detectors look at.
struct FileInput {
    let bytes: [UInt8]
    /// The file as it was named, for messages.
    let name: String
    /// Whether the bytes came out of base64 text.
    var isDecoded = false

    /// The bytes behind a byte order mark and blanks.
    var text: ArraySlice<UInt8> {
        let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return marked.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
}
