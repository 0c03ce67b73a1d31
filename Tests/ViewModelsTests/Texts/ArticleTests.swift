import Configuration
import FeedParser
import Foundation
import Refresh
import Signals
import TestSupport
import Testing
import Typesetting

@testable import Library
@testable import ViewModels

@Suite struct `An article` {
    private func article(title: String = "Title", link: String? = nil, alsoIn: [String] = [], html: String) -> Article {
        let item = Item(
            id: ItemID(1), feed: FeedID(1), title: title, link: link, author: "A. Writer", date: Date(),
            states: ItemStates())
        return Article(item: item, feedName: "News", feedSite: nil, alsoIn: alsoIn, html: html)
    }

    @Test func `an article begins with its title, origin and link`() {
        let lines = article(link: "https://example.org/1", html: "<p>Text</p>").document.lines(width: 80).map(\.text)
        #expect(lines[0] == "Title")
        #expect(lines[3].hasPrefix("News · A. Writer · "))
        #expect(lines[4] == "https://example.org/1")
        #expect(lines.last == "Text")
    }

    @Test func `an article's own link has no number`() throws {
        let html = "<p><a href='https://a.example/'>One</a></p>"
        let galley = Typesetter(TypesettingOptions(width: 80)).set(
            Manuscript(article(link: "https://example.org/1", html: html).document))
        let link = try #require(galley.link(line: 4, cell: 3))
        #expect(galley.links[link - 1] == .address("https://example.org/1"))
        #expect(galley.lines.suffix(3).map(\.text) == ["One [1]", "", "[1] https://a.example/"])
    }

    @Test func `an article that links to its own page shows the number of that link`() {
        let html = "<p><a href='https://example.org/1'>Read on</a></p>"
        let lines = article(link: "https://example.org/1", html: html).document.lines(width: 80).map(\.text)
        #expect(lines[4] == "https://example.org/1 [1]")
        #expect(lines.suffix(3) == ["Read on [1]", "", "[1] https://example.org/1"])
    }

    @Test func `an article without pictures shows the item's own, or an attached one`() {
        func pictures(_ html: String, _ change: (inout Article) -> Void) -> [String?] {
            var article = article(html: html)
            change(&article)
            let foot = article.document.plainText.contains("a.jpg") ? ["listed"] : []
            return article.document.images.map(\.source) + foot
        }
        let photo = Article.Enclosure(url: "https://example.org/a.jpg", type: "image/jpeg")
        #expect(pictures("<p>Text") { $0.image = "https://example.org/i.png" } == ["https://example.org/i.png"])
        #expect(pictures("") { $0.image = "https://example.org/i.png" } == ["https://example.org/i.png"])
        #expect(pictures("<p>Text") { $0.enclosures = [photo] } == ["https://example.org/a.jpg"])
        #expect(
            pictures("<img src=https://example.org/b.png>") { $0.enclosures = [photo] } == [
                "https://example.org/b.png", "listed"
            ])
        #expect(pictures("<p>Text") { $0.image = "cover.png" } == [])
        #expect(
            pictures("<p>Text") {
                $0.image = "https://example.org/cover.png"
                $0.feedImage = "https://example.org/cover.png"
            } == [])
    }

    @Test func `a long article keeps the item's picture when its end comes`() {
        let html = String(repeating: "<p>Words.", count: 10_000) + "<img src=https://example.org/end.png>"
        var article = article(html: html)
        article.image = "https://example.org/i.png"
        #expect(article.beginning()?.images.map(\.source) == ["https://example.org/i.png"])
        #expect(
            article.document.images.map(\.source) == ["https://example.org/i.png", "https://example.org/end.png"])
    }

    @Test func `an article names its files, its subjects and its original feed`() {
        let plain = article(html: "<p>Text</p>")
        let article = Article(
            item: plain.item, feedName: "News", html: plain.html,
            categories: ["space", "ships"].map { .init(name: $0) },
            enclosures: [.init(url: "https://example.org/1.mp3?from=feed", type: "audio/mpeg", length: 34_000_000)],
            origin: .init(title: "Elsewhere"), episode: .init(duration: 3723))
        let lines = article.document.lines(width: 80).map(\.text)
        #expect(lines[3].hasPrefix("News · from Elsewhere · A. Writer"))
        #expect(
            lines.suffix(3) == [
                "1.mp3 [1] · audio/mpeg · 34 MB · 1:02:03", "", "[1] https://example.org/1.mp3?from=feed"
            ])
        #expect(lines[4] == "about space, ships")
        #expect(lines[5] == "1.mp3 [1] · audio/mpeg · 34 MB · 1:02:03")
    }

    @Test func `the head of an article names the key that plays its file, and none where there is no file`() {
        var article = Article(
            item: article(html: "").item, feedName: "News", html: "<p>Text</p>",
            enclosures: [
                .init(url: "https://example.org/cover.jpg", type: "image/jpeg"),
                .init(url: "https://example.org/1.mp3", type: "audio/mpeg"),
                .init(url: "https://example.org/1.mp4", type: "video/mp4", length: 2_000_000)
            ])
        #expect(
            article.document(key: "e").lines(width: 80).map(\.text)[4...5] == [
                "1.mp3 [2] · audio/mpeg · e to queue and play", "1.mp4 [3] · video/mp4 · 2.0 MB"
            ])
        article.enclosures.removeSubrange(1...)
        #expect(!article.document(key: "e").lines(width: 80).contains { $0.text.contains("e to queue") })
    }

    /// An episode with a file, and chapters in its feed.
    private func episode(html: String, chapters: String) -> Article {
        Article(
            item: article(html: "").item, feedName: "News", html: html,
            enclosures: [.init(url: "https://example.org/1.mp3", type: "audio/mpeg")],
            episode: .init(chapters: #"{"chapters":[\#(chapters)]}"#))
    }

    @Test func `an episode lists the chapters of its feed, whose times lead into its file`() throws {
        let chapters = #"{"startTime":0,"title":"Hello"},{"startTime":62.5,"title":"Birds","url":"https://b.example/"}"#
        let document = episode(html: "<p>Notes</p>", chapters: chapters).document
        #expect(
            document.lines(width: 80).map(\.text).dropFirst(6) == [
                "Notes", "", "Chapters", "────────", "", "• 0:00 Hello", "• 1:02 Birds [1]", "",
                String(repeating: "─", count: 80), "",
                "1.mp3 [2] · audio/mpeg", "", "[1] https://b.example/", "[2] https://example.org/1.mp3"
            ])
        let galley = Typesetter(TypesettingOptions(width: 80)).set(Manuscript(document))
        let line = try #require(galley.lines.firstIndex { $0.text.contains("Birds") })
        let link = try #require(galley.link(line: line, cell: 2))
        #expect(galley.links[link - 1] == .address("https://example.org/1.mp3#t=62.500"))
    }

    @Test func `chapters that the text names itself aren't listed again`() {
        let article = episode(
            html: "<p>0:00 Hello<br>1:02 Birds</p>", chapters: #"{"startTime":0,"title":"Hello"}"#)
        #expect(!article.document.plainText.contains("Chapters"))
    }

    @Test(arguments: [
        ("https://user:pw@files.example", "https://files.example"),
        ("https://аррӏе.example/", "https://xn--80ak6aa92e.example/"),
        ("https://a.example/https://user:pw@files.example", "files.example"), ("https://a.example/x/1.mp3", "1.mp3")
    ])
    func `a file is named without passwords, and no host passes for another`(url: String, name: String) {
        let plain = article(html: "<p>Text</p>")
        let article = Article(item: plain.item, feedName: "News", html: plain.html, enclosures: [.init(url: url)])
        let lines = article.document.lines(width: 80).map(\.text)
        #expect(lines.contains("\(name) [1]"), "\(lines)")
    }

    @Test func `an article names the other feeds that have it`() {
        let lines = article(alsoIn: ["Planet", "A Blog"], html: "").document.lines(width: 80).map(\.text)
        #expect(lines[4] == "also in: Planet, A Blog")
    }

    @Test func `an untitled article shows its opening words only once`() {
        let long = Array(repeating: "word", count: 40).joined(separator: " ")
        let title = Array(repeating: "word", count: 20).joined(separator: " ") + " …"
        let lines = article(title: title, html: "<p>\(long)</p>").document.lines(width: 400).map(\.text)
        #expect(lines[0].hasPrefix("News · A. Writer") && lines.last == long)
    }

    @Test func `an article names its comments in its head and among its links, unless its text links them`() {
        let link = "https://example.org/1/talk"
        var article = article(link: "https://example.org/1", html: "<p>Text</p>")
        article.comments = .init(link: link, count: 12)
        #expect(article.document.lines(width: 80).map(\.text)[5] == "12 comments [1]")
        #expect(article.document.numberedLinks == [NumberedLink(number: 1, address: link, text: "12 comments")])
        article.html = "<p><a href='\(link)'>Talk</a></p>"
        article.comments.count = nil
        #expect(article.document.lines(width: 80).map(\.text)[5] == "comments [1]")
        #expect(article.document.numberedLinks.map(\.text) == ["Talk"])
        for other in ["https://example.org/1", "javascript:alert()"] {
            article.comments.link = other
            #expect(!article.document.plainText.contains("comments"))
        }
    }

    @Test func `a short article whose title is its whole text shows it once, with its links`() {
        let html = "<p>Just landed in <a href='https://x.example/'>Oslo</a>.</p><p>More soon.</p>"
        let lines = article(title: "Just landed in Oslo. More soon.", html: html).document.lines(width: 80).map(\.text)
        #expect(lines.count { $0.contains("Just landed") } == 1 && lines.count { $0.contains("More soon") } == 1)
        #expect(lines[0].hasPrefix("News · A. Writer"))
    }

    @Test func `an article that only repeats its title shows it once, as the headline`() {
        let html = "<p>Just landed.</p><p>More soon.</p>"
        let lines = article(title: "Just landed. More soon.", html: html).document.lines(width: 80).map(\.text)
        #expect(lines[0] == "Just landed. More soon.")
        #expect(lines.filter { $0.contains("More soon.") }.count == 1)
    }

    @Test(arguments: [
        ("<img src='https://example.org/1.png' alt='Tides'>", "Tides"),
        ("<p><a href='https://example.org/'>Tides</a></p>", "Tides")
    ])
    func `an article with a picture or link that repeats the title keeps both`(html: String, words: String) {
        let lines = article(title: "Tides", html: html).document.lines(width: 80).map(\.text)
        #expect(lines[0] == "Tides")
        #expect(lines.dropFirst().contains { $0.contains(words) })
    }

    @Test func `an article without a title gets a substitute`() {
        #expect(article(title: " \u{202E} ", html: "").document.lines(width: 80)[0].text == "(untitled)")
    }

    @Test func `a very long article is cut, and says so`() {
        let lines = article(html: String(repeating: "<p>word word word</p>", count: 300_000)).document.lines(width: 80)
        #expect(lines.count < 200_000)
        #expect(lines.last?.text.contains("This is the first megabyte") == true)
    }
}

@Suite struct ByteCountTests {
    @Test(arguments: [
        (-5, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (34_499, "34 kB"), (999_499, "999 kB"),
        (999_500, "1.0 MB"), (1_249_999, "1.2 MB"), (9_949_999, "9.9 MB"), (9_950_000, "10 MB"),
        (1_234_567_890, "1235 MB"), (Int.max, "9223372036854 MB")
    ])
    func `a number of bytes is rounded to a readable unit`(bytes: Int, words: String) {
        #expect(ByteCount(bytes).description == words)
    }
}

@MainActor @Suite struct `The links of an article` {
    private let home: Home
    private let library: Library
    @EndingOnMain private var reader: ReaderModel
    private let requests = MutableProperty<[TerminalRequest]>([])

    /// An article with links to the web, into the text and to a mailbox, and an attached file.
    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
        try home.write(urls: ["https://example.org/feed"])
        try library.subscribe(to: ["https://example.org/feed"])
        let item = ParsedItem(
            title: "Links",
            content: """
                <p><a href="https://example.org/notes">The notes</a>, <a href="#end">the end</a> and
                <a href="mailto:someone@example.org">a letter</a>.</p><p id="end">The end.</p>
                """,
            enclosures: [.init(url: "https://example.org/talk.mp3", type: "audio/mpeg")])
        _ = try library.store(
            ParsedFeed(format: .rss20, items: [item]), etag: nil, lastModified: nil, for: library.feeds()[0].id,
            at: Date())
        reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.perform(.open)
        reader.perform(.open)
        reader.article.text.fit(width: 80, height: 20)
    }

    @Test func `opening a link marks an item read only on success, and never in a hidden list`() {
        reader.perform(.toggleRead)
        reader.perform(.showLinks)
        reader.screens.links.list.choose(2)
        reader.perform(.openAndMarkRead)
        #expect(reader.session.status?.text.hasPrefix("Can't open “mailto:") == true && requests.value.isEmpty)
        reader.perform(.showFailures)
        reader.perform(.openAllUnreadAndMarkRead)
        #expect(requests.value.isEmpty)
    }

    @Test func `a link is opened by its number`() async throws {
        reader.perform(.one)
        try await reader.actions.counting.$count.waitUntil { $0 == nil }
        #expect(requests.value == [.browse("https://example.org/notes")])
        reader.perform(.nine)
        reader.perform(.open)
        #expect(reader.session.status == .refused("No link 9 here") && requests.value.count == 1)
    }

    @Test func `a number before a motion opens no link`() async throws {
        reader.article.text.fit(width: 20, height: 4)
        for operation in [Operation.one, .down, .three, .down, .one, .escape] { reader.perform(operation) }
        #expect(reader.article.text.page.top == 4)
        // The count becomes nil after the waits of earlier digits have ended.
        reader.perform(.one)
        try await reader.actions.counting.$count.waitUntil { $0 == nil }
        #expect(requests.value == [.browse("https://example.org/notes")])
        for operation in [Operation.one, .down, .zero] {
            #expect(!reader.actions.counting.openTypedLink(before: operation))
            reader.perform(operation)
        }
        #expect(reader.actions.counting.openTypedLink(before: .toggleStar))
        #expect(reader.session.status == .refused("No link 10 here") && requests.value.count == 1)
    }

    @Test func `with newsboat's keys, one digit opens a link at once`() {
        reader.actions.settings.set(.keys, to: "newsboat")
        reader.perform(.three)
        #expect(requests.value == [.browse("https://example.org/talk.mp3")] && reader.actions.counting.count == nil)
        reader.perform(.zero)
        #expect(reader.session.status == .refused("No link 10 here"))
        reader.perform(.one)
        #expect(requests.value.last == .browse("https://example.org/notes"))
    }

    @Test func `a link that isn't a web link isn't opened`() {
        reader.perform(.two)
        reader.perform(.open)
        #expect(reader.session.status?.isProblem == true && requests.value.isEmpty)
    }

    @Test func `a prompt opens links whose numbers have several digits`() {
        reader.perform(.goToLink)
        reader.session.prompt?.line.insert("7")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.problem == "No link “7”: type a number from 1 to 3")
        reader.session.prompt?.line.deleteToStart()
        reader.session.prompt?.line.insert("3")
        reader.session.submitPrompt()
        #expect(reader.session.prompt == nil && requests.value == [.browse("https://example.org/talk.mp3")])
    }

    @Test func `links are listed with attached files, and opened from the list`() {
        reader.perform(.showLinks)
        #expect(reader.screens.links.list.links.map(\.text) == ["The notes", "a letter", "talk.mp3"])
        reader.perform(.end)
        reader.perform(.open)
        reader.perform(.one)
        reader.perform(.open)
        #expect(requests.value == [.browse("https://example.org/talk.mp3"), .browse("https://example.org/notes")])
        reader.perform(.back)
        #expect(reader.screen == .article)
    }

    @Test func `links can be listed without opening the article`() {
        reader.perform(.back)
        reader.perform(.showLinks)
        #expect(reader.screen == .links && reader.screens.links.list.links.count == 3)
    }

    @Test func `a link is opened by its label`() throws {
        reader.perform(.showLinkHints)
        let marks = try #require(reader.article.text.hints?.open)
        #expect(marks.map(\.letters) == ["a", "s", "d", "f"] && marks.map(\.link) == [3, 1, 4, 2])
        reader.screens.article.typeHint("a")
        #expect(reader.article.text.hints == nil && requests.value == [.browse("https://example.org/talk.mp3")])
    }

    @Test func `labels move when the text is typeset again`() throws {
        reader.perform(.showLinkHints)
        let before = try #require(reader.article.text.hints)
        reader.article.text.fit(width: 20, height: 20)
        let now = try #require(reader.article.text.hints)
        #expect(now != before && now == LinkHints(reader.article.text.page.visible, width: 20))
    }

    @Test func `a list of links keeps its item when the item's row disappears`() async throws {
        reader.perform(.back)
        let item = try #require(reader.items.selected)
        reader.perform(.showLinks)
        library.mark(.item(item.id), .deleted)
        try await reader.items.loaded.$items.waitUntil { !$0.contains { $0.id == item.id } }
        reader.perform(.toggleStar)
        #expect(reader.session.status?.text.contains("This item was deleted") == true)
        #expect(!reader.items.items.contains { $0.isStarred })
    }

    @Test func `scrolling removes the labels of links`() {
        reader.perform(.showLinkHints)
        reader.scroll(.article, by: 1)
        #expect(reader.article.text.hints == nil)
    }

    @Test func `labels take the places of numbers, or free cells after links`() throws {
        func screens(_ runs: [[Run]], width: Int = 80) -> [String] {
            let hints = LinkHints(runs.map { Line(runs: $0) }[...], width: width)
            return hints?.open.map { "\($0.row):\($0.cell)+\($0.cells)" } ?? []
        }
        let link = Run(text: "link", style: .link, link: 12)
        #expect(screens([[link, Run(text: "\u{A0}[12]", style: .dim, link: 12)]]) == ["0:6+2"])
        // A link that is broken over two lines, and the list of URLs.
        #expect(screens([[link], [link, Run(text: "\u{A0}[12]", style: .dim, link: 12)]]) == ["1:6+2"])
        #expect(screens([[Run(text: " [12] ", style: .dim), link]]) == ["0:2+2"])
        #expect(screens([[link]]) == ["0:5+1"])
        #expect(screens([[link]], width: 5) == ["0:0+1"])
        #expect(screens([[link, Run(text: " more")]]) == ["0:4+1"])
        #expect(screens([[Run(text: "a "), link, Run(text: ", more")]]) == ["0:2+1"])
    }

    @Test func `labels have two letters if one isn't enough`() throws {
        let lines = (1...40).map { Line(runs: [Run(text: "link", style: .link, link: $0)]) }
        var hints = try #require(LinkHints(lines[...], width: 80))
        #expect(Set(hints.open.map(\.letters)).count == 40)
        #expect(hints.type("s") == nil && hints.open.map(\.link) == Array(27...40))
        #expect(hints.type("a") == 27)
        #expect(hints.type("x") == nil && hints.open.isEmpty)
    }
}
