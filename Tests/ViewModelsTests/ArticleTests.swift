import Foundation
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
