/// A list of subscriptions for other readers (OPML 2.0).
package struct OPMLDocument: Sendable {
    package struct Feed: Equatable, Sendable {
        package var url: String
        package var title: String
        package var site: String?
        package var tags: [String]
        package var group: FeedGroup?
        package var isHidden: Bool

        package init(
            url: String, title: String, site: String? = nil, tags: [String] = [], group: FeedGroup? = nil,
            isHidden: Bool = false
        ) {
            self.url = url
            self.title = title
            self.site = site
            self.tags = tags
            self.group = group
            self.isHidden = isHidden
        }
    }

    private struct Folder {
        var feeds: [Feed] = []
        var names: [String] = []
        var folders: [String: Folder] = [:]

        mutating func add(_ feed: Feed, in path: ArraySlice<String>) {
            guard let name = path.first else { return feeds.append(feed) }
            if folders[name] == nil { names.append(name) }
            folders[name, default: Folder()].add(feed, in: path.dropFirst())
        }
    }

    private var body = Folder()
    private let hidesFeeds: Bool
    private let date: String

    /// `date` is the date of the list in the format of mail (RFC 822).
    package init(_ feeds: [Feed], date: String) {
        self.date = date
        hidesFeeds = feeds.contains(where: \.isHidden)
        for feed in feeds { body.add(feed, in: (feed.group?.names ?? [])[...]) }
    }

    /// Data that OPML lacks is in lede's own namespace, which other readers ignore.
    static let namespace = "urn:lede:opml"

    package var text: String {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<opml version=\"2.0\"\(hidesFeeds ? Self.attribute("xmlns:lede", Self.namespace) : "")>", "<head>",
            "  <title>Feeds from lede</title>", "  <dateCreated>\(date)</dateCreated>", "</head>", "<body>"
        ]
        Self.write(body, to: &lines, indent: "  ")
        lines += ["</body>", "</opml>"]
        return lines.joined(separator: "\n")
    }

    private static func write(_ folder: Folder, to lines: inout [String], indent: String) {
        for feed in folder.feeds { lines.append("\(indent)<outline\(attributes(of: feed))/>") }
        for name in folder.names {
            lines.append("\(indent)<outline\(attribute("text", name))\(attribute("title", name))>")
            if let folder = folder.folders[name] { write(folder, to: &lines, indent: indent + "  ") }
            lines.append("\(indent)</outline>")
        }
    }

    private static func attributes(of feed: Feed) -> String {
        // A comma would separate tags.
        let tags = feed.tags.map { $0.replacing(",", with: " ") }.joined(separator: ",")
        return attribute("type", "rss") + attribute("text", feed.title) + attribute("title", feed.title)
            + attribute("xmlUrl", feed.url) + (feed.site.map { attribute("htmlUrl", $0) } ?? "")
            + (tags.isEmpty ? "" : attribute("category", tags))
            + (feed.isHidden ? attribute("lede:hidden", "true") : "")
    }

    private static func attribute(_ name: String, _ value: String) -> String {
        // XML can't represent these characters (XML 1.0, 2.2), and they are invisible.
        let characters = value.oneLine.unicodeScalars.filter { $0.value & 0xFFFE != 0xFFFE }
        return " \(name)=\"\(characters.map(escaped).joined())\""
    }

    private static func escaped(_ character: Unicode.Scalar) -> String {
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        // By this one a terminal like kitty shows a picture that another program has sent.
        case "\u{10EEEE}": character.reference
        default: character.hidesInText ? character.reference : "\(character)"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var reference: String { "&#x\(String(value, radix: 16, uppercase: true));" }

    /// Whether a text looks the same without it. Words need joiners, and emoji their selectors.
    fileprivate var hidesInText: Bool {
        value >= 0x7F && properties.isDefaultIgnorableCodePoint && !properties.isJoinControl
            && !(0xFE00...0xFE0F).contains(value)
    }
}
