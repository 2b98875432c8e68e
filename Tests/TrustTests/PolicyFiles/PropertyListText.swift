import Diagnosis
import Foundation

@testable import Trust

/// Property lists as tests write them.
enum PropertyListText {
    /// An XML property list around a dictionary's content.
    static func xml(_ content: String) -> [UInt8] {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>

            """
        return [UInt8]((head + content + "\n</dict>\n</plist>\n").utf8)
    }

    /// The same list in the binary form, as Foundation writes it.
    static func binary(_ xml: [UInt8]) throws -> [UInt8] {
        let list = try PropertyListSerialization.propertyList(from: Data(xml), format: nil)
        return [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    }
}

/// What reading threw; nil when it threw nothing.
func problem(_ body: () throws(Problem) -> Void) -> Problem? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}
