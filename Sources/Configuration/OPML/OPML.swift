/// The feeds that another reader's list of subscriptions (OPML) holds.
package struct OPML: Equatable, Sendable {
    /// Why a document is no OPML.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let line: Int
        package let description: String
    }

    /// In the order of the document, each once.
    package private(set) var feeds: [NewFeed] = []
    /// Addresses of other kinds: a list from outside may not make lede read a file or run a command.
    package private(set) var refused: [String] = []

    private var isOPML = false
    private var folders = OPMLFolders()
    private var places: [String: Int] = [:]

    package init(_ document: [UInt8]) throws(Failure) {
        guard !document.isEmpty else { throw Failure(line: 1, description: "the file is empty") }
        self = try OPMLParser.read(document)
    }

    /// Nothing yet.
    init() {}

    package static func == (one: OPML, other: OPML) -> Bool {
        one.feeds == other.feeds && one.refused == other.refused
    }

    /// Takes an element that lies in so many others; false where the document is no OPML.
    mutating func start(_ name: String, _ attributes: XMLAttributes, depth: Int) -> Bool {
        isOPML = isOPML || name == "opml"
        if name == "outline", isOPML { take(attributes, depth: depth) }
        return isOPML
    }

    private mutating func take(_ attributes: XMLAttributes, depth: Int) {
        folders.leave(to: depth)
        guard let text = Self.names.lazy.compactMap({ attributes[$0] }).first else {
            folders.enter(attributes["text"] ?? attributes["title"] ?? "", at: depth)
            return
        }
        guard let address = Address(fromOutside: text) else {
            refused.append(text)
            return
        }
        if let place = places[address.url] {
            // A feed lies in one group; what else it lies in becomes a tag.
            feeds[place].tag(folders.group?.path)
        } else {
            places[address.url] = feeds.count
            feeds.append(NewFeed(address, attributes, in: folders.group))
        }
    }

    /// What the address of a feed is called: as the standard has it, and as some readers do.
    private static let names = ["xmlUrl", "xmlurl", "xmlURL", "XMLURL"]
}

/// The outlines that others lie in.
private struct OPMLFolders {
    private var folders: [(names: [String], depth: Int)] = []

    mutating func leave(to depth: Int) {
        while let last = folders.last, last.depth >= depth { folders.removeLast() }
    }

    mutating func enter(_ name: String, at depth: Int) {
        // Readers that can't nest write “News/Politics”.
        let names = String(name.prefix(200)).oneLine.split(separator: "/").map { String($0).trimmed }
        let path = (folders.last?.names ?? []) + names.filter { !$0.isEmpty }
        folders.append((Array(path.prefix(FeedGroup.deepest)), depth))
    }

    var group: FeedGroup? { folders.last.flatMap { FeedGroup($0.names) } }
}

extension NewFeed {
    fileprivate init(_ address: Address, _ attributes: XMLAttributes, in group: FeedGroup?) {
        let title = [attributes["title"], attributes["text"]].compactMap { $0?.trimmed }.first { !$0.isEmpty }
        self.init(address, title: title == address.url ? nil : title, group: group)
        isHidden = attributes.value(of: "hidden", in: OPMLDocument.namespace) == "true"
        // Paths, with commas between them (OPML 2.0).
        for category in (attributes["category"] ?? "").split(separator: ",") {
            let names = category.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
            if !names.isEmpty { tag(names.joined(separator: "/")) }
        }
    }

    fileprivate mutating func tag(_ tag: String?) {
        if let tag, tag != group?.path, !tags.contains(tag), tags.count < 100 { tags.append(tag) }
    }
}
