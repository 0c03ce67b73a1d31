import Testing

@testable import Typesetting

@Suite struct TextTests {
    @Test func `text without markup is a paragraph`() {
        #expect(blocks("  One\n  line ") == [.text("One line")])
        #expect(blocks("") == [])
        #expect(blocks(" \n ") == [])
    }

    @Test func `a paragraph ends at the next one, with or without an end tag`() {
        #expect(blocks("<p>one<p>two</p>three") == [.text("one"), .text("two"), .text("three")])
        #expect(blocks("<div>one<div>two</div>three</div>") == [.text("one"), .text("two"), .text("three")])
        #expect(blocks("one<section><p>two</section>three</p>") == [.text("one"), .text("two"), .text("three")])
    }

    @Test func `a blank paragraph is left out`() {
        #expect(blocks("<p>&nbsp;</p><p> </p><div><p>x</p></div><p><b> </b></p>") == [.text("x")])
    }

    @Test func `white space becomes one space, wherever formats begin and end`() {
        #expect(
            blocks("<p> a <b> b </b> \n <i>c</i> </p>") == [
                .paragraph([.text("a "), .strong("b"), .text(" "), .emphasis("c")])
            ])
        #expect(blocks("see<b> this</b>") == [.paragraph([.text("see "), .strong("this")])])
        #expect(blocks("<b>see </b>this") == [.paragraph([.strong("see"), .text(" this")])])
    }

    @Test func `no-break spaces aren't white space`() {
        #expect(blocks("10&nbsp;&nbsp;km") == [.text("10\u{A0}\u{A0}km")])
    }

    @Test func `a line break ends the line, and two end the paragraph`() {
        #expect(blocks("a<br>b") == [.paragraph([.text("a"), .lineBreak, .text("b")])])
        #expect(blocks("<b>a<br> <br/>b</b>") == [.paragraph([.strong("a")]), .paragraph([.strong("b")])])
        #expect(blocks("<br>a<br><br><br>b<br></br>") == [.text("a"), .text("b")])
    }

    @Test(arguments: ["pre-wrap", "pre-line", "break-spaces"])
    func `line breaks that a style keeps are kept`(value: String) {
        #expect(
            blocks("<p style='white-space: \(value)'>a\nb\r\n\nc</p>d") == [
                .paragraph([.text("a"), .lineBreak, .text("b")]), .text("c"), .text("d")
            ])
    }

    @Test func `spaces that a style keeps are kept, and such blocks are preformatted`() {
        #expect(blocks("a <span style='white-space:pre'>b  c</span>  d") == [.text("a b\u{A0} c d")])
        #expect(
            blocks("<div style='white-space: pre'><div>a</div><div>  b</div></div>c") == [
                .preformatted([.text("a\n  b")]), .text("c")
            ])
    }

    @Test func `headings have levels, and an unclosed one ends at the next`() {
        #expect(
            blocks("<h1>a</h1>b<h2>c<h6>d</h3>e") == [
                .heading(level: 1, [.text("a")]), .text("b"), .heading(level: 2, [.text("c")]),
                .heading(level: 6, [.text("d")]), .text("e")
            ])
    }

    @Test(arguments: ["<h2>News <a href='#news'>#</a></h2>", "<h2><a href='#n' aria-hidden=true>x</a>News</h2>"])
    func `a heading's link to itself is left out`(html: String) {
        #expect(blocks(html, base: "https://x.y") == [.heading(level: 2, [.text("News")])])
    }

    @Test func `quotes nest, and a rule is a rule`() {
        #expect(
            blocks("<blockquote>a<blockquote><p>b</blockquote></blockquote><blockquote></blockquote><hr>c") == [
                .quote([.text("a"), .quote([.text("b")])]), .rule, .text("c")
            ])
    }

    @Test func `quotations within a line get marks, nested ones single marks`() {
        #expect(blocks("He said <q>a <q>b</q> c</q>.") == [.text("He said “a ‘b’ c”.")])
    }

    @Test func `hidden details are shown below their summary`() {
        #expect(
            blocks("<details><summary>More</summary><p>a<p>b</details>c") == [
                .details(summary: [.text("More")], [.text("a"), .text("b")]), .text("c")
            ])
    }

    @Test func `figures have captions, and one without is its content`() {
        let image = Inline.image(Image(alt: "Cat"))
        #expect(
            blocks("<figure><img alt=Cat><figcaption>A <b>cat</b></figcaption></figure>") == [
                .figure([.paragraph([image])], caption: [.paragraph([.text("A "), .strong("cat")])])
            ])
        #expect(blocks("<figure><img alt=Cat></figure>") == [.paragraph([image])])
        #expect(
            blocks("<div class='wp-caption x'><img alt=Cat><p class=wp-caption-text>Tom</p></div>") == [
                .figure([.paragraph([image])], caption: [.text("Tom")])
            ])
    }

    @Test func `a whole page is read to its end and beyond`() {
        let page = "<!DOCTYPE html><html><head><meta charset=latin1></head><body><p>Größe</p></body></html><p>after"
        #expect(blocks(page) == [.text("Größe"), .text("after")])
    }

    @Test func `unknown elements become their text`() {
        #expect(blocks("a <my-note>b</my-note> <blink>c</blink>") == [.text("a b c")])
    }

    @Test func `comments, declarations and processing instructions are left out`() {
        #expect(
            blocks("a<!-- <p> -- > -->b<!-->c<!--->d<!-- --!>e<?php x ?>f<![if !x]>g</>h</ i>j") == [.text("abcdefghj")]
        )
    }

    @Test func `an XML section becomes its content`() {
        #expect(blocks("<![CDATA[<p>a</p>]]>b ]]>") == [.text("a"), .text("b ]]>")])
    }
}

@Suite struct HiddenTests {
    @Test(arguments: [
        "<script>if (a < b) '<p>no'</script>", "<style>p { }</style>", "<head><title>no <b>x</title></head>",
        "<template><p>no</template>", "<button><p>no</button>", "<select><option>no<option>no</select>",
        "<textarea><p>no</textarea>", "<span hidden>no</span>", "<i style='Display : None !important'>no</i>",
        "<div style=visibility:hidden><b>no</b></div>", "<svg><text>no</text></svg>", "<canvas>no</canvas>",
        "<dialog>no</dialog>", "<b hidden>no</b>", "<a hidden href='http://x'>no</a>", "<noembed>no</noembed>",
        "<datalist><option>no</datalist>", "<script/>"
    ])
    func `elements that aren't for readers are left out`(html: String) {
        #expect(blocks("a\(html)b").map(\.isParagraph) == blocks("a\(html)b").map { _ in true })
        #expect(Document(html: "<p>a \(html) b").plainText.filter { $0 != "\n" && $0 != " " } == "ab")
    }

    @Test func `a hidden part ends with its parent`() {
        #expect(blocks("<div><span hidden>no</div>yes") == [.text("yes")])
        #expect(blocks("<p hidden>no<p>yes") == [.text("yes")])
        #expect(blocks("<div hidden><div>no</div>no</div>yes") == [.text("yes")])
    }

    @Test func `text for readers without scripts is kept, and text of forms without labels`() {
        #expect(blocks("<noscript>a</noscript>") == [.text("a")])
        #expect(
            blocks("<form><fieldset><legend>a</legend>b <label>no <input></label></fieldset></form>") == [
                .text("a"), .text("b")
            ])
        #expect(blocks("<label>a</label>") == [.text("a")])
        #expect(blocks("<dialog open>a</dialog>") == [.text("a")])
    }
}

extension Block {
    fileprivate var isParagraph: Bool { if case .paragraph = self { true } else { false } }
}

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
