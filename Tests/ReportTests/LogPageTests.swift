import ChallengeLog
import Events
import Foundation
import TestSupport
import Testing

/// The page that documents the log names what there is.
@Suite struct LogPageTests {
    private static func page() throws -> String {
        try String(contentsOfFile: Countersign.checkout + "/Documentation/LOG.md", encoding: .utf8)
    }

    @Test func everyKindOfEventIsDocumented() throws {
        let page = try Self.page()
        for name in EventName.allCases {
            let last = name.rawValue.split(separator: ".").last.map(String.init) ?? name.rawValue
            #expect(page.contains("`\(name.rawValue)`") || page.contains("`.\(last)`"), "\(name.rawValue)")
        }
    }

    @Test func everyFieldOfTheFilterIsDocumented() throws {
        let page = try Self.page()
        for field in LogQuery.Field.allCases where field != .line { #expect(page.contains("`\(field.rawValue):`")) }
        for property in LogQuery.Property.allCases { #expect(page.contains("`\(property.rawValue)`")) }
    }
}
