import Testing

@testable import Typesetting

/// Tags that HTML doesn't allow, which browsers handle as the standard says.
@Suite struct MisnestingTests {
    @Test func `a block inside a format ends the paragraph and keeps the format`() {
        #expect(
            blocks("<b>one<div>two</div></b>three") == [
                .paragraph([.strong("one")]), .paragraph([.strong("two")]), .text("three")
            ])
    }

    @Test func `a format that ends inside a block is over there`() {
        #expect(
            blocks("<b>one<div>two</b> three</div>") == [
                .paragraph([.strong("one")]), .paragraph([.strong("two"), .text(" three")])
            ])
        #expect(
            blocks("<a href='http://a'>one<div>two</a> three</div>") == [
                .paragraph([.link("http://a", "one")]), .paragraph([.link("http://a", "two"), .text(" three")])
            ])
    }

    @Test func `an unclosed format continues in the next paragraph`() {
        #expect(
            blocks("<p><b>one</p><p>two</b> three</p>") == [
                .paragraph([.strong("one")]), .paragraph([.strong("two"), .text(" three")])
            ])
    }

    @Test func `overlapping formats both apply`() {
        #expect(
            blocks("<b>a<i>b</b>c</i>d") == [
                .paragraph([.styled(.strong, [.text("a"), .emphasis("b")]), .emphasis("c"), .text("d")])
            ])
        #expect(
            blocks("<b>a<mark>b</b>c</mark>") == [
                .paragraph([.styled(.strong, [.text("a"), .styled(.marked, [.text("b")])]), .text("c")])
            ])
    }

    @Test func `a repeated format applies once`() {
        #expect(blocks("<b><strong>a<b>b</b></strong></b>") == [.paragraph([.strong("ab")])])
    }

    @Test func `a link inside a link ends it`() {
        #expect(
            blocks("<a href='http://a'>a<a href='http://b'>b</a>c</a>") == [
                .paragraph([.link("http://a", "a"), .link("http://b", "b"), .text("c")])
            ])
    }

    @Test func `formats in a cell stay in it`() {
        let table = blocks("<b>x<table><tr><td><i>a<td>b</b><tr><td>c<td>d</table>y")
        let cells = [[Inline.styled(.strong, [.emphasis("a")])], [.strong("b")], [.strong("c")], [.strong("d")]]
            .map { Table.Cell([.paragraph($0)]) }
        #expect(
            table == [
                .paragraph([.strong("x")]), .table(Table(rows: [Array(cells[..<2]), Array(cells[2...])])),
                .paragraph([.strong("y")])
            ])
    }

    @Test func `an item ends at the next one, whatever is open in it`() {
        #expect(blocks("<ul><li><div><p>a</li><li>b</ul>") == [.bullets("a", "b")])
        #expect(blocks("<ul><li><p>a<li><b>b</b></li></p><li>c</ul>").count == 1)
    }

    @Test func `an end tag ends nothing outside its block`() {
        #expect(blocks("<div><span>a<p>b</span>c</div>d") == [.text("a"), .text("bc"), .text("d")])
        #expect(blocks("a</div></p></ul></b>b") == [.text("a"), .text("b")])
    }

    @Test func `a drawing without an end ends where text begins`() {
        #expect(blocks("<svg><path d='x'/><text>no</text><p>yes") == [.text("yes")])
        #expect(blocks("<svg/>yes<svg><title>no</title><style>no</style></svg>") == [.text("yes")])
    }

    @Test func `an unclosed quotation mark loses no text`() {
        #expect(
            blocks("<p>a <a href=\"http://b>c</a> d</p>") == [
                .paragraph([.text("a "), .link("http://b", "c"), .text(" d")])
            ])
    }

    @Test func `self-closing scripts and frames hide nothing`() {
        #expect(blocks("a<script src=x />b<iframe src='about:blank'/>c<textarea/>d") == [.text("abcd")])
    }

    @Test func `half a tag at the end isn't text`() {
        #expect(blocks("The text goes on <a href=\"http://x") == [.text("The text goes on")])
        #expect(blocks("The text goes on<img") == [.text("The text goes on")])
    }
}
