import Testing

@testable import Typesetting

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
