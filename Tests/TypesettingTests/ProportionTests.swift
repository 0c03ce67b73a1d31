import TestSupport
import Testing

@testable import Typesetting

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
