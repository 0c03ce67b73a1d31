import Testing

@testable import Typesetting

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
