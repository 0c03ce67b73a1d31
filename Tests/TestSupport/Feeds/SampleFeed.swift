package import Foundation

/// A small feed that can be written in the common formats.
package struct SampleFeed: Equatable, Sendable {
    package var title: String
    package var link: String
    package var items: [Item]

    package init(title: String, link: String = "https://example.org/", items: [Item] = []) {
        self.title = title
        self.link = link
        self.items = items
    }

    /// Two stories, of which one tries to set the terminal's title.
    package static let stories = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", link: "https://example.org/1"),
            .init(title: "Second \u{1B}]2;x\u{7}story", link: "https://example.org/2")
        ])

    /// A new item and an older one, with signs that commands have to mind.
    package static let news = SampleFeed(
        title: "The News",
        items: [
            .init(
                title: "New\u{202E}s & \"more\"", body: "<p>Text</p>", link: "https://example.org/1",
                date: Date(timeIntervalSince1970: 1_600_000_000)),
            .init(title: "Older", link: "https://example.org/2", date: Date(timeIntervalSince1970: 1_500_000_000))
        ])

    /// An item of the feed, identified by its link, or by its title if it has no link.
    package struct Item: Equatable, Sendable {
        package var title: String
        package var body: String
        package var link: String?
        package var date: Date?
        package var author: String?

        package init(
            title: String, body: String = "", link: String? = nil, date: Date? = nil, author: String? = nil
        ) {
            self.title = title
            self.body = body
            self.link = link
            self.date = date
            self.author = author
        }

        var identity: String { link ?? "urn:sample:" + title.utf8.map { String($0, radix: 16) }.joined() }
    }
}

extension String {
    /// The text escaped for XML, between tags or in an attribute.
    package var escapedForXML: String {
        var escaped = ""
        for character in self {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

extension SampleFeed {
    /// The feed in RSS 2.0.
    package var rss: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0"><channel>
        <title>\(title.escapedForXML)</title>
        <link>\(link.escapedForXML)</link>
        <description></description>
        \(items.map(\.rss).joined(separator: "\n"))
        </channel></rss>

        """
    }
}

extension SampleFeed.Item {
    fileprivate var rss: String {
        let lines = [
            "<title>\(title.escapedForXML)</title>",
            "<guid isPermaLink=\"false\">\(identity.escapedForXML)</guid>",
            link.map { "<link>\($0.escapedForXML)</link>" },
            date.map { "<pubDate>\($0.rfc822)</pubDate>" },
            author.map { "<author>\($0.escapedForXML)</author>" },
            "<description>\(body.escapedForXML)</description>"
        ]
        return "<item>\(lines.compactMap(\.self).joined())</item>"
    }
}

extension Date {
    fileprivate var rfc822: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: self)
    }
}

extension SampleFeed {
    /// The feed in Atom 1.0.
    package var atom: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
        <title>\(title.escapedForXML)</title>
        <id>\(link.escapedForXML)</id>
        <link href="\(link.escapedForXML)"/>
        <updated>\((items.compactMap(\.date).max() ?? .distantPast).rfc3339)</updated>
        \(items.map(\.atom).joined(separator: "\n"))
        </feed>

        """
    }
}

extension SampleFeed.Item {
    fileprivate var atom: String {
        let lines = [
            "<title>\(title.escapedForXML)</title>",
            "<id>\(identity.escapedForXML)</id>",
            link.map { "<link href=\"\($0.escapedForXML)\"/>" },
            date.map { "<updated>\($0.rfc3339)</updated>" },
            author.map { "<author><name>\($0.escapedForXML)</name></author>" },
            "<content type=\"html\">\(body.escapedForXML)</content>"
        ]
        return "<entry>\(lines.compactMap(\.self).joined())</entry>"
    }
}

extension Date {
    fileprivate var rfc3339: String { formatted(.iso8601) }
}

/// Feeds by their URLs. A server serves those that are given as documents.
package struct ServedFeeds {
    package let urls: [String]
    package let server: LoopbackServer?

    package init(_ feeds: [String]) throws {
        let documents = feeds.filter(Self.isDocument)
        let server = documents.isEmpty ? nil : try LoopbackServer { Self.answer($0.path, from: documents) }
        var served = 0
        urls = feeds.map { feed in
            guard let server, Self.isDocument(feed) else { return feed }
            defer { served += 1 }
            return server.url("/\(served)")
        }
        self.server = server
    }

    private static func isDocument(_ feed: String) -> Bool {
        feed.hasPrefix("<") || feed.hasPrefix("{")
    }

    private static func answer(_ path: String, from documents: [String]) -> Answer {
        guard let index = Int(path.dropFirst()), documents.indices.contains(index) else { return Answer(404) }
        return Answer(200, body: documents[index])
    }
}

/// A feed with teasers, whose items link to pages with the articles; one page asks the user to log in. Each article may have
/// pictures, and the teaser one more.
package struct TeaserFeed {
    package let home: Home
    package let server: LoopbackServer

    /// The feed is on the server of its pages, which lede asks for in its own network nowhere else.
    package var url: String { server.url("/feed.xml") }

    /// The paths that were requested, apart from the feed.
    package var requestedPages: [String] { server.requests.map(\.path).filter { $0 != "/feed.xml" } }

    package init(_ names: [String], pictures: Int = 0) throws {
        home = try Home()
        let document = home.path + "/feed.xml"
        server = try LoopbackServer { request in
            if request.path == "/feed.xml" {
                return Answer(200, body: Array(FileManager.default.contents(atPath: document) ?? Data()))
            }
            if request.path == "/login" { return Answer(200, body: "<form><input type=password></form><p>Log in.") }
            if request.path.hasSuffix(".png") {
                return Answer(200, body: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(request.path.utf8))
            }
            let text = (1...8).map {
                "<p>On page \(request.path), line \($0): the kestrel hovered, and all kept still.</p>"
            }
            let figures = (0..<pictures).map { "<p><img src=\"\(request.path)-\($0).png\" width=400 height=300></p>" }
            let article = (text + figures).joined()
            return Answer(200, body: "<title>x</title><nav>Menu</nav><article>\(article)</article>")
        }
        let items = names.map { [server] name in
            SampleFeed.Item(
                title: "Story \(name)",
                body: pictures > 0 ? "A teaser.<img src=\"\(server.url("/\(name).png"))\">" : "A teaser.",
                link: server.url("/\(name)"))
        }
        try Data(SampleFeed(title: "Birds", items: items).rss.utf8)
            .write(to: URL(fileURLWithPath: document))
        try home.write(urls: [url])
    }
}
