import TestSupport
import Testing

@testable import Typesetting

@Suite struct HostileTests {
    @Test(arguments: HostileHTML.deep)
    func `deep nesting keeps the text, and takes time in proportion to its depth`(hostile: HostileHTML) {
        let isProportional = growsSteadily(from: 1) { quarters in
            let document = Document(html: hostile.html(quarters: quarters))
            #expect(document.plainText.contains("end"))
            for width in [1, 80] { #expect(document.lines(width: width).allSatisfy { $0.text.cellWidth <= width }) }
        }
        #expect(isProportional)
    }

    @Test(arguments: HostileHTML.long)
    func `very much of one thing is set at any width`(document: HostileHTML) {
        let document = Document(html: document.html)
        for width in [1, 80] {
            #expect(document.lines(width: width).allSatisfy { $0.text.cellWidth <= width })
        }
    }

    @Test func `a line's prefix has few runs, however deep the line is`() {
        let document = Document(html: String(repeating: "<ul><li>", count: 30) + "one<br>two<li>three")
        let lines = document.lines(width: 80)
        #expect(lines.map(\.text).contains { $0.hasPrefix("• ◦ – • ") && $0.hasSuffix("– one") })
        #expect(lines.allSatisfy { $0.runs.count <= 3 })
    }

    @Test func `scripts that are too deep to be opened are still no text`() {
        let html = String(repeating: "<div>", count: 500) + "<script>let a = '<p>no'</script>yes"
        #expect(Document(html: html).plainText == "yes")
    }

    @Test func `no line is too wide or has forbidden characters at any width`() {
        var generator = SplitMix(state: 20_261_121)
        for _ in 0..<60 {
            let html = HostileHTML.random(using: &generator)
            let document = Document(html: html, baseURL: "https://x.example/")
            let numbers = 1...max(1, document.links.count)
            #expect(!Forbidden.isIn(document.plainText.filter { $0 != "\n" }))
            let faults = (1...100).filter { width in
                !document.lines(width: width).allSatisfy { line in
                    CellWidth.of(line.text) <= width && !Forbidden.isIn(line.text)
                        && line.runs.allSatisfy { !$0.text.isEmpty && numbers.contains($0.link ?? 1) }
                }
            }
            #expect(faults == [], "at these widths of \(html.debugDescription)")
        }
    }
}

/// HTML that nobody should write.
struct HostileHTML: Sendable, CustomTestStringConvertible {
    private let (start, part, times, closing, rest): (String, String, Int, String, String)

    var html: String { html(quarters: 4) }

    /// Its beginning, so that a report isn't a megabyte long.
    var testDescription: String { "\(html.prefix(24))… (\(html.utf8.count) bytes)" }

    private init(start: String = "", _ part: String, times: Int, closedBy closing: String = "", _ rest: String = "") {
        (self.start, self.part, self.times, self.closing, self.rest) = (start, part, times, closing, rest)
    }

    /// The same with some quarters of its parts.
    func html(quarters: Int) -> String {
        let count = times * quarters / 4
        return start + String(repeating: part, count: count) + String(repeating: closing, count: count) + rest
    }

    static let deep = [
        HostileHTML("<div>", times: 100_000, "end"),
        HostileHTML("<blockquote>", times: 100_000, "end"),
        HostileHTML("<ul><li>", times: 100_000, "end"),
        HostileHTML("<table><tr><td>x<td>", times: 25_000, "end"),
        HostileHTML("<b>x", times: 100_000, "end"),
        HostileHTML("<a href='http://x'>x", times: 100_000, "end"),
        HostileHTML("<a><b><i>", times: 50_000, closedBy: "</p>", "end"),
        HostileHTML("<pre>", times: 100_000, "end"),
        HostileHTML("<script>x</script><q>", times: 25_000, "end"),
        HostileHTML("<p>x", times: 30_000, "end")
    ]

    static let long = [
        HostileHTML("a", times: 1_000_000),
        HostileHTML("日", times: 100_000),
        HostileHTML(start: "e", "\u{301}", times: 100_000),
        HostileHTML("👩\u{200D}", times: 100_000),
        HostileHTML("\u{200B}", times: 100_000),
        HostileHTML("&nbsp;", times: 100_000),
        HostileHTML("<", times: 100_000),
        HostileHTML("<br>", times: 100_000, "x"),
        HostileHTML(start: "<pre>", "\t", times: 100_000)
    ]

    /// Returns random combinations of pieces that once broke something.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 1...80, using: &generator))
            .map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }
            .joined()
    }

    private static let pieces = [
        "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i>", "<ul>", "<ol start=98>", "<li>", "</ul>", "</ol>",
        "<blockquote>", "</blockquote>", "<pre>", "</pre>", "<table>", "<tr>", "<td>", "<th>", "</table>", "<br>",
        "<hr>",
        "<h1>", "</h1>", "<a href='/a\u{202E}b'>", "<a href=https://y>", "</a>", "<img alt='\u{1B}]0;x\u{7}'>",
        "<img src=x>",
        "<code>", "</code>", "<q>", "</q>", "<wbr>", "<span hidden>", "</span>", "<script>", "</script>", "<!--", "-->",
        "word ", "longwordwithoutanyspaces", "well-known ", "日本語、", "「文章」", "👨‍👩‍👧", "👍🏽", "e\u{301}\u{302}", "&nbsp;",
        "&#27;[31m", "&#155;", "\u{1B}[2J", "\u{9D}", "\u{7F}", "\u{202E}", "\u{2066}", "\u{E0041}", "\u{FEFF}",
        "\u{AD}", "\u{2028}", "\u{3000}", "\u{FFFE}", "\u{200B}", "\u{200D}", "\t", "\n", " ", "\r", "\u{85}", "\0",
        "<", "&", "\""
    ]
}

/// Texts that once made a reader of HTML start over for each of their tags.
@Suite struct GrowthTests {
    @Test(arguments: [
        ("", "<div>"), ("", "<ul><li>"), ("", "<table><tr><td>x<td>"), ("<table>", "<td>x"),
        ("<table>", "<tr><th>x<td>y"),
        ("", "<b>x"), ("", "<b><i></b>x</i>"), ("", "<a href=x>y"), ("", "<p>x"), ("<div><div><div>", "<p>x</p></b>"),
        ("<mark><u><s><q>", "<b>x</b>"), ("<svg>", "<g><b>"), ("", "<dl><dd>"), ("<ruby>", "x<rt>y"),
        ("<math>", "<mfrac>"),
        ("", "<details><summary>x"), ("", "<figure><figcaption>x"), ("", "<span hidden>"), ("x", "<img alt='' src=a>y"),
        ("<table>", "<tr><td>1<td><pre>x</pre>"), ("", "<a href='#x' id=x>"), ("", "<a href=\"x>"), ("", "<![CDATA["),
        ("", "<!--"), ("", "<title></titl"), ("", "<a "), ("", "&amp"), ("", "&abcdefghijklmnopqrstuvwxyz"),
        ("<a ", "b=c "),
        ("<a href='", "abcdef "), ("<p style='", "a:b;"), ("<h1>", "x <a href='#x'>#</a>"), ("", "x<br>"), ("", "x\0"),
        ("<img srcset='", "a 1x, ")
    ])
    func `reading four times the text takes about four times as long`(start: String, part: String) {
        let read = { (count: Int) in
            let html = start + String(repeating: part, count: count)
            _ = Document(html: html, baseURL: "https://x.y/z").plainText
        }
        #expect(growsSteadily(from: 1500, read))
    }

    @Test(arguments: ["\u{1100}", "\u{600}", "ि", "e\u{301}", "a", "日", "กา", "a-", "a\u{AD}", "\u{2060}", "“ ", "🇩"])
    func `setting four times the text takes about four times as long`(part: String) {
        let set = { (count: Int) in
            let document = Document(blocks: [.paragraph([.text("क" + String(repeating: part, count: count))])])
            _ = document.lines(width: 10)
        }
        #expect(growsSteadily(from: 3000, set))
    }

    @Test func `a text can't grow by long bases or wide cells`() {
        let base = "https://x.y/" + String(repeating: "z", count: 2000) + "/"
        let links = Document(html: String(repeating: "<a href=c>d</a> ", count: 20_000), baseURL: base).links
        #expect(links == [base + "c"])
        let cells = Document(html: "<table><tr>" + String(repeating: "<th colspan=1000>x", count: 5000)).blocks
        guard case .table(let table) = cells.first else { return #expect(Bool(false)) }
        #expect(table.rows[0].reduce(0) { $0 + $1.columns } < 6000)
    }

    @Test func `an attribute of ten megabytes is harmless`() {
        let megabytes = String(repeating: "abcdefghij", count: 1 << 20)
        for attribute in ["href", "src", "alt", "style", "class", "id", "srcset", "unknown"] {
            let document = Document(html: "<img \(attribute)='\(megabytes)'>after<a href='x\(megabytes)'>end</a>")
            #expect(document.plainText.utf8.count < 10_000)
            #expect(document.plainText.hasSuffix("end"))
        }
    }

    @Test func `a table of a hundred thousand cells is a table`() {
        let blocks = Document(html: "<table>" + String(repeating: "<tr><td>x<td>y", count: 50_000)).blocks
        guard case .table(let table) = blocks.first else { return #expect(Bool(false)) }
        #expect(table.rows.count == 50_000 && table.rows.allSatisfy { $0.count == 2 })
    }

    @Test(arguments: [
        "<blockquote>", "<ul><li>", "<table><tr><th>", "<details><summary>s", "<dl><dd>", "<figure>x<figcaption>"
    ])
    func `blocks are never nested deeper than the limit`(part: String) {
        let document = Document(html: String(repeating: part, count: 2000) + "end")
        #expect(Self.depth(document.blocks) <= 101)
        #expect(document.plainText.hasSuffix("end"))
    }

    private static func depth(_ blocks: [Block]) -> Int {
        blocks.map { block in
            switch block {
            case .quote(let blocks): 1 + depth(blocks)
            case .list(let list): 1 + depth(list.items.flatMap(\.blocks))
            case .definitions(let definitions): 1 + depth(definitions.flatMap { $0.details.flatMap(\.self) })
            case .table(let table): 1 + depth(table.rows.joined().flatMap(\.blocks))
            case .figure(let blocks, let caption): 1 + depth(blocks + caption)
            case .details(_, let blocks): 1 + depth(blocks)
            case .paragraph, .heading, .preformatted, .rule, .anchor: 1
            }
        }.max() ?? 0
    }
}

/// Texts of tags that each drew a line, a bar or a number for a few bytes.
@Suite struct ProportionTests {
    static let parts: [Part] = [
        Part("<hr>"), Part("<hr>x"), Part("<hr><p>x"), Part("<blockquote>x"), Part("<blockquote>x</blockquote>"),
        Part("<blockquote>x<hr></blockquote>"), Part("x<br>", start: String(repeating: "<blockquote>", count: 90)),
        Part("word ", start: String(repeating: "<blockquote>", count: 90)),
        Part("<li>x", start: "<ol>"), Part("<li>x", start: "<ol start=999999000>"), Part("<li>x", start: "<ul>"),
        Part("<ol><li>x"), Part("<ul><li>x"), Part("<ul><li>x</ul>"), Part("<ol type=i start=3888><li>x</ol>"),
        Part("<dt>x<dd>y", start: "<dl>"), Part("<dl><dd>x"), Part("<details><summary>x"), Part("<h1>x"), Part("<h6>x"),
        Part("x<br>"), Part("<p>x"), Part("<div>x</div>"), Part("<tr><td>x<td>y", start: "<table>"),
        Part("<tr><td>x<td>y", start: "<table><tr><td>\(String(repeating: "wide ", count: 100))<td>y"),
        Part("<tr><td>x<td>y<br>z", start: "<table>"),
        Part(
            "<td>x<tr>", start: "<table><tr>" + String(repeating: "<th>" + String(repeating: "h", count: 60), count: 70)
        ),
        Part("<table><tr><th>x<td>y"), Part("<table><tr><td>x<td>y</table>"),
        Part("<td colspan=1000>x<tr>", start: "<table><th>y"),
        Part("<td rowspan=9999>x<tr>", start: "<table><th>y"),
        Part("<table><tr><th>x<td>y<tr><td><p>z<hr>z<td>"), Part("\t", start: "<pre>"), Part("\t\n", start: "<pre>"),
        Part("<pre>x</pre>"), Part("<a href=/#N>x</a> "), Part("<a href=x#N>y</a>", base: 2000),
        Part("<a href='#x#N' id=x#N>y</a>"), Part("<img src=/#N>"),
        Part("<img alt='\(String(repeating: "long ", count: 50))' src=/#N>"),
        Part("<abbr title=abcdefgh#N>x</abbr>"), Part("<sup>x</sup>"), Part("<p>א"), Part("<p>א<br>ב"),
        Part("&#x5d0;<br>"),
        Part("&amp;"), Part("&nbsp;"), Part("a\u{301}"), Part("\u{301}", start: "a"), Part("&ThickSpace;"),
        Part("<iframe src=//youtube.com/embed/#N></iframe>"), Part("<ruby>x<rt>y</ruby>"), Part("<b>x</b><i>y</i>")
    ]

    struct Part: Sendable, CustomTestStringConvertible {
        let start: String
        let part: String
        let base: Int

        init(_ part: String, start: String = "", base: Int = 20) {
            (self.start, self.part, self.base) = (start, part, base)
        }

        var testDescription: String { "\(start.prefix(30)) \(part.prefix(40))" }

        func html(_ bytes: Int) -> String {
            var html = start
            var number = 0
            let pieces = part.split(separator: "#N", omittingEmptySubsequences: false)
            while html.utf8.count < bytes + start.utf8.count {
                html += pieces.joined(separator: "\(number)")
                number += 1
            }
            return html
        }

        func document(_ bytes: Int) -> Document {
            let base = "https://example.org/" + String(repeating: "a", count: base - 20) + "/"
            return Document(html: html(bytes), baseURL: base)
        }
    }

    @Test(arguments: parts)
    func `drawing stays in proportion to the text`(part: Part) {
        let length = 100_000
        let document = part.document(length)
        for width in [80, 1000] {
            let lines = document.lines(width: width)
            let bytes = lines.reduce(0) { $0 + $1.text.utf8.count + 1 }
            // What every text may draw besides its words, at three bytes per cell.
            #expect(bytes < 3 << 20 + 24 * length, "in \(width) columns")
            #expect(lines.reduce(0) { $0 + $1.runs.count } < 2 * length, "in \(width) columns")
        }
    }

    @Test func `several rules in a row are one rule`() {
        let lines = Document(html: "a<hr><hr> <hr>b<ul><li>c<hr><hr></ul>").lines(width: 5).map(\.text)
        #expect(lines == ["a", "", "─────", "", "b", "", "• c", "", "  ───"])
    }

    @Test func `a text with many rules gets short ones, and says so`() {
        let html = "<p>first" + String(repeating: "<hr>x", count: 40_000)
        let lines = Document(html: html).lines(width: 80).map(\.text)
        #expect(lines[2] == "───")
        #expect(lines.last == "[Simplified layout: this text has more tags than words]")
    }

    @Test func `a text with few words and very many tags becomes words only, without losing any`() {
        let html = "<ul>" + (0..<300_000).map { "<li>\($0)" }.joined() + "<script>no</script><img alt=picture></ul>end"
        let document = Document(html: html)
        let words = document.plainText.split { $0 == " " || $0 == "\n" }
        #expect(words.count { Int($0) != nil } == 300_000)
        #expect(words.suffix(2) == ["picture", "end"])
        #expect(
            document.plainText.contains("[The rest is shown without layout and links: it has more tags than words]"))
        guard case .list(let list) = document.blocks.first else { return #expect(Bool(false)) }
        #expect((160_000..<260_000).contains(list.items.count))
    }

    @Test func `parts of a plain text are set as in the whole`() {
        let manuscript = Manuscript(Document(html: String(repeating: "<p>a<hr>", count: 20_000)))
        let typesetter = Typesetter(TypesettingOptions(width: 80))
        let whole = typesetter.set(manuscript)
        let place = TextPosition(block: 30_000, offset: 0)
        let part = typesetter.set(manuscript, from: place, past: place, lines: 10)
        let line = whole.line(at: place)
        #expect(part.lines.prefix(10) == whole.lines[line..<line + 10])
    }
}
