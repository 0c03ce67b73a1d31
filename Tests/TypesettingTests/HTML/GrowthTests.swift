import TestSupport
import Testing

@testable import Typesetting

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
