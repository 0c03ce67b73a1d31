import TestSupport
import Testing

@testable import Configuration

@Suite struct UrlsListTests {
    private static let two = ["https://a.example/", "https://b.example/feed"]

    @Test(arguments: [
        "https://a.example/\nhttps://b.example/feed\n",
        "https://a.example/\nhttps://b.example/feed",
        "https://a.example/\r\nhttps://b.example/feed\r\n",
        "\u{FEFF}https://a.example/\nhttps://b.example/feed\n",
        "\n\n  https://a.example/\n \t \n\thttps://b.example/feed  \n\n",
        "# https://c.example/\nhttps://a.example/\n  # another\n#\nhttps://b.example/feed\n",
        "\u{FEFF}# a comment\r\nhttps://a.example/\r\n\r\nhttps://b.example/feed",
        "https://a.example/ news \"two words\" ~A # no comment\nhttps://b.example/feed\ttag\r\n",
        "\"https://a.example/\" tag\n  \"https://b.example/feed\"\r\n"
    ])
    func `the address of each line is read, in order`(text: String) {
        let list = UrlsList(text)
        #expect(list.urls == Self.two)
        #expect(list.problems == [])
    }

    @Test(arguments: ["", "\n", "\r\n\r\n", " ", "\u{FEFF}", "#", "# https://a.example/"])
    func `a file that names nothing is empty and without problems`(text: String) {
        #expect(UrlsList(text) == UrlsList(""))
        #expect(UrlsList(text).urls == [])
    }

    @Test func `an address that comes twice is read once, where it came first`() {
        #expect(UrlsList((Self.two + Self.two.reversed()).joined(separator: "\n")).urls == Self.two)
    }

    @Test func `in quotation marks an address may hold spaces, quotation marks and backslashes`() {
        #expect(UrlsList(#""file:///two words/\"x\"\\y" tag"#).urls == [#"file:///two words/"x"\y"#])
    }

    @Test func `a line that can't be understood is left out, and told by number and reason`() {
        let list = UrlsList("https://a.example/\n\nnonsense tag\nexec:ls\r\nhttps://b.example/feed\nfile://x")
        #expect(list.urls == Self.two)
        #expect(list.problems.map(\.line) == [3, 4, 6])
        #expect(list.problems.map(\.reason) == ["nonsense", "exec:ls", "file://x"].map(Address.complaint))
    }

    @Test(arguments: ["\"", "\"\"", "\"\\", "\"https://a.example/ x"])
    func `quotation marks around no address are a problem of their line`(text: String) {
        #expect(UrlsList("\n\(text)\n").problems.map(\.line) == [2])
        #expect(UrlsList("\n\(text)\n").urls == [])
    }

    @Test func `any bytes are read, and what comes out are addresses`() {
        var random = SplitMix(state: 1)
        let pieces = ["https://", "file:///", "\"", "\\", " ", "\n", "\r\n", "#", "\0", "\u{FEFF}", "\u{301}", "a"].map
        { Array($0.utf8) }
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).flatMap { _ in
                Bool.random(using: &random)
                    ? pieces.randomElement(using: &random)! : [.random(in: 0...255, using: &random)]
            }
            let list = UrlsList(String(decoding: bytes, as: UTF8.self))
            #expect(list.urls.allSatisfy { Address($0) != nil })
        }
    }

    @Test(arguments: [
        "https://a.example/", "file:///two words", #"file:///"\ "#, "file:///\\\" \\", "https://a.example/\u{A0}b",
        "https://a.example/\u{3000}b", "https://a.example/\u{2028}b", "file:/// \u{301}\"\u{301}\\\u{301}", "file:///#"
    ])
    func `an address is read as it was written`(url: String) throws {
        #expect(Address(url) != nil)
        #expect(UrlsList(UrlsList.quoted(url) + " tag").urls == [url])
    }

    @Test func `an address is put in quotation marks only where it would be cut otherwise`() {
        #expect(UrlsList.quoted("https://a.example/?q=\u{201C}#x") == "https://a.example/?q=\u{201C}#x")
        #expect(UrlsList.quoted("file:///two words") == "\"file:///two words\"")
    }
}
