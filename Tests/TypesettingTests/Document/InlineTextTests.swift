import TestSupport
import Testing

@testable import Typesetting

@Suite struct InlineTests {
    @Test(arguments: [
        ("em", InlineStyle.emphasis), ("i", .emphasis), ("cite", .emphasis), ("dfn", .emphasis), ("var", .emphasis),
        ("strong", .strong), ("b", .strong), ("code", .code), ("kbd", .code), ("samp", .code), ("tt", .code),
        ("del", .deleted), ("s", .deleted), ("strike", .deleted), ("ins", .inserted), ("u", .underlined),
        ("mark", .marked), ("small", .small), ("sub", .subscript), ("sup", .superscript)
    ])
    func `every style is recognised`(name: String, style: InlineStyle) {
        #expect(
            blocks("a<\(name)>b</\(name)>c") == [.paragraph([.text("a"), .styled(style, [.text("b")]), .text("c")])])
    }

    @Test func `editors' styles are recognised`() {
        #expect(
            blocks("<b style='font-weight:normal'>a <span style='FONT-WEIGHT: 700'>b</span></b>") == [
                .paragraph([.text("a "), .strong("b")])
            ])
        #expect(blocks("<span style='font-style:italic'>a</span>") == [.paragraph([.emphasis("a")])])
        #expect(
            blocks("<font style='text-decoration: line-through'>a</font>") == [
                .paragraph([.styled(.deleted, [.text("a")])])
            ])
    }

    @Test func `abbreviations keep their meaning`() {
        #expect(
            blocks("<abbr title='World Wide Web'>WWW</abbr>, <abbr>W3C</abbr>") == [
                .paragraph([.abbreviation(meaning: "World Wide Web", [.text("WWW")]), .text(", W3C")])
            ])
    }

    @Test func `ruby keeps the text and its reading`() {
        let ruby: [Inline] = [
            .ruby(base: [.text("漢")], reading: [.text("kan")]), .ruby(base: [.text("字")], reading: [.text("ji")])
        ]
        #expect(
            blocks("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>x") == [.paragraph(ruby + [.text("x")])])
        #expect(blocks("<ruby>漢<rt>kan<rp>x</ruby>") == [.paragraph([ruby[0]])])
    }

    @Test func `a hint for a break stays`() {
        #expect(blocks("donau<wbr>dampf") == [.text("donau\u{200B}dampf")])
    }

    @Test func `formulas become text`() {
        #expect(
            blocks("a <math> <mi> E </mi> <mo>=</mo> <mi>m</mi> <msup><mi>c</mi><mn>2</mn></msup> </math>!") == [
                .text("a E = mc²!")
            ])
        #expect(
            blocks("<p>a<math display=block><mi>x</mi></math>b") == [
                .paragraph([.text("a"), .lineBreak, .text("x"), .lineBreak, .text("b")])
            ])
    }

    @Test func `a formula isn't written twice`() {
        let html = """
            <span class="katex"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x\
            </annotation></semantics></math><span class="katex-html" aria-hidden="true">x</span></span>
            """
        #expect(blocks(html) == [.text("x")])
    }

    @Test func `a formula for a script is shown as written`() {
        #expect(
            blocks("<script type='math/tex'>a < b</script>") == [.paragraph([.styled(.code, [.text("a < b")])])])
        #expect(blocks(#"Let \(a < b\) and $$a_1$$"#) == [.text(#"Let \(a < b\) and $$a_1$$"#)])
    }
}

@Suite struct LinkTests {
    @Test func `links are resolved, against the page's own base if there is one`() {
        #expect(
            blocks("<a href='/x'>a</a> <a href='?y'>b</a>", base: "https://x.y/z") == [
                .paragraph([.link("https://x.y/x", "a"), .text(" "), .link("https://x.y/z?y", "b")])
            ])
        #expect(
            blocks("<base href='/d/'><base href='http://no'><a href=x>a</a>", base: "https://x.y/z") == [
                .paragraph([.link("https://x.y/d/x", "a")])
            ])
    }

    @Test(arguments: ["javascript:b()", "data:text/html,x", "about:blank", "relative", "", "#nowhere"])
    func `links that can't be opened become text`(href: String) {
        #expect(blocks("<a href='\(href)'>a</a>") == [.text("a")])
    }

    @Test func `mail addresses and URLs of other networks are links`() {
        #expect(blocks("<a href='mailto:a@b.c'>a</a>") == [.paragraph([.link("mailto:a@b.c", "a")])])
        #expect(blocks("<a href='gemini://b.c'>a</a>") == [.paragraph([.link("gemini://b.c", "a")])])
    }

    @Test func `a link without text is ignored`() {
        #expect(blocks("a<a href='http://b'> </a><a href='http://c'></a>d") == [.text("a d")])
    }

    @Test func `footnotes and their return links lead within the text`() {
        let html = """
            <p>Text<sup id=r1><a href="#n1">1</a></sup></p>
            <ol><li id="n1">Note <a href="https://x.y/z#r1">back</a></ol>
            """
        #expect(
            blocks(html, base: "https://x.y/z") == [
                .paragraph([
                    .text("Text"), .anchor("r1"), .styled(.superscript, [.link("#n1", "1")])
                ]),
                .list(
                    List(
                        marker: .decimal,
                        items: [
                            List.Item(number: 1, [.paragraph([.anchor("n1"), .text("Note "), .link("#r1", "back")])])
                        ]))
            ])
    }

    @Test func `only linked targets are marked, and links to missing ones lead to the page`() {
        #expect(
            blocks("<p id=a>a <a href='#b'>b</a>", base: "https://x.y/z") == [
                .paragraph([.text("a "), .link("https://x.y/z#b", "b")])
            ])
    }

    @Test func `a target without text is at the text after it`() {
        #expect(
            blocks("<a href='#é'>a</a><div id='é'><hr></div><h2>b</h2><p id='é'>c") == [
                .paragraph([.link("#é", "a")]), .rule, .heading(level: 2, [.anchor("é"), .text("b")]), .text("c")
            ])
        #expect(blocks("<a href='#%C3%A9'>a</a><a name='é'></a>") == [.paragraph([.link("#é", "a"), .anchor("é")])])
        #expect(blocks("<p><a href='#x'>a</a><p id=x>") == [.paragraph([.link("#x", "a")]), .anchor("x")])
    }
}

@Suite struct BareURLTests {
    /// The targets of the links in a paragraph of plain text.
    private func links(_ text: String) -> [String] {
        Document(html: "<p>" + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")).blocks
            .flatMap { block -> [Inline] in if case .paragraph(let inlines) = block { inlines } else { [] } }
            .compactMap { if case .link(let target, let content) = $0, content.count == 1 { target } else { nil } }
    }

    @Test func `a bare URL is a link, and the words around it are text`() {
        #expect(
            blocks("See http://a.b/c?d=1&amp;e#f, or HTTPS://g") == [
                .paragraph([
                    .text("See "), .link("http://a.b/c?d=1&e#f", "http://a.b/c?d=1&e#f"), .text(", or "),
                    .link("https://g/", "HTTPS://g")
                ])
            ])
    }

    @Test(arguments: [
        ("http://a.b.", "http://a.b"), ("Really (http://a.b/c)?", "http://a.b/c"),
        ("http://a.b/c_(d)", "http://a.b/c_(d)"),
        ("(http://a.b/c_(d)).", "http://a.b/c_(d)"), ("[http://a.b](x)", "http://a.b"),
        ("http://[::1]:8/x]", "http://[::1]:8/x"),
        ("“http://a.b/c”", "http://a.b/c"), ("'http://a.b/c'", "http://a.b/c"), ("<http://a.b/c>", "http://a.b/c"),
        ("http://a.b/c…", "http://a.b/c"), ("http://a.b/c!?;:", "http://a.b/c"), ("见https://a.b/c。好", "https://a.b/c"),
        ("«http://a.b/é»", "http://a.b/é"), ("http://a.b/c/ d", "http://a.b/c/"), ("http://a.b/(", "http://a.b/"),
        ("http://a.b|x", "http://a.b"), ("**http://a.b**", "http://a.b"), ("www.a.b/c.", "http://www.a.b/c"),
        ("http://u@a.b/~x/-_", "http://u@a.b/~x/-_"), ("http://a.b/[x)", "http://a.b/[x")
    ])
    func `punctuation around a bare URL isn't part of it`(text: String, target: String) {
        #expect(links(text) == [target])
    }

    @Test(arguments: [
        "xhttp://a.b", "http:// a.b", "http://.", "https:/a.b", "http://a b:c:d@".replacing("a b", with: ":"), "www.a",
        "awww.a.b",
        "x@www.a.b", "ftp://a.b", "javascript://a.b", "http", "://", "www."
    ])
    func `what only resembles a URL is text`(text: String) {
        #expect(links(text) == [])
    }

    @Test func `URLs in links, code and preformatted text stay as they are`() {
        #expect(
            blocks("<a href='http://x.y'><b>http://a.b</b></a> <code>http://c.d</code>") == [
                .paragraph([
                    .link(target: "http://x.y", [.strong("http://a.b")]), .text(" "),
                    .styled(.code, [.text("http://c.d")])
                ])
            ])
        #expect(blocks("<pre>http://a.b</pre>") == [.preformatted([.text("http://a.b")])])
    }

    @Test(arguments: ["http://", "http://a.b ", "www.", "http://a.b/(", "http:", "[http://a.b/)"])
    func `the time to find URLs is in proportion to the text`(part: String) {
        #expect(
            growsSteadily(from: 1 << 14) { bytes in
                _ = Document(html: String(repeating: part, count: bytes / part.utf8.count))
            })
    }
}

@Suite struct LinkBaseTests {
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("\\g", "http://a/g"), ("http:g", "http://a/b/c/g"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), (".", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://x.y", "https://x.y")
    ])
    func `references are resolved as in a browser`(reference: String, expected: String) {
        #expect(LinkBase("http://a/b/c/d;p?q").target(of: reference) == expected)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "  data:text/html,x",
        "file:///etc/passwd",
        "vbscript:x", "about:blank", ""
    ])
    func `references that only make sense in a browser aren't links`(reference: String) {
        #expect(LinkBase("http://a/").target(of: reference) == nil)
    }

    @Test func `a relative reference without a base isn't a link`() {
        #expect(LinkBase(nil).target(of: "/about") == nil)
        #expect(LinkBase("mailto:a@b.c").target(of: "/about") == nil)
    }

    @Test func `a base that would make every link huge is ignored`() {
        let base = "http://a/" + String(repeating: "b/", count: 500_000)
        #expect(LinkBase(base).target(of: "../c") == nil)
        #expect(LinkBase(base).target(of: "http://c") == "http://c")
        let links = String(repeating: "<a href='c'>d</a>", count: 2000)
        #expect(Document(html: "<base href='\(base)'>" + links).links == [])
    }

    @Test func `invalid characters in a URL are percent-encoded`() {
        #expect(
            LinkBase(nil).target(of: "https://x.y/a b\u{1B}\u{202E}<é>")
                == "https://x.y/a%20b%1B%E2%80%AE%3Cé%3E")
    }
}

@Suite struct ReferenceTests {
    @Test(arguments: [
        ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&eacute;&Eacute;&hellip;&mdash;", "éÉ…—"),
        ("&euro;&#8364;&#x20AC;", "€€€"),
        ("a&colon;&NotEqualTilde;&CounterClockwiseContourIntegral;", "a:≂̸∳"), ("&#x1F600;&#X41;", "😀A"),
        ("&zwnj;&zwj;&shy;", "\u{200C}\u{200D}\u{AD}")
    ])
    func `references are decoded`(html: String, text: String) {
        #expect(blocks("x" + html) == [.text("x" + text)])
    }

    @Test(arguments: [
        ("&copy 2026", "© 2026"), ("&notit; &notin;", "¬it; ∉"), ("&ampx", "&x"), ("x&nbsp", "x\u{A0}"),
        ("&#65 &#x42z", "A Bz")
    ])
    func `old references need no semicolon`(html: String, text: String) {
        #expect(blocks(html) == [.text(text)])
    }

    @Test(arguments: [
        "AT&T x, a < b", "a && b", "&unknown; &;", "&#; &#x; &#xg;", "1 <2", "<3 & <<", "a <b and c", "&", "<"
    ])
    func `stray signs stay`(text: String) {
        #expect(blocks(text) == [.text(text)])
    }

    @Test func `invalid character numbers are replaced, and those of Windows understood`() {
        #expect(blocks("&#147;a&#148; &#x80;") == [.text("“a” €")])
        #expect(blocks("x&#0;&#xD800;&#x110000;&#99999999999;") == [.text("x\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")])
    }

    @Test func `a URL keeps what only looks like a reference`() {
        #expect(
            blocks("<a href='http://a/?b=1&copy=2&amp;c=3&not'>x</a>") == [
                .paragraph([.link("http://a/?b=1&copy=2&c=3¬", "x")])
            ])
    }
}

@Suite struct `Times in texts about recordings` {
    /// The words and targets of the links in a text about a recording.
    private func links(_ html: String) -> [String] {
        Document(html: html, recording: "https://a.b/1.mp3").timeLinks
    }

    @Test(arguments: [
        ("<p>12:34 Birds", ["12:34 754"]), ("1:02:03 Birds", ["1:02:03 3723"]), ("(0:05) Birds", ["0:05 5"]),
        ("• 00:05 - Birds", ["00:05 5"]), ("<b>[0:05]</b> Birds", ["0:05 5"]), ("🐦 0:05: Birds", ["0:05 5"]),
        ("<ul><li>0:00 Hello<li>12:34 Birds</ul>", ["0:00 0", "12:34 754"]),
        ("Today:<br>0:00 Hello<br/>\n 12:34.5 Birds", ["0:00 0", "12:34.5 754.500"]),
        ("We spoke of birds (12:34), and of fish [1:00:00].", ["12:34 754", "1:00:00 3600"]),
        ("0:05–0:10 Birds", ["0:05 5"]), ("<small>0:12</small> am Anfang", ["0:12 12"])
    ])
    func `times at the beginning of a line or alone in brackets are links`(html: String, expected: [String]) {
        #expect(links(html) == expected)
    }

    @Test(arguments: [
        "We meet at 12:34 (or 13:00 Uhr)", "10:30 am: doors open", "10:30 a.m.", "20:00 Uhr Konzert", "12:345",
        "1:2 draw",
        "12:75", "1:02:03:04", "12:34h", "John 3:16", "<code>12:34</code>", "<pre>12:34 Birds</pre>", "(at 12:34)",
        "12",
        "<a href='https://a.b/'>12:34</a>"
    ])
    func `times of day, results and code are text`(html: String) {
        #expect(links(html) == [])
    }

    @Test func `without a recording, and with one that isn't on the web, times are text`() {
        #expect(blocks("12:34 Birds") == [.text("12:34 Birds")])
        #expect(Document(html: "12:34 Birds", recording: "javascript:x").blocks == [.text("12:34 Birds")])
    }

    @Test func `URLs in a text with times are links as before`() {
        #expect(
            Document(html: "<p>0:05 See http://x.y (1:00)", recording: "https://a.b/1.mp3").blocks == [
                .paragraph([
                    .link("https://a.b/1.mp3#t=5", "0:05"), .text(" See "), .link("http://x.y", "http://x.y"),
                    .text(" ("), .link("https://a.b/1.mp3#t=60", "1:00"), .text(")")
                ])
            ])
    }

    @Test func `a link to a time needs no number and no place in the list of URLs, but can be opened`() throws {
        let html = "<p>0:05 Birds and <a href='https://x.y/'>fish</a><p>0:10 Frogs"
        let document = Document(html: html, recording: "https://a.b/1.mp3")
        let galley = Typesetter(TypesettingOptions(width: 80)).set(Manuscript(document))
        #expect(
            galley.lines.map(\.text) == ["0:05 Birds and fish [1]", "", "0:10 Frogs", "", "[1] https://x.y/"])
        #expect(galley.numberedLinks == 1 && document.links == ["https://x.y/"])
        let link = try #require(galley.link(line: 2, cell: 0))
        #expect(galley.links[link - 1] == .address("https://a.b/1.mp3#t=10"))
    }

    @Test func `lines that begin with a time have the rest as their words`() {
        let html =
            "<p>About<br>0:00 Hello<br>• (12:34) – <a href=https://x.y>Birds</a><p>1:00:00 - 1:02:00 End<p>20:00 Uhr"
        let lines = Document(html: html).timedLines
        #expect(lines.map { "\($0.time) \($0.words)" } == ["0:00 Hello", "12:34 Birds", "1:00:00 End"])
    }

    @Test(arguments: ["(1:00) ", "(", "(1:00", "1:00<br>", "<li>1:00 ", "1:0"])
    func `many times take linear time`(part: String) {
        let isProportional = growsSteadily(from: 1 << 14) { bytes in
            let html = String(repeating: part, count: bytes / part.utf8.count)
            _ = Document(html: html, recording: "https://a.b/1.mp3").timedLines
        }
        #expect(isProportional)
    }
}

extension Document {
    /// Each link into a recording: its words, and the seconds to which it leads.
    fileprivate var timeLinks: [String] {
        func inInlines(_ inlines: [Inline]) -> [String] {
            inlines.flatMap { inline -> [String] in
                guard case .link(let target, let content) = inline, let mark = target.firstRange(of: "#t="),
                    case .text(let words) = content.first
                else { return inInlines(inline.content) }
                return [words + " " + target[mark.upperBound...]]
            }
        }
        func inBlocks(_ blocks: [Block]) -> [String] {
            blocks.flatMap { block -> [String] in
                switch block {
                case .paragraph(let inlines), .preformatted(let inlines): inInlines(inlines)
                case .list(let list): list.items.flatMap { inBlocks($0.blocks) }
                default: []
                }
            }
        }
        return inBlocks(blocks)
    }
}
