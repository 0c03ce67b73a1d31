import TestSupport
import Testing

@testable import FeedParser

struct PlainTextTests {
    @Test(arguments: [
        ("AT&T", "AT&T"), ("AT&amp;T", "AT&T"), ("&amp;lt;b&amp;gt;", "&lt;b&gt;"), ("&lt;b&gt;", "<b>"),
        ("&eacute;&#233;&#xE9;", "ééé"), ("?a=1&copy=2", "?a=1&copy=2"), ("&nosuch; &#x110000;", "&nosuch; \u{FFFD}")
    ])
    func `references in HTML are decoded exactly once`(html: String, text: String) {
        #expect(PlainText.of(html: html) == text)
    }

    @Test(arguments: [
        ("a < b", "a < b"), ("Vec<T> and Map<Key, Value>", "Vec<T> and Map<Key, Value>"), ("1<2", "1<2"),
        ("<b>bold</B> move", "bold move"), ("un<wbr>broken", "unbroken"), ("one<br/>two", "one two"),
        ("<a title=\"x > y\" href='#'>link</a>", "link"), ("a<!-- no -->b", "ab"), ("open <b", "open <b"),
        ("Optional<Image> and Array<Output>", "Optional<Image> and Array<Output>"), ("5 <ms> <mi>", "5 <ms> <mi>")
    ])
    func `HTML's tags are removed and other angle brackets stay`(html: String, text: String) {
        #expect(PlainText.of(html: html) == text)
    }

    @Test func `white space and control characters become single spaces`() {
        #expect(PlainText.of(html: "\n a\t\r\n b \u{7F} c\u{1B}d ") == "a b c d")
    }

    @Test func `a reference can't produce a control character`() {
        #expect(PlainText.of(html: "a&#27;[2J&#155;&#0;") == "a\u{FFFD}[2J›\u{FFFD}")
    }

    @Test func `a hundred thousand unclosed tags are read in linear time`() {
        let html = String(repeating: "<b <!-- &", count: 100_000)
        #expect(processorTime { _ = PlainText.of(html: html) } < .longestWork)
    }
}
