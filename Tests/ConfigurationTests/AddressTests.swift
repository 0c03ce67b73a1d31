import Testing

@testable import Configuration

@Suite struct AddressTests {
    @Test(arguments: [
        "https://example.org/feed.xml", "http://example.org", "https://Example.org/",
        "https://example.org:8080/a?b=c&d#e",
        "http://127.0.0.1/", "http://[::1]:80/feed", "https://müller.example/ä", "https://me:secret@example.org/",
        "https://example.org/%20", "file:///home/me/feed.xml", "file:///home/me/two words.xml"
    ])
    func `a URL that can be fetched is kept unchanged`(text: String) {
        #expect(Address(text)?.url == text)
    }

    @Test(arguments: [
        ("https://example.org/news/feed.xml", "https://example.org/"), ("http://example.org", "http://example.org/"),
        ("https://me:secret@example.org:8080/feed", "https://example.org:8080/"), ("file:///home/me/feed.xml", nil)
    ])
    func `a site's start is the part before the path, without a password`(text: String, page: String?) throws {
        #expect(try #require(Address(text)).frontPage == page)
    }

    @Test(arguments: [
        "", " ", "https:", "https:/", "https://", "https:///feed", "https:// /", "https://?", "https://.",
        "example.org",
        "//example.org/", "/home/me/feed.xml", "://example.org", " https://example.org/",
        "https://example.org/two words",
        "https://example.org/ ", "https://example.org/ \u{301}", "file://", "file:///", "file://host/feed",
        "file:feed.xml", "ftp://example.org/", "gopher://example.org/", "feed://example.org/",
        "javascript:alert(1)", "data:text/xml,<rss/>", "exec:/bin/sh", "query:unread:unread = \"yes\"", "-o", "#"
    ])
    func `any other text isn't a URL`(text: String) {
        #expect(Address(text) == nil)
    }

    @Test func `a scheme that lede can't fetch is told from what isn't a URL`() {
        func words(_ text: String) -> String {
            do { return try Address(typed: text).url } catch { return error.description }
        }
        #expect(
            words("ftp://example.org/")
                == "“ftp://example.org/” has a scheme that lede can't fetch: use http, https or file, or an exec: line in the urls file"
        )
        #expect(words("nonsense").hasPrefix("“nonsense” isn't a URL"))
    }

    @Test(arguments: [
        "\0", "\t", "\n", "\r", "\r\n", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}"
    ])
    func `a URL with a control character is refused`(control: String) {
        #expect(Address("https://example.org/\(control)") == nil)
        #expect(Address("https://example.org/a\(control)b") == nil)
        #expect(Address("file:///home/\(control)feed") == nil)
    }

    @Test func `a local file isn't on the web`() {
        #expect(Address("https://example.org/file:")?.isOnTheWeb == true)
        #expect(Address("file:///home/me/feed.xml")?.isOnTheWeb == false)
        #expect(Address("FILE:///home/me/feed.xml")?.isOnTheWeb == false)
    }

    @Test(arguments: ["exec:ls", "filter:sed:https://a.example/", "query:a:b"])
    func `a command is only accepted from the urls file`(text: String) {
        #expect(Address(text) == nil && Address(fromOutside: text) == nil)
        let failure = #expect(throws: Address.Failure.self) { try Address(typed: text) }
        #expect(failure?.description.contains("write the line into the urls file yourself") == true)
    }

    @Test(arguments: [
        ("feed://a.example/x", "http://a.example/x"), ("feed:https://a.example/x", "https://a.example/x"),
        ("https://a.example/x", "https://a.example/x"), ("file:///etc/passwd", nil), ("https://a:b/", nil),
        ("feed:file:///etc/passwd", nil)
    ])
    func `a URL from outside must lead to the web`(text: String, url: String?) {
        #expect(Address(fromOutside: text)?.url == url)
    }

    @Test(arguments: [
        ("https://a.example/`id`", "https://a.example/%60id%60"),
        ("https://a.example/?a={b}|\"c\"<d>\\^", "https://a.example/?a=%7Bb%7D%7C%22c%22%3Cd%3E%5C%5E"),
        ("https://a.example/%60?a=(b);$c&d='e'#f", "https://a.example/%60?a=(b);$c&d='e'#f"),
        ("https://müller.example/ä", "https://müller.example/ä"),
        ("https://a.example\\b\\?c\\d", "https://a.example/b/?c%5Cd"),
        ("https://a.example/b\u{A0}c\u{3000}", "https://a.example/b%C2%A0c%E3%80%80")
    ])
    func `a URL from outside gets percent signs for invalid characters`(text: String, url: String) {
        #expect(Address(fromOutside: text)?.url == url)
        #expect(Address(fromOutside: url)?.url == url)
        #expect(Address(text)?.url == text)
    }

    @Test func `the message for an invalid URL has an example`() {
        #expect(
            Address.complaint(about: "example")
                == "“example” isn't a URL: use one like https://example.org/feed.xml")
    }

    @Test(arguments: [
        ("example.org/feed", "https://example.org/feed"), ("127.0.0.1:8080/a.xml", "https://127.0.0.1:8080/a.xml"),
        ("HTTP://example.org/", "http://example.org/")
    ])
    func `a typed URL may leave out obvious parts`(text: String, url: String) throws {
        #expect(try Address(typed: text).url == url)
    }

    @Test func `a typed URL that is too long for the urls file is refused with the reason`() {
        let failure = #expect(throws: Address.Failure.self) {
            try Address(typed: "https://a.example/" + String(repeating: "x", count: 70_000))
        }
        #expect(failure?.description == "the URL is longer than 8 KB")
    }

    @Test(arguments: [
        "htp:/foo", "ftp://example.org/", "foo", "a word.b c", "https://example.org/\u{202E}moc", "https://[1:2]/",
        "https://a:b/", "https://a.1/"
    ])
    func `a mistyped URL isn't changed into another one`(text: String) {
        #expect(throws: Address.Failure.self) { try Address(typed: text) }
    }
}
