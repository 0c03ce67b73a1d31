import Foundation
import TestSupport
import Testing

@testable import Typesetting

@Suite struct TypesetterTests {
    private func set(_ html: String, width: Int, base: String? = nil) -> String {
        Document(html: html, baseURL: base).lines(width: width).map(\.text).joined(separator: "\n")
    }

    private let article = """
        <h1>The state of the page cache</h1>
        <p>We are happy to announce <b>Swift&nbsp;6.4</b>, a release that makes <a href="/cache">the page cache</a>
        <em>faster</em>.</p>
        <ul><li>One thing that takes more than a line to say<li>Another<ol start=9><li>nine<li>ten</ol></ul>
        <blockquote><p>Caches are hard.</p><p>Naming is, too.</p></blockquote>
        <pre>let reader = Lede()
            reader.open(feed, at: .first, animated: false)</pre>
        <hr>
        <table><tr><th>Year<th>Cells<tr><td>2025<td>80<tr><td>2026<td>132</table>
        <p>The full list is in the <a href="https://swift.example/notes">release notes</a>.</p>
        """

    @Test func `text from right to left begins on the right, with its marks and bars`() {
        let html = """
            <h1>שלום</h1><p>Then left to right.</p><p>1. אחת שתיים שלוש ארבע (Swift) שש</p><ul><li>אחת<li>one</ul>
            <blockquote><p>אחת<p>שתיים</blockquote><pre>אחת</pre>
            """
        #expect(
            set(html, width: 24) == """
                                    שלום
                                    ━━━━

                Then left to right.

                  1. אחת שתיים שלוש ארבע
                              (Swift) שש

                                   אחת •
                • one

                                   אחת │
                                       │
                                 שתיים │

                  אחת
                """)
    }

    @Test func `an article is set at 40 cells`() {
        #expect(
            set(article, width: 40, base: "https://lwn.example/") == """
                The state of the page cache
                ━━━━━━━━━━━━━━━━━━━━━━━━━━━

                We are happy to announce Swift 6.4, a
                release that makes the page cache [1]
                faster.

                • One thing that takes more than a line
                  to say
                • Another
                   9. nine
                  10. ten

                │ Caches are hard.
                │
                │ Naming is, too.

                  let reader = Lede()
                      reader.open(feed, at: .first, 
                ↪ animated: false)

                ────────────────────────────────────────

                Year │ Cells
                ─────┼──────
                2025 │    80
                2026 │   132

                The full list is in the release
                notes [2].

                [1] https://lwn.example/cache
                [2] https://swift.example/notes
                """)
    }

    @Test func `an article is set at 80 cells`() {
        #expect(
            set(article, width: 80, base: "https://lwn.example/") == """
                The state of the page cache
                ━━━━━━━━━━━━━━━━━━━━━━━━━━━

                We are happy to announce Swift 6.4, a release that makes the page cache [1]
                faster.

                • One thing that takes more than a line to say
                • Another
                   9. nine
                  10. ten

                │ Caches are hard.
                │
                │ Naming is, too.

                  let reader = Lede()
                      reader.open(feed, at: .first, animated: false)

                ────────────────────────────────────────────────────────────────────────────────

                Year │ Cells
                ─────┼──────
                2025 │    80
                2026 │   132

                The full list is in the release notes [2].

                [1] https://lwn.example/cache
                [2] https://swift.example/notes
                """)
    }

    @Test func `runs have style and link`() {
        let lines = Document(html: "<h3>News</h3>a <b>b<i>c</i></b> <a href='http://x'>d</a>").lines(width: 40)
        #expect(
            lines == [
                Line(runs: [Run(text: "News", style: [.bold, .heading])]),
                Line(),
                Line(runs: [
                    Run(text: "a "), Run(text: "b", style: .bold), Run(text: "c", style: [.bold, .italic]),
                    Run(text: " "),
                    Run(text: "d", style: .link, link: 1), Run(text: " [1]", style: .dim, link: 1)
                ]),
                Line(),
                Line(runs: [Run(text: "[1] ", style: .dim), Run(text: "http://x", style: .link, link: 1)])
            ])
    }

    @Test func `a no-break space prevents a break, and a hint allows one`() {
        #expect(set("10&nbsp;km and 20&nbsp;km", width: 8) == "10 km\nand\n20 km")
        #expect(set("donau<wbr>dampf<wbr>schiff", width: 11) == "donaudampf\nschiff")
    }

    @Test func `a word longer than the line is cut`() {
        #expect(set("abcdefghij k", width: 4) == "abcd\nefgh\nij k")
        #expect(set("well-known things", width: 6) == "well-\nknown\nthings")
    }

    @Test func `lines break at ideographs except before closing marks`() {
        #expect(set("日本語の文章。", width: 6) == "日本語\nの文\n章。")
        #expect(set("「日本」と言う", width: 5) == "「日\n本」\nと言\nう")
    }

    @Test func `a character that is wider than the line is replaced`() {
        #expect(set("a日b", width: 1) == "a\n\u{FFFD}\nb")
    }

    @Test func `a flag stays whole if there is room`() {
        #expect(set("abc🇩🇪", width: 4) == "abc\n🇩🇪")
    }

    @Test func `items of several paragraphs have blank lines between them`() {
        #expect(set("<ul><li><p>a<p>b<li>c</ul>", width: 20) == "• a\n\n  b\n\n• c")
    }

    @Test func `an image is shown by its description`() {
        #expect(set("<img alt='A  cat' src='c.png'> <img src='d.png'>", width: 40) == "[image: A cat] [image]")
        let numbered = Document(blocks: [
            .paragraph([.image(Image(alt: "Cat", source: "http://x/c", title: "It sleeps."))]),
            .paragraph([.image(Image(source: "http://x/d", width: 640, height: 480))])
        ])
        #expect(
            numbered.lines(width: 40).map(\.text) == [
                "[image 1: Cat] “It sleeps.”", "", "[image 2, 640×480]", "", "[1] http://x/c", "[2] http://x/d"
            ])
    }

    @Test func `line breaks are kept`() {
        #expect(set("one<br>two <br><br> three<br>", width: 20) == "one\ntwo\n\nthree")
    }

    @Test func `an empty document has no lines`() {
        #expect(set("<p>&nbsp;</p><ul></ul>", width: 20) == "")
        #expect(Document().lines(width: 20) == [])
    }
}

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
