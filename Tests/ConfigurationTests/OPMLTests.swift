import Configuration
import TestSupport
import Testing

@Suite struct OPMLTests {
    private func opml(_ body: String) throws -> OPML {
        try OPML(Array("<?xml version='1.0'?>\n<opml version='2.0'><body>\(body)</body></opml>".utf8))
    }

    private func failure(of document: String) -> OPML.Failure? {
        do {
            _ = try OPML(Array(document.utf8))
            return nil
        } catch { return error }
    }

    @Test func `feeds are found in outlines of any depth, in order, each once`() throws {
        let list = try opml(
            """
            <outline text='code'>
                <outline text='Swift' type='rss' xmlUrl='https://a.example/?x=1&amp;y=2' htmlUrl='https://a.example/'/>
                <outline text='more'><outline xmlUrl='https://b.example/'/></outline>
            </outline>
            <outline xmlUrl='https://c.example/'/><outline xmlUrl='https://b.example/'/>
            """)
        #expect(
            list.feeds.map(\.address.url) == ["https://a.example/?x=1&y=2", "https://b.example/", "https://c.example/"])
        #expect(list.refused == [])
    }

    @Test func `an outline without a feed's URL is ignored`() throws {
        let list = try opml("<outline text='x' url='https://a.example/'/><feed xmlUrl='https://b.example/'/>")
        #expect(list.feeds.map(\.address.url) == [])
        #expect(list.refused == [])
    }

    @Test(arguments: [
        "file:///etc/passwd", "FILE:///etc/passwd", "exec:rm -rf ~", "filter:a:https://b.example/", "/etc/passwd", "",
        "javascript:alert(1)", "https://a.example/&#9;b"
    ])
    func `a URL that doesn't lead to the web is refused and reported`(url: String) throws {
        let list = try opml("<outline xmlUrl='\(url)'/><outline xmlUrl='https://a.example/'/>")
        #expect(list.feeds.map(\.address.url) == ["https://a.example/"])
        #expect(list.refused == [url.replacing("&#9;", with: "\t")])
    }

    @Test func `a URL that is too long for the urls file is refused and reported`() throws {
        let long = "https://a.example/" + String(repeating: "x", count: 70_000)
        let list = try opml("<outline xmlUrl='\(long)'/><outline xmlUrl='https://a.example/'/>")
        #expect(list.feeds.map(\.address.url) == ["https://a.example/"] && list.refused == [long])
        // Each byte takes three with percent signs.
        let strange = "https://a.example/" + String(repeating: "{", count: 8000)
        let feeds = try opml("<outline xmlUrl='\(strange)'/>").feeds
        var text = UrlsText([])
        #expect(text.add(feeds).count == 1 && text.list.feeds.count == 1 && text.list.problems.isEmpty)
    }

    @Test func `a list in another encoding is read`() throws {
        let document = "<?xml version='1.0' encoding='ISO-8859-1'?><opml><outline xmlUrl='https://a.example/é'/></opml>"
        #expect(
            try OPML(document.unicodeScalars.map { UInt8($0.value) }).feeds.map(\.address.url) == [
                "https://a.example/é"
            ])
    }

    @Test func `titles, folders and categories are imported`() throws {
        let list = try opml(
            """
            <outline text='Code'><outline title='More/Swift'>
                <outline text='x' title=' The
            Title ' xmlUrl='https://a.example/' category='/apple/ios, new '/>
            </outline><outline text='B' xmlUrl='feed:https://b.example/'/></outline>
            <outline text='https://c.example/' xmlUrl='https://c.example/'/>
            <outline text='News'><outline text='again' xmlUrl='https://a.example/'/></outline>
            """)
        #expect(list.feeds.map(\.title) == ["The Title", "B", nil])
        #expect(list.feeds.map { $0.group?.path } == ["Code/More/Swift", "Code", nil])
        #expect(list.feeds.map(\.tags) == [["apple/ios", "new", "News"], [], []])
    }

    @Test func `an empty list is a list`() throws {
        #expect(try opml("").feeds == [])
    }

    @Test func `an empty file is reported as such`() {
        #expect(failure(of: "")?.description == "the file is empty")
    }

    @Test func `broken XML is reported with its line and the reason, in one line`() {
        let document =
            "<opml>\n<body>\n<outline xmlUrl='https://a.example/'>\n</body>\n"
            + String(repeating: "<outline/>\n", count: 1000)
        #expect(
            failure(of: document)?.description
                == "invalid XML: Opening and ending tag mismatch: outline line 3 and body")
        #expect(failure(of: document)?.line == 4)
    }

    @Test func `a truncated list is reported with its last line`() {
        #expect(failure(of: "<opml>\n<body>\n<outline/>")?.line == 3)
    }

    @Test(arguments: ["{}", "https://a.example/\n", "   \n", "\0\0", "<", "<opml"])
    func `a document that isn't XML is reported as invalid XML`(document: String) {
        #expect(failure(of: document)?.description.hasPrefix("invalid XML: ") == true)
    }

    @Test func `another kind of XML is reported with its name and line`() {
        let document = "<?xml version='1.0'?>\n<rss version='2.0'>\n<channel/>\n</rss>"
        #expect(failure(of: document)?.description == "not an OPML file: it begins with <rss>")
        #expect(failure(of: document)?.line == 2)
    }

    @Test func `endlessly nested outlines are refused`() {
        let document = "<opml>" + String(repeating: "<outline>", count: 200_000)
        #expect(failure(of: document) != nil)
    }

    @Test(arguments: ["a\\0='x'", "xmlns:a\\0='urn:\\0'"])
    func `tens of thousands of attributes of one element are refused quickly`(attribute: String) {
        let attributes = (0..<60_000).map { attribute.replacing("\\0", with: "\($0)") }.joined(separator: " ")
        let document = "<opml><outline \(attributes)/></opml>"
        var found: OPML.Failure?
        let time = processorTime { found = failure(of: document) }
        #expect(found?.description == "more than 256 attributes or namespaces in one element")
        #expect(time < .seconds(2))
    }

    @Test func `tens of thousands of names are refused`() {
        let names = (0..<60_000).map { "<a\($0)/>" }.joined()
        #expect(failure(of: "<opml>\(names)</opml>")?.description == "more than 20000 names")
    }

    @Test func `a list above the limit is refused`() throws {
        let list = Array("<opml>".utf8) + Array(repeating: UInt8(ascii: " "), count: 33 << 20)
        let failure = #expect(throws: OPML.Failure.self) { try OPML(list) }
        #expect(failure?.description == "the file is larger than 32 MB")
    }

    /// Ten entities, each ten times as large as the one before.
    private static let bomb =
        "<!DOCTYPE opml [<!ENTITY e0 'https://a.example/'>"
        + (1...10).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }.joined() + "]>"

    @Test(.timeLimit(.minutes(5)), arguments: ["<outline xmlUrl='&e10;'/>", "<outline text='&e10;'/>"])
    func `nested entities in an attribute are refused`(outline: String) {
        #expect(failure(of: Self.bomb + "<opml>\(outline)</opml>") != nil)
    }

    @Test(.timeLimit(.minutes(5))) func `nested entities in the text are not expanded`() throws {
        let document = Self.bomb + "<opml><head>&e10;</head><outline xmlUrl='https://b.example/'/></opml>"
        let list = try? OPML(Array(document.utf8))
        #expect(list == nil || list?.feeds.map(\.address.url) == ["https://b.example/"])
    }

    @Test(arguments: ["<outline xmlUrl='&file;'/>", "<outline>&file;</outline>"])
    func `a list can't read another file`(outline: String) throws {
        let document = "<!DOCTYPE opml [<!ENTITY file SYSTEM 'file:///etc/hostname'>]><opml>\(outline)</opml>"
        let list = try? OPML(Array(document.utf8))
        #expect(list == nil || list?.feeds.map(\.address.url) == [] && list?.refused == [])
    }

    @Test func `any bytes are read or refused`() {
        var random = SplitMix(state: 2)
        let whole = Array("<opml><body><outline text='é' xmlUrl='https://a.example/'/><!-- x --></body></opml>".utf8)
        for _ in 0..<2000 {
            var document = whole
            for _ in 0..<3 {
                document[.random(in: 0..<document.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let list = try? OPML(document)
            #expect(list?.feeds.allSatisfy { $0.address.isOnTheWeb } != false)
        }
    }
}

@Suite struct OPMLDocumentTests {
    private func text(_ feeds: [OPMLDocument.Feed]) -> String {
        OPMLDocument(feeds, date: "Sat, 21 Nov 2026 12:00:00 GMT").text
    }

    @Test
    func `a hidden feed stays hidden when imported, and other readers ignore that`()
        throws
    {
        let feeds = [
            OPMLDocument.Feed(url: "https://a.example/", title: "A", isHidden: true),
            OPMLDocument.Feed(url: "https://b.example/", title: "B")
        ]
        let list = try OPML(Array(text(feeds).utf8))
        #expect(list.feeds.map(\.isHidden) == [true, false])
        #expect(!text(Array(feeds.dropFirst())).contains("lede:"))
        var urls = UrlsText([])
        _ = urls.add(list.feeds)
        #expect(urls.list.feeds.map(\.isHidden) == [true, false])
    }

    @Test func `a title can't make a terminal show another program's picture`() throws {
        let feed = OPMLDocument.Feed(url: "https://a.example/", title: "\u{10EEEE}\u{305}\u{305}")
        #expect(!text([feed]).unicodeScalars.contains("\u{10EEEE}"))
        #expect(try OPML(Array(text([feed]).utf8)).feeds.map(\.title) == [feed.title])
    }

    @Test func `what a title hides in invisible characters is in sight`() throws {
        let feed = OPMLDocument.Feed(url: "https://a.example/", title: "A\u{200B}\u{E0041}\u{E0101}B 👩‍👧 ❤️ می‌خواهم")
        #expect(text([feed]).contains("\"A&#x200B;&#xE0041;&#xE0101;B 👩‍👧 ❤️ می‌خواهم\""))
        #expect(try OPML(Array(text([feed]).utf8)).feeds.map(\.title) == [feed.title])
    }

    @Test func `feeds come before the folders beside them, in the given order`() {
        let feeds = [
            OPMLDocument.Feed(
                url: "https://a.example/", title: "A", site: "https://a.example/", group: FeedGroup(path: "x/y")),
            OPMLDocument.Feed(url: "https://b.example/", title: "B", tags: ["one", "two, three"]),
            OPMLDocument.Feed(url: "https://c.example/", title: "C", group: FeedGroup(path: "x"))
        ]
        #expect(
            text(feeds) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <opml version="2.0">
                <head>
                  <title>Feeds from lede</title>
                  <dateCreated>Sat, 21 Nov 2026 12:00:00 GMT</dateCreated>
                </head>
                <body>
                  <outline type="rss" text="B" title="B" xmlUrl="https://b.example/" category="one,two  three"/>
                  <outline text="x" title="x">
                    <outline type="rss" text="C" title="C" xmlUrl="https://c.example/"/>
                    <outline text="y" title="y">
                      <outline type="rss" text="A" title="A" xmlUrl="https://a.example/" htmlUrl="https://a.example/"/>
                    </outline>
                  </outline>
                </body>
                </opml>
                """)
    }

    @Test(arguments: ["a & <b> \"c\" 'd'", "]]>", "\u{1F600} é", "&amp;"])
    func `every text is read from a list as it was written`(title: String) throws {
        let list = try OPML(Array(text([.init(url: "https://a.example/?x=1&y='2'", title: title, tags: [title])]).utf8))
        #expect(list.feeds.map(\.title) == [title])
        #expect(list.feeds.map(\.tags) == [[title]])
        #expect(list.feeds.map(\.address.url) == ["https://a.example/?x=1&y='2'"])
    }

    @Test(arguments: ["a\nb", "a\0b", "a\u{1B}b", "a\u{FFFE}b", "a\u{202E}b", "a\u{FFFF}"])
    func `a list leaves out characters that XML lacks or nobody can see`(title: String) throws {
        let list = try OPML(Array(text([.init(url: "https://a.example/", title: title)]).utf8))
        #expect(["a b", "ab", "a"].contains(list.feeds[0].title))
    }
}
