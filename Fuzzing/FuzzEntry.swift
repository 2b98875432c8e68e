import Foundation

/// Where libFuzzer enters. `FUZZ_SUBJECT` names what is fuzzed.
private let subject: FuzzSubject = {
    let name = ProcessInfo.processInfo.environment["FUZZ_SUBJECT"] ?? ""
    guard let subject = FuzzSubject(rawValue: name) else {
        let all = FuzzSubject.allCases.map(\.rawValue).joined(separator: " ")
        FileHandle.standardError.write(Data("FUZZ_SUBJECT has to be one of \(all)\n".utf8))
        exit(2)
    }
    return subject
}()

/// Before the first input: with `FUZZ_CORPUS=DIR` the subject's corpus is written there instead of fuzzing.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzing(
    _ count: UnsafeMutablePointer<Int32>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> Int32 {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_CORPUS"] else { return 0 }
    do {
        for (number, bytes) in try subject.corpus().enumerated() {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(subject.rawValue)-\(number)"))
        }
        exit(0)
    } catch {
        FileHandle.standardError.write(Data("no corpus of \(subject.rawValue): \(error)\n".utf8))
        exit(2)
    }
}

/// One input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    subject.run(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}
