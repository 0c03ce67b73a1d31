import FeedParser
import Testing

struct EntityTests {
    private func item(_ parts: String, declaring declarations: String = "") throws -> ParsedItem? {
        let type = declarations.isEmpty ? "" : "<!DOCTYPE rss [\(declarations)]>"
        return try FeedParser.parse(Array(type.utf8) + rss(item: parts)).items.first
    }

    @Test func `HTML's entities need no declaration, in text or attributes`() throws {
        let item = try item("<title>caf&eacute; &mdash; &hearts;</title><enclosure url='a?b=&eacute;&amp;c=&lt;'/>")
        #expect(item?.title == "café — ♥")
        #expect(item?.enclosures.first?.url == "a?b=é&c=<")
    }

    @Test func `all names that HTML has are known, also those that stand for two characters`() throws {
        #expect(try item("<title>a&NewLine;b &nvlt; &CounterClockwiseContourIntegral;</title>")?.title == "a b <⃒ ∳")
        #expect(try item("<title>&nvlt; &fjlig; AT&T</title>")?.title == "<⃒ fj AT&T")
    }

    @Test func `a short entity of the document's own is what it says, with references in it decoded`() throws {
        let declarations = "<!ENTITY name 'Ada &#38;eacute; &amp; Co'><!ENTITY both '&name;!'>"
        #expect(try item("<title>&name;, &both;</title>", declaring: declarations)?.title == "Ada é & Co, Ada é & Co!")
    }

    @Test func `an entity with markup is ignored`() throws {
        let declaration = "<!ENTITY bold '<title>evil</title>'>"
        #expect(try item("<title>a &bold; b</title>", declaring: declaration)?.title == "a &bold; b")
    }

    @Test(arguments: [
        ("don&#146;t", "don’t"), ("don\u{92}t", "don’t"), ("Â é", "Â é"), ("a\u{A0}b", "a\u{A0}b"),
        ("a&#129;b", "a\u{FFFD}b"), ("a\u{81}b", "a\u{FFFD}b")
    ])
    func `stray control characters are those of windows-1252`(text: String, title: String) throws {
        #expect(try item("<title>\(text)</title>")?.title == title)
    }
}
