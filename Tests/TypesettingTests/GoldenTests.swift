import Foundation
import TestSupport
import Testing

@testable import Typesetting

/// Our own documents and their set lines, which a person judges. `make golden` writes them.
struct Golden: Sendable, CustomTestStringConvertible {
    let name: String
    let width: Int

    static let names = [
        "blog-post", "changelog", "chinese", "comic", "footnotes", "forms", "hebrew-and-arabic", "japanese", "korean",
        "mail-digest", "mathematics", "news-article", "poem", "recipe", "report", "styles"
    ]
    static let all = names.flatMap { name in [40, 80, 120].map { Golden(name: name, width: $0) } }

    var testDescription: String { "\(name) at \(width)" }

    private static let folder = ProjectFile.url("Tests/TypesettingTests/Fixtures/Golden")
    private var file: URL { Self.folder.appending(path: "\(name)-\(width).txt") }

    private var galley: Galley {
        get throws {
            let html = try String(contentsOf: Self.folder.appending(path: "\(name).html"), encoding: .utf8)
            let document = Document(html: html, baseURL: "https://example.org/\(name)/")
            return Typesetter(TypesettingOptions(width: width, textWidth: 0)).set(Manuscript(document))
        }
    }

    /// The lines; at 80 cells also with their styles.
    var lines: String {
        get throws {
            let lines = try galley.lines
            let plain = lines.map(\.text)
            let styled = width == 80 ? ["", "======== with styles ========", ""] + lines.map(\.marked) : []
            return (plain + styled).joined(separator: "\n") + "\n"
        }
    }

    var expected: String {
        get throws { try String(contentsOf: file, encoding: .utf8) }
    }

    func write() throws { try lines.write(to: file, atomically: true, encoding: .utf8) }
}

extension Line {
    /// The line with the styles of its runs in braces: b bold, i italic, u underlined, d dim, H heading, c code, I
    /// image, m marked, x deleted, n inserted, C caption, q quote, and the number of the link.
    fileprivate var marked: String {
        let signs: [(Style, String)] = [
            (.bold, "b"), (.italic, "i"), (.underline, "u"), (.dim, "d"), (.heading, "H"), (.code, "c"), (.image, "I"),
            (.marked, "m"), (.deleted, "x"), (.inserted, "n"), (.caption, "C"), (.quote, "q")
        ]
        return (isContinuation ? "↪" : "")
            + runs.map { run in
                let marks =
                    run.style.contains(.drawn) ? "" : signs.filter { run.style.contains($0.0) }.map(\.1).joined()
                let link = run.link.map(String.init) ?? ""
                return marks.isEmpty && link.isEmpty ? run.text : "{\(marks)\(link)|\(run.text)}"
            }.joined()
    }
}

@Suite struct `Golden documents` {
    static let isWriting = ProcessInfo.processInfo.environment["LEDE_WRITE_GOLDEN"] != nil

    @Test(.enabled(if: !isWriting), arguments: Golden.all)
    func `golden documents are set as they were approved`(golden: Golden) throws {
        #expect(try golden.lines == golden.expected)
    }

    @Test(.enabled(if: isWriting), arguments: Golden.all)
    func `golden documents are written on request`(golden: Golden) throws {
        try golden.write()
    }
}
