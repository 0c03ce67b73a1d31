import Testing

@testable import Typesetting

@Suite struct ListTests {
    private func numbers(_ html: String) -> [Int?] {
        guard case .list(let list) = blocks(html).first else { return [] }
        return list.items.map(\.number)
    }

    @Test func `lists nest, with and without end tags`() {
        #expect(
            blocks("<ol><li>a<ul><li>b</ul><li>c</ol>") == [
                .list(
                    List(
                        marker: .decimal,
                        items: [
                            List.Item(number: 1, [.text("a"), .bullets("b")]), List.Item(number: 2, [.text("c")])
                        ]))
            ])
    }

    @Test func `a list directly inside a list belongs to the item before it`() {
        #expect(
            blocks("<ul><li>a</li><ul><li>b</li></ul></ul>") == [
                .list(List(items: [List.Item([.text("a"), .bullets("b")])]))
            ])
    }

    @Test func `text between items is an item`() {
        #expect(blocks("<ul>x<li>a</li>y</ul>") == [.bullets("x", "a", "y")])
    }

    @Test func `items outside a list form one`() {
        #expect(
            blocks("a<li>b<li>c<p>d</p></li><p>e") == [
                .text("a"), .list(List(items: [List.Item([.text("b")]), List.Item([.text("c"), .text("d")])])),
                .text("e")
            ])
    }

    @Test func `empty items and empty lists are left out`() {
        #expect(blocks("<ul><li><li>a<li> </ul><ol></ol><menu><li></menu>") == [.bullets("a")])
    }

    @Test func `numbers start where the list says, and continue from an item's own`() {
        #expect(numbers("<ol start=3><li>a<li>b") == [3, 4])
        #expect(numbers("<ol start=-1><li>a<li>b<li value=10>c<li>d") == [-1, 0, 10, 11])
        #expect(numbers("<ol start=x><li>a") == [1])
    }

    @Test func `a reversed list counts down, by default to one`() {
        #expect(numbers("<ol reversed><li>a<li>b<li>c") == [3, 2, 1])
        #expect(numbers("<ol reversed start=10><li>a<li value=5>b<li>c") == [10, 5, 4])
    }

    @Test func `very large numbers don't overflow`() {
        let huge = numbers("<ol start=99999999999999999999><li>a<li>b<li value=-99999999999999999999>c")
        #expect(huge == [9_999_999_999, 10_000_000_000, -9_999_999_999])
    }

    @Test(arguments: [
        ("<ol type=a>", List.Marker.lowerLetter), ("<ol type=A>", .upperLetter), ("<ol type=i>", .lowerRoman),
        ("<ol type=I>", .upperRoman), ("<ol type=1>", .decimal), ("<ol type=x>", .decimal),
        ("<ol style='list-style-type: upper-roman'>", .upperRoman), ("<ol style='list-style: none'>", .bullet),
        ("<ul type=a>", .bullet), ("<menu>", .bullet), ("<dir>", .bullet)
    ])
    func `a list has its own kind of marker`(start: String, marker: List.Marker) {
        guard case .list(let list) = blocks(start + "<li>a").first else { return #expect(Bool(false)) }
        #expect(list.marker == marker)
    }

    @Test func `to-do lists keep their ticks`() {
        #expect(
            blocks("<ul><li><input type=checkbox checked disabled> a<li><input type=checkbox> b</ul>") == [
                .bullets("[x] a", "[ ] b")
            ])
    }

    @Test func `definitions have terms and details, possibly several`() {
        #expect(
            blocks("<dl><dt>a<dt>b<dd>c<dd><p>d<p>e<dt>f<dd>g</dl>") == [
                .definitions([
                    Definition(
                        terms: [[.text("a")], [.text("b")]], details: [[.text("c")], [.text("d"), .text("e")]]),
                    Definition(terms: [[.text("f")]], details: [[.text("g")]])
                ])
            ])
    }

    @Test func `definitions may be in groups, and without a term`() {
        #expect(
            blocks("<dl><div><dt>a</dt><dd>b</dd></div></dl>") == [
                .definitions([Definition(terms: [[.text("a")]], details: [[.text("b")]])])
            ])
        #expect(blocks("<dl><dd>a</dl><dd>b") == [.definitions([Definition(details: [[.text("a")]])]), .text("b")])
    }
}

@Suite struct PreformattedTests {
    @Test func `preformatted text keeps its spaces and lines, except empty ones at its ends`() {
        #expect(
            blocks("<pre>\n\n  let a = 1\n\n\tb  \n\n</pre>c") == [
                .preformatted([.text("  let a = 1\n\n\tb")]), .text("c")
            ])
    }

    @Test func `preformatted text keeps links and styles, but not its code style`() {
        #expect(
            blocks("<pre><code>a <b>b</b>\n<a href='http://c'>c </a>d</code></pre>") == [
                .preformatted([
                    .text("a "), .strong("b"), .text("\n"), .link("http://c", "c "), .text("d")
                ])
            ])
    }

    @Test func `line breaks and blocks in preformatted text are lines`() {
        #expect(
            blocks("<pre>a<br>b<div>c</div><div>d</div>e\r\nf\rg</pre>") == [
                .preformatted([.text("a\nb\nc\nd\ne\nf\ng")])
            ])
    }

    @Test func `highlighted code is code`() {
        #expect(
            blocks("<pre><span class=k>let</span> a <span class=o>=</span>\n  <span class='nx'>b</span></pre>") == [
                .preformatted([.text("let a =\n  b")])
            ])
    }

    @Test(arguments: [
        """
        <pre><code><table><tr><td class="rouge-gutter gl"><pre class=lineno>1\n2\n</pre><td><pre>a\n  b\n</pre></table></code></pre>
        """,
        "<table><tr><td><div><pre>1\n2</pre></div><td><div><pre>a\n  b\n</pre></div></table>",
        "<pre><span class=lineno>1</span>a\n<span class='x ln'>2</span>  b</pre>",
        """
        <pre><code><table><tr><td class=hljs-ln-numbers>1<td>a<tr><td class=hljs-ln-numbers>2<td>  b</table></code></pre>
        """,
        "<figure><table><tr><td><pre>1<br>2<br></pre><td><pre>a<br>  b<br></pre></table></figure>"
    ])
    func `line numbers of a listing are left out`(html: String) {
        #expect(blocks(html) == [.preformatted([.text("a\n  b")])])
    }

    @Test func `old names for preformatted text work, and two of them contain no markup`() {
        #expect(blocks("<listing>a  b</listing>") == [.preformatted([.text("a  b")])])
        #expect(blocks("<xmp><b>a</b></xmp>c") == [.preformatted([.text("<b>a</b>")]), .text("c")])
        #expect(blocks("<plaintext><b>a</plaintext>") == [.preformatted([.text("<b>a</plaintext>")])])
    }

    @Test func `images in preformatted text become their descriptions`() {
        #expect(blocks("<pre>a <img alt=b src=c> d</pre>") == [.preformatted([.text("a b d")])])
    }
}

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
