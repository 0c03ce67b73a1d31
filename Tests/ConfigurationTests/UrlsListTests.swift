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
        "\"https://a.example/\" tag\n  \"https://b.example/feed\"\r\n",
        "#:::: News ::::\nhttps://a.example/\n#:\n#: \n#\nhttps://b.example/feed"
    ])
    func `the URL of each line is read, in order`(text: String) {
        let list = UrlsList(text)
        #expect(list.urls == Self.two)
        #expect(list.problems == [])
    }

    @Test(arguments: ["", "\n", "\r\n\r\n", " ", "\u{FEFF}", "#", "# https://a.example/"])
    func `a urls file without entries is empty and without problems`(text: String) {
        #expect(UrlsList(text) == UrlsList(""))
        #expect(UrlsList(text).urls == [])
    }

    @Test func `words after the URL are tags, a title and the mark that hides the feed`() {
        let list = UrlsList(#"https://a.example/ code "two words" "~The Title" ! ~Other code #late "x"#)
        let feed = list.feeds[0]
        #expect(feed.tags == ["code", "two words"])
        #expect(feed.title == "The Title")
        #expect(feed.isHidden)
        #expect(list.problems == [])
    }

    /// The results of newsboat's own tokenizer.
    @Test(arguments: [
        (#"u "a\tb\"c\\d\e" f"#, ["u", "a\tb\"c\\d" + "e", "f"]), (#"u "a\`b""#, ["u", "a\\`b"]),
        (#"u a"b c"d"#, ["u", "a\"b", "c\"d"]), (#"u "a"b"#, ["u", "a", "b"]), (#"u "a b"#, ["u", "a b"]),
        ("u a#b #c d", ["u", "a#b"]), ("u \"#a\" 'b c'", ["u", "#a", "'b", "c'"]), (#"u "" a\"#, ["u", "", "a\\"]),
        (#""u v"#, ["u v"]), ("#u v", []), (" \t", [])
    ])
    func `words are separated as in newsboat`(line: String, words: [String]) {
        #expect(UrlsWord.words(of: Array(line.utf8)[...]).map(\.text) == words)
    }

    @Test func `a URL that occurs twice is one feed, with the tags of both lines`() {
        let list = UrlsList(
            "https://a.example/ one\nhttps://b.example/\nHTTPS://a.example/ two one ~A !\n#: interval 2h")
        #expect(list.urls == ["https://a.example/", "https://b.example/"])
        #expect(list.feeds[0].tags == ["one", "two"])
        #expect(list.feeds[0].title == "A" && list.feeds[0].isHidden && list.feeds[0].options?.interval == 7200)
        #expect(list.problems.map(\.reason) == ["“https://a.example/” is already in line 1: lede merges the two lines"])
    }

    @Test func `a quoted URL may contain spaces, quotation marks and backslashes`() {
        #expect(UrlsList(#""file:///two words/\"x\"\\y" tag"#).urls == [#"file:///two words/"x"\y"#])
    }

    @Test func `commands in the urls file are feeds`() {
        let urls = ["exec:~/bin/feed --all", "filter:sed s/a/b/:https://a.example/", "filter:x:file:///a"]
        let list = UrlsList(urls.map { "\"\($0)\" tag\n" }.joined())
        #expect(list.urls == urls)
        #expect(list.problems == [])
    }

    @Test(arguments: [
        "exec:", "\"exec: \"", "filter:", "filter:sed", "filter::https://a.example/", "filter:sed:exec:ls"
    ])
    func `an incomplete command is reported with what was expected`(line: String) {
        #expect(UrlsList(line).urls == [])
        #expect(UrlsList(line).problems[0].reason.contains("isn't a command for a feed: use "))
    }

    @Test func `a query has a name and a filter, which may contain colons`() {
        let list = UrlsList(
            "https://a.example/\n\"query:New: age between 0:1\" tag !\n#: group g\nquery:b::x=\"std::y\"\n")
        #expect(list.queries.map(\.name) == ["New", "b"])
        #expect(list.queries.map(\.expression) == [" age between 0:1", "x=\"std::y\""])
        #expect(list.queries.map(\.column) == [12, 10])
        #expect(list.queries[0].tags == ["tag"] && list.queries[0].isHidden && list.queries[0].feedsAbove == 1)
        #expect(list.queries[1].group?.path == "g")
        #expect(list.problems == [])
    }

    @Test(arguments: ["query:", "query:name", "query:name:", "\"query: :x\"", "\"query:a: \""])
    func `a query without a name or a filter is reported`(line: String) {
        #expect(UrlsList(line).queries == [])
        #expect(UrlsList(line).problems.map(\.column) == [1])
    }

    @Test(arguments: ["query:New:unread = \"yes\"", "query:Kernel:title =~ kernel", "query:Old:age > 7 tag"])
    func `a saved search without its quotation marks is reported`(line: String) {
        #expect(UrlsList(line).queries == [])
        #expect(UrlsList(line).problems[0].reason.hasPrefix("put the saved search in quotation marks"))
    }

    @Test func `an invalid line is ignored and reported with its position and what was expected`() {
        let list = UrlsList("https://a.example/\n\n  nonsense tag\nftp://x\r\nhttps://b.example/feed\nfile://x")
        #expect(list.urls == Self.two)
        #expect(
            list.problems.map { $0.words(in: "urls") } == [
                "urls:3:3: “nonsense” isn't a URL: use one like https://example.org/feed.xml",
                "urls:4:1: “ftp://x” has a scheme that lede can't fetch: use http, https or file, or an exec: line in the urls file",
                "urls:6:1: “file://x” isn't a URL: use one like https://example.org/feed.xml"
            ])
    }

    @Test(arguments: ["\"", "\"\"", "\"\\", "\"https://a.example/ x"])
    func `quotation marks without a URL are a problem of their line`(text: String) {
        #expect(UrlsList("\n\(text)\n").problems.map(\.line) == [2])
        #expect(UrlsList("\n\(text)\n").urls == [])
    }

    @Test(arguments: [
        ("https://a.example/\n", true), ("https://a.example/ code \"~A\"\nquery:Q:unread = \"yes\"\n# a remark", true),
        ("#: group code\nhttps://a.example/\n#:\tgroup\n", true), ("", true),
        ("https://a.example/\n#: refresh no\n", false), ("https://a.example/\n#: verify no", false),
        ("https://a.example/ !\n", false), ("query:Q:unread = \"yes\" !", false),
        ("https://a.example/\n#:", false), ("https://a.example/\n#: grou", false)
    ])
    func `a urls file is bare if it sets and hides nothing`(text: String, isBare: Bool) {
        #expect(UrlsList.isBare(Array(text.utf8)) == isBare)
    }

    @Test func `lines below a URL set options of its feed`() throws {
        let list = UrlsList(
            """
            https://a.example/
            #: interval 2h
            # a remark

            #: header Accept-Language: de
            #:\theader  X-Key:  "a # b"
            #: user-agent "Mozilla/5.0 (X11)"
            #: password-command pass show "feeds/a"
            https://b.example/
            """)
        #expect(list.problems == [])
        let options = try #require(list.feeds[0].options)
        #expect(options.interval == 7200)
        #expect(options.headers.map(\.name) == ["Accept-Language", "X-Key"])
        #expect(options.headers.map(\.value) == ["de", "\"a # b\""])
        #expect(options.userAgent == "Mozilla/5.0 (X11)")
        #expect(options.passwordCommand == "pass show \"feeds/a\"")
        #expect(list.feeds[1].options == nil)
    }

    @Test(arguments: [
        ("#: interval 2h\nhttps://a.example/", 1, "no feed above “interval”: put it below the line of its feed"),
        (
            "https://a.example/\n#: group x\n#: verify no", 3,
            "no feed above “verify”: put it below the line of its feed"
        ),
        ("query:a:b ~New", 1, "a saved search can't have a title: it's called “a”, not “New”"),
        (
            "query:a:b\n#: verify no", 2,
            "“verify” doesn't apply to the saved search above it: put it below the line of a feed"
        ),
        (
            "https://a.example/\n#: intervall 2h", 2,
            "unknown feed setting “intervall”: did you mean “interval”?"
        ),
        ("https://a.example/\n#: colour red", 2, "unknown feed setting “colour”"),
        (
            "https://a.example/\n#: interval often", 2,
            "“interval” must be a time such as 30m, 2h or 1d (without a unit, minutes), not “often”"
        ),
        ("https://a.example/\n#: verify", 2, "“verify” must be yes or no, not nothing")
    ])
    func `an invalid option is reported with what was expected`(text: String, line: Int, reason: String) {
        #expect(UrlsList(text).problems == [UrlsProblem(line: line, column: 1, reason: reason)])
    }

    @Test func `options below an ignored line are ignored, too`() {
        let list = UrlsList("https://a.example/\nnonsense\n#: interval 2h\n")
        #expect(list.feeds[0].options?.interval == nil)
        #expect(list.problems.map(\.line) == [2])
    }

    @Test func `a group contains the following lines, and its path gives tags`() {
        let list = UrlsList(
            """
            https://a.example/
            #: group code/swift
            https://b.example/ apple
            #: group "two words"
            https://c.example/
            #: group
            https://d.example/
            """)
        #expect(list.feeds.map { $0.group?.path } == [nil, "code/swift", "two words", nil])
        #expect(list.feeds.map(\.allTags) == [[], ["apple", "code", "code/swift"], ["two words"], []])
        #expect(list.problems == [])
    }

    @Test func `groups nested too deeply are refused`() {
        let list = UrlsList("#: group a/b/c/d/e/f/g/h/i\nhttps://a.example/")
        #expect(list.problems.map(\.line) == [1])
        #expect(list.feeds[0].group == nil)
    }

    @Test func `invalid bytes in a title or tag are replaced and reported, and an invalid URL is ignored`() {
        let list = UrlsList(
            Array("https://a.example/ caf".utf8) + [0xE9, 10] + Array("https://b.example/".utf8) + [0xE9])
        #expect(list.urls == ["https://a.example/"])
        #expect(list.feeds[0].tags == ["caf\u{FFFD}"])
        #expect(list.problems.map(\.line) == [1, 2])
        #expect(list.problems.map(\.column) == [20, 1])
    }

    @Test func `a urls file in UTF-16 is reported as such`() {
        let list = UrlsList([0xFF, 0xFE] + "https://a.example/\n".utf8.flatMap { [$0, 0] })
        #expect(list.problems.map(\.reason) == ["the file is in UTF-16: save it as UTF-8"])
    }

    @Test func `an invalid byte can't be part of a URL`() {
        #expect(UrlsList("https://a.example/\0\nhttps://b.example/").urls == ["https://b.example/"])
    }

    @Test(.timeLimit(.minutes(5))) func `endless lines and lists are limited`() {
        let long = String(repeating: "a", count: 10_000_000)
        let list = UrlsList("# \(long)\nhttps://a.example/ \(long)\n#: interval 2h\nhttps://b.example/")
        #expect(list.urls == ["https://b.example/"])
        #expect(list.problems.map(\.line) == [2])
        #expect(UrlsList(String(repeating: "x\n", count: 100_000)).problems.count == 1000)
        let tags = "https://a.example/ " + (1...10_000).map { "t\($0)" }.joined(separator: " ")
        #expect(UrlsList(tags).feeds[0].tags.count == 100)
        let headers = "https://a.example/\n" + String(repeating: "#: header a: b\n", count: 1000)
        #expect(UrlsList(headers).feeds[0].options?.headers.count == 50)
    }

    @Test func `any bytes are read, and all results are URLs`() {
        var random = SplitMix(state: 1)
        let pieces = [
            "https://", "file:///", "\"", "\\", " ", "\n", "\r\n", "#", "#: group a", "\0", "\u{301}", "exec:"
        ]
        .map { Array($0.utf8) }
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).flatMap { _ in
                Bool.random(using: &random)
                    ? pieces.randomElement(using: &random)! : [.random(in: 0...255, using: &random)]
            }
            #expect(UrlsList(bytes).urls.allSatisfy { Address(inUrlsFile: $0) != nil })
        }
    }

    @Test(arguments: [
        "https://a.example/", "file:///two words", #"file:///"\ "#, "file:///\\\" \\", "https://a.example/\u{A0}b",
        "https://a.example/\u{3000}b", "file:/// \u{301}\"\u{301}\\\u{301}", "file:///#"
    ])
    func `a URL is read as it was written`(url: String) throws {
        #expect(Address(url) != nil)
        #expect(UrlsList(UrlsWord.quoted(url) + " tag").urls == [url])
    }

    @Test(arguments: ["\"\u{301}tag", "#\u{301}tag", "\u{301}\"tag", "two\u{301} words", "x~\u{301}"])
    func `a tag with combining marks is read as it was written`(tag: String) {
        #expect(UrlsList("https://a.example/ " + UrlsWord.quoted(tag) + " last").feeds.first?.tags == [tag, "last"])
    }

    @Test func `a URL gets quotation marks only if it would be cut otherwise`() {
        #expect(UrlsWord.quoted("https://a.example/?q=\u{201C}#x") == "https://a.example/?q=\u{201C}#x")
        #expect(UrlsWord.quoted("file:///two words") == "\"file:///two words\"")
    }
}

@Suite struct UrlsTrustTests {
    private let old = UrlsList("https://a.example/\n#: interval 2h\nexec:date\n")

    @Test(arguments: [
        ("\"exec:date -u\"", "exec:date -u"),
        ("\"filter:sed s/a/b/:https://a.example/x\"", "filter:sed s/a/b/:https://a.example/x"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        ("https://b.example/\n#: password-command cat secret", "https://b.example/"),
        ("https://b.example/\n#: verify no", "https://b.example/"),
        ("https://b.example/\n#: proxy http://c.example:8080", "https://b.example/")
    ])
    func `a line that runs a command, reads a file or trusts somebody is reported`(lines: String, url: String) {
        let new = UrlsList("https://a.example/\nexec:date\n\(lines)\n")
        #expect(new.feedsToTrust(comparedWith: old) == [url])
    }

    @Test func `a setting that ends up below another feed's line is reported`() {
        let new = UrlsList("https://a.example/\n#: password-command cat secret\nexec:date\n")
        #expect(new.feedsToTrust(comparedWith: old) == ["https://a.example/"])
    }

    @Test func `existing lines and web URLs aren't reported`() {
        let new = UrlsList("exec:date moved\nhttps://a.example/\nhttps://b.example/ news\n#: interval 3h\n")
        #expect(new.feedsToTrust(comparedWith: old) == [])
    }
}
