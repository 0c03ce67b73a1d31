import Testing

@testable import Typesetting

@Suite struct HTMLTests {
    private func blocks(_ html: String, base: String? = nil) -> [Block] {
        Document(html: html, baseURL: base).blocks
    }

    @Test func `text without markup is a paragraph`() {
        #expect(blocks("  One\n  line ") == [.paragraph([.text("One line")])])
        #expect(blocks("") == [])
        #expect(blocks(" \n ") == [])
    }

    @Test func `entities are characters`() {
        #expect(blocks("AT&amp;T &#8212; a &lt; b &eacute;") == [.paragraph([.text("AT&T — a < b é")])])
    }

    @Test func `stray signs stay`() {
        #expect(blocks("AT&T x, a < b <p>") == [.paragraph([.text("AT&T x, a < b")])])
    }

    @Test func `white space collapses across formats and leaves them`() {
        #expect(
            blocks("<p> a <b> b </b> <i>c</i> </p>") == [
                .paragraph([.text("a "), .styled(.strong, [.text("b")]), .text(" "), .styled(.emphasis, [.text("c")])])
            ])
    }

    @Test func `a block inside a format ends the paragraph and keeps the format`() {
        #expect(
            blocks("<b>one<div>two</div></b>three") == [
                .paragraph([.styled(.strong, [.text("one")])]), .paragraph([.styled(.strong, [.text("two")])]),
                .paragraph([.text("three")])
            ])
    }

    @Test func `lists nest, and what stands between items is kept`() {
        #expect(
            blocks("<ol start=3><li>a<ul><li>b</ul><li>c</ol>") == [
                .list(
                    List(
                        marker: .decimal,
                        items: [
                            List.Item(
                                number: 3,
                                [
                                    .paragraph([.text("a")]),
                                    .list(List(items: [List.Item([.paragraph([.text("b")])])]))
                                ]),
                            List.Item(number: 4, [.paragraph([.text("c")])])
                        ]))
            ])
        #expect(
            blocks("<ul>x<li>a</li><ul><li>b</li></ul></ul>") == [
                .list(
                    List(items: [
                        List.Item([.paragraph([.text("x")])]),
                        List.Item([
                            .paragraph([.text("a")]), .list(List(items: [List.Item([.paragraph([.text("b")])])]))
                        ])
                    ]))
            ])
    }

    @Test func `preformatted text keeps its spaces`() {
        #expect(blocks("<pre>\nlet a = 1\n\n  <b>b</b>\n\n</pre>") == [.preformatted([.text("let a = 1\n\n  b")])])
        #expect(blocks("<pre><div>a</div><div>b</div>c<br>d</pre>") == [.preformatted([.text("a\nb\nc\nd")])])
    }

    @Test func `scripts, styles, forms and hidden parts are left out`() {
        let html = """
            <head><title>T</title></head><script>if (a < b) "<p>no"</script><style>p { }</style><p>yes
            <button>no</button><select><option>no</select><span hidden>no</span><i style="Display: None">no</i>
            <svg><text>no</text></svg></p><noscript>also</noscript>
            """
        #expect(Document(html: html).plainText == "yes\nalso")
    }

    @Test func `links are resolved, and scripts are no links`() {
        #expect(
            blocks("<a href='/x'>a</a><a href='javascript:b()'>b</a>", base: "https://lede.example/y/") == [
                .paragraph([.link(target: "https://lede.example/x", [.text("a")]), .text("b")])
            ])
    }

    @Test func `images keep what they are called, and decoration goes`() {
        #expect(
            blocks("<figure><img src='/c.png' alt='A cat'><figcaption>Cat</figcaption></figure>", base: "https://x.y")
                == [
                    .paragraph([.image(Image(alt: "A cat", source: "https://x.y/c.png"))]), .paragraph([.text("Cat")])
                ])
        #expect(blocks("<img alt='' src=a><img src=b width=1 height=1>") == [])
    }

    @Test func `a table has rows of cells, and one that only lays out is none`() {
        #expect(
            blocks("<table><tr><th>a<td>b<tr><td>c<td></table>") == [
                .table(
                    Table(rows: [
                        [
                            Table.Cell(isHeader: true, [.paragraph([.text("a")])]),
                            Table.Cell([.paragraph([.text("b")])])
                        ],
                        [Table.Cell([.paragraph([.text("c")])]), Table.Cell()]
                    ]))
            ])
        #expect(blocks("<table><tr><td><p>a<p>b</table>") == [.paragraph([.text("a")]), .paragraph([.text("b")])])
    }

    @Test func `a whole page is read to its end, and past it`() {
        let page = "<!DOCTYPE html><html><head><meta charset=latin1></head><body><p>Größe</p></body></html><p>after"
        #expect(Document(html: page).plainText == "Größe\nafter")
    }

    @Test func `a null byte is not the end`() {
        #expect(Document(html: "<p>a\0b</p>c").plainText == "ab\nc")
    }

    @Test func `one address has one number, and a link without text has none`() {
        let html = "<a href='http://a'>a</a> <a href='http://b'> </a> <a href='http://c'>c</a> <a href='http://a'>a</a>"
        #expect(Document(html: html).links == ["http://a", "http://c"])
    }
}
