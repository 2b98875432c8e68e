import Events
import Trust

/// The first 63 bits of random bytes or of a hash, as SQLite keeps a number: a key that is the same in every log.
enum StoredKey {
    static func of(_ recording: RecordingID) -> Int64 { key(recording.bytes) }

    static func of(_ digest: SHA256Digest) -> Int64 { key(digest.bytes) }

    private static func key(_ bytes: [UInt8]) -> Int64 {
        let value = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(value >> 1)
    }
}
