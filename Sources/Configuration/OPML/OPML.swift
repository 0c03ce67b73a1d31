/// The feeds in another reader's list of subscriptions (OPML).
package struct OPML: Equatable, Sendable {
    /// The reason why a document isn't OPML.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let line: Int
        package let description: String
    }

    /// In the order of the document, each once.
    package private(set) var feeds: [NewFeed] = []
    /// URLs of other kinds: a list from outside must not make lede read a file or run a command.
    package private(set) var refused: [String] = []

    private var isOPML = false
    private var folders = OPMLFolders()
    private var places: [String: Int] = [:]

    package init(_ document: [UInt8]) throws(Failure) {
        guard !document.isEmpty else { throw Failure(line: 1, description: "the file is empty") }
        self = try OPMLParser.read(document)
    }

    /// Creates an empty list.
    init() {}

    package static func == (one: OPML, other: OPML) -> Bool {
        one.feeds == other.feeds && one.refused == other.refused
    }

    /// Reads an element at this depth; returns false if the document isn't OPML.
    mutating func start(_ name: String, _ attributes: XMLAttributes, depth: Int) -> Bool {
        isOPML = isOPML || name == "opml"
        if name == "outline", isOPML { add(attributes, depth: depth) }
        return isOPML
    }

    private mutating func add(_ attributes: XMLAttributes, depth: Int) {
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
            // A feed has only one group; its other folders become tags.
            feeds[place].tag(folders.group?.path)
        } else {
            places[address.url] = feeds.count
            feeds.append(NewFeed(address, attributes, in: folders.group))
        }
    }

    /// The names of the attribute with the URL: the standard's, and those that some readers use.
    private static let names = ["xmlUrl", "xmlurl", "xmlURL", "XMLURL"]
}

/// The outlines that contain others.
private struct OPMLFolders {
    private var folders: [(names: [String], depth: Int)] = []

    mutating func leave(to depth: Int) {
        while let last = folders.last, last.depth >= depth { folders.removeLast() }
    }

    mutating func enter(_ name: String, at depth: Int) {
        // Readers without nesting write “News/Politics”.
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
        // Paths separated by commas (OPML 2.0).
        for category in (attributes["category"] ?? "").split(separator: ",") {
            let names = category.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
            if !names.isEmpty { tag(names.joined(separator: "/")) }
        }
    }

    fileprivate mutating func tag(_ tag: String?) {
        if let tag, tag != group?.path, !tags.contains(tag), tags.count < 100 { tags.append(tag) }
    }
}
