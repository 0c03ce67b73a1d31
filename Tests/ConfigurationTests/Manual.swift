import TestSupport

@testable import Configuration

/// Pages of the manual.
enum Manual {
    static var urls: String {
        get throws {
            try ProjectFile.text("Documentation/reference/urls.md")
        }
    }

    /// Whether the page of the urls file has a table of exactly these options: a row for each with its name, its value and
    /// a sentence without a full stop.
    static func explains(_ options: [FeedOption]) throws -> Bool {
        let tables = try urls.split(separator: "\n", omittingEmptySubsequences: false).split { !$0.hasPrefix("|") }
        let starts = options.map { "| `\($0.name)` | \($0.kind.value) | " }
        return tables.contains { table in
            let rows = table.dropFirst(2)
            return rows.count == starts.count
                && zip(rows, starts).allSatisfy { row, start in
                    row.hasPrefix(start) && row.hasSuffix(" |") && !row.hasSuffix(". |") && row.count > start.count + 4
                }
        }
    }
}
