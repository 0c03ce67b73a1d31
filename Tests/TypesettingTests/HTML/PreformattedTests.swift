import Testing

@testable import Typesetting

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
