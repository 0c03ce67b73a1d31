extension UrlsText {
    /// Takes over the lines of another urls file of the person's own that name what is missing here, as they stand there;
    /// an empty file becomes the other one. Returned is how many feeds and queries came.
    package mutating func join(_ other: UrlsText) -> Int {
        let theirs = other.list
        guard !lines.isEmpty else {
            self = other
            return theirs.feeds.count + theirs.queries.count
        }
        let ours = list
        let known = Set(ours.urls)
        let queries = Set(ours.queries.map(\.expression))
        let missing =
            theirs.feeds.filter { !known.contains($0.url) }.map(\.line)
            + theirs.queries.filter { !queries.contains($0.expression) }.map(\.line)
        let new = missing.sorted().map { number in Array(other.content(number - 1)) + line("") }
        if !new.isEmpty { insert([nil: new], in: [nil]) }
        return new.count
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
