import Testing

@testable import Typesetting

@Suite struct PlainTextTests {
    @Test func `plain text is the words, with one line per block`() {
        let html = """
            <h1>A <b>title</b></h1><p>One<br>two</p><ul><li>x<li>y</ul><dl><dt>t<dd>d</dl><blockquote>q</blockquote>
            <table><caption>c</caption><tr><th>h<th>i<tr><td>1<td>2</table><pre>a
              b</pre><figure><img alt="A cat"><figcaption>Tom</figcaption></figure><hr>
            <details><summary>s</summary>e</details>
            """
        #expect(
            Document(html: html).plainText == """
                A title
                One
                two
                x
                y
                t
                d
                q
                c
                h
                i
                1
                2
                a b
                A cat
                Tom
                s
                e
                """)
    }

    @Test func `plain text is clean`() {
        #expect(Document(html: "a\u{1B}[31m\u{202E}b&#157;c\0d").plainText == "a[31mbcd")
    }

    @Test func `a title may contain markup`() {
        #expect(Document(html: "Q&amp;A: <i>a</i> &lt; b <sup>2</sup>").plainText == "Q&A: a < b 2")
    }
}
