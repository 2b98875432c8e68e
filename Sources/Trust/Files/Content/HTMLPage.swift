import Diagnosis
import Foundation

/// Web pages that were saved in place of a file.
enum HTMLPage {
    static func detect(_ input: FileInput) -> FileContent? {
        let beginning = String(decoding: input.text.prefix(4096), as: UTF8.self)
        let lowercased = beginning.lowercased()
        let openings = ["<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script"]
        let isPage =
            openings.contains { lowercased.hasPrefix($0) }
            || ((lowercased.hasPrefix("<?xml") || lowercased.hasPrefix("<!--")) && lowercased.contains("<html"))
        guard isPage else { return nil }
        return FileContent(format: .html, problem: .fileIsHTML(name: input.name, title: title(beginning)))
    }

    private static func title(_ page: String) -> String? {
        guard let open = page.range(of: "<title>", options: .caseInsensitive),
            let close = page.range(of: "</title>", options: .caseInsensitive, range: open.upperBound..<page.endIndex)
        else { return nil }
        let title = page[open.upperBound..<close.lowerBound]
            .split { $0.isWhitespace }.joined(separator: " ")
        return title.isEmpty ? nil : title
    }
}
