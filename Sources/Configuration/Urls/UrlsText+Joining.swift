extension UrlsText {
    /// Takes over the feeds and queries of another urls file of the person's own that are missing here, with what is set
    /// for them and in their groups; an empty file becomes the other one. Returned is what came.
    package mutating func join(_ other: UrlsText) -> Joined {
        let theirs = other.list
        guard !lines.isEmpty else {
            self = other
            return Joined(feeds: theirs.feeds, queries: theirs.queries, isWhole: true)
        }
        let ours = list
        let known = Set(ours.urls)
        let expressions = Set(ours.queries.map(\.expression))
        let feeds = theirs.feeds.filter { !known.contains($0.url) }
        let queries = theirs.queries.filter { !expressions.contains($0.expression) }
        let missing = feeds.map { ($0.line, $0.group) } + queries.map { ($0.line, $0.group) }
        var groups: [FeedGroup?] = []
        var newLines: [FeedGroup?: [[UInt8]]] = [:]
        for (number, group) in missing.sorted(by: { $0.0 < $1.0 }) {
            if newLines[group] == nil { groups.append(group) }
            let indices = [number - 1] + other.settings(beneath: number - 1).map(\.index)
            newLines[group, default: []] += indices.map { Array(other.content($0)) + line("") }
        }
        insert(newLines, in: groups)
        return Joined(feeds: feeds, queries: queries, isWhole: false)
    }

    /// What another urls file brought.
    package struct Joined: Equatable, Sendable {
        package let feeds: [SubscriptionLine]
        package let queries: [QueryLine]
        /// What the file calls these feeds and queries.
        package var names: [String] { feeds.map(\.url) + queries.map { "query:\($0.name):\($0.expression)" } }
        /// Whether it is the other file now, line by line.
        package let isWhole: Bool
    }

    /// A urls file of what the person wrote elsewhere, in another form.
    package init(own feeds: [OwnFeed]) {
        self.init([])
        var groups: [FeedGroup?] = []
        var newLines: [FeedGroup?: [[UInt8]]] = [:]
        for feed in feeds {
            let group = feed.group.flatMap { FeedGroup(path: $0) }
            if newLines[group] == nil { groups.append(group) }
            let words = [feed.url] + (feed.title.flatMap(Self.title).map { [$0] } ?? [])
            newLines[group, default: []].append(line(words.map(UrlsWord.quoted).joined(separator: " ")))
            newLines[group, default: []] += feed.options.map { line("#: \($0.name) \(UrlsText.value($0.value))") }
        }
        insert(newLines, in: groups)
    }
}

/// What is set for a single feed, as a line beneath its address says it.
package struct SetOption: Equatable, Sendable {
    let name: String
    let value: String
}

/// A feed that the person has in another reader.
package struct OwnFeed: Equatable, Sendable {
    let url: String
    let title: String?
    let group: String?
    let options: [SetOption]

    package init(_ url: String, title: String? = nil, group: String? = nil, options: [SetOption] = []) {
        self.url = url
        self.title = title
        self.group = group
        self.options = options
    }
}
