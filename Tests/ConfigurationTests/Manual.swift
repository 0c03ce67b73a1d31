import Foundation

/// Pages of the manual.
enum Manual {
    static var urls: String {
        get throws {
            let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            return try String(
                contentsOf: sources.appending(path: "Documentation/reference/urls.md"), encoding: .utf8)
        }
    }
}
