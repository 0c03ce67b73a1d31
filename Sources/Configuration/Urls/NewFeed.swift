/// A feed to add to the urls file. Its URL can't run a command.
package struct NewFeed: Equatable, Sendable {
    package let address: Address
    package var title: String?
    package var tags: [String]
    package var group: FeedGroup?
    /// Whether the list of feeds hides it.
    package var isHidden = false
    var options: [SetOption] = []

    package init(_ address: Address, title: String? = nil, tags: [String] = [], group: FeedGroup? = nil) {
        self.address = address
        self.title = title
        self.tags = tags
        self.group = group
    }

    /// Its line in the urls file.
    var words: String {
        let labels = (title.flatMap(UrlsText.title).map { [$0] } ?? []) + UrlsText.tags(tags) + (isHidden ? ["!"] : [])
        return ([address.url] + labels).map(UrlsWord.quoted).joined(separator: " ")
    }
}

extension UrlsText {
    /// Adds the feeds that aren't there yet, each at the end of its group or of the file, and returns their URLs.
    package mutating func add(_ feeds: [NewFeed]) -> [String] {
        var known = Set(list.urls)
        let added = feeds.filter { known.insert($0.address.url).inserted }
        var newLines: [FeedGroup?: [[UInt8]]] = [:]
        var groups: [FeedGroup?] = []
        for feed in added {
            if newLines[feed.group] == nil { groups.append(feed.group) }
            newLines[feed.group, default: []] += [line(feed.words)] + lines(of: feed.options)
        }
        insert(newLines, in: groups)
        return added.map(\.address.url)
    }

    /// Inserts lines at the end of their groups. A missing group is opened at the end of the file.
    mutating func insert(_ newLines: [FeedGroup?: [[UInt8]]], in groups: [FeedGroup?]) {
        let (ends, last) = ends()
        var insertions: [(index: Int, lines: [[UInt8]])] = []
        var appended: [[UInt8]] = []
        // Lines without a group come first, because an opened group continues to the end.
        for group in groups.filter({ $0 == nil }) + groups.filter({ $0 != nil }) {
            let lines = newLines[group] ?? []
            if group == last {
                insertions.append((self.lines.count, lines))
            } else if let end = ends[group] {
                insertions.append((end, lines))
            } else {
                appended += [line("#: group" + (group.map { " " + UrlsText.value($0.path) } ?? ""))] + lines
            }
        }
        if !appended.isEmpty || insertions.contains(where: { $0.index == self.lines.count }) { endLastLine() }
        for (index, lines) in insertions.sorted(by: { $0.index > $1.index }) {
            self.lines.insert(contentsOf: lines, at: index)
        }
        lines += appended
    }

    /// Returns the line after which each group ends, and the file's last group. Lines without a group end with the
    /// file.
    private func ends() -> (ends: [FeedGroup?: Int], last: FeedGroup?) {
        var ends: [FeedGroup?: Int] = [:]
        var group: FeedGroup?
        for index in lines.indices {
            switch UrlsLine(content(index)) {
            case .remark: continue
            case .group(let path): group = FeedGroup(path: path)
            case .setting, .words: break
            }
            if group != nil { ends[group] = index + 1 }
        }
        return (ends, group)
    }

    /// Returns the title as the file can store it; nil if nothing is left of it.
    package static func name(_ text: String) -> String? {
        let text = String(text.prefix(500)).oneLine
        return text.isEmpty ? nil : text
    }

    /// Returns the word for a title.
    static func title(_ text: String) -> String? { name(text).map { "~" + $0 } }

    /// Returns the tags that a line can store.
    static func tags(_ tags: [String]) -> [String] {
        tags.map { String($0.prefix(200)).oneLine }.filter { !$0.isEmpty && problem(ofTag: $0) == nil }
    }

    /// Returns the reason why a word can't be a tag, because it means something else after a URL; nil if it can.
    package static func problem(ofTag word: String) -> String? {
        let text = word.oneLine
        guard text.hasPrefix("~") || text.hasPrefix("!") else { return nil }
        return "“\(text)” can't be a tag: after a URL, ~ begins a title and ! hides the feed"
    }

    /// Returns the text as a value of a `#:` line.
    static func value(_ text: String) -> String {
        let text = text.oneLine
        return text.hasPrefix("\"") ? UrlsWord.quoted(text) : text
    }

    /// Adds the missing feeds, queries and accounts of another urls file of the user, with their settings and groups.
    /// An empty file becomes the other one. Returns what was added.
    package mutating func join(_ other: UrlsText) -> Joined {
        let other = other.withoutInvisible
        let theirs = other.list
        guard !lines.isEmpty else {
            self = other
            return Joined(
                feeds: theirs.feeds, queries: theirs.queries, accounts: theirs.accounts, isWhole: true)
        }
        let ours = list
        let known = Set(ours.urls)
        let expressions = Set(ours.queries.map(\.expression))
        let feeds = theirs.feeds.filter { !known.contains($0.url) }
        let queries = theirs.queries.filter { !expressions.contains($0.expression) }
        let knownAccounts = Set(ours.accounts.map(\.identity))
        let accounts = theirs.accounts.filter { !knownAccounts.contains($0.identity) }
        let missing =
            feeds.map { ($0.line, $0.group) } + queries.map { ($0.line, $0.group) }
            + accounts.map { ($0.line, $0.group) }
        var groups: [FeedGroup?] = []
        var newLines: [FeedGroup?: [[UInt8]]] = [:]
        for (number, group) in missing.sorted(by: { $0.0 < $1.0 }) {
            if newLines[group] == nil { groups.append(group) }
            let indices = [number - 1] + other.settings(beneath: number - 1).map(\.index)
            newLines[group, default: []] += indices.map { Array(other.content($0)) + line("") }
        }
        insert(newLines, in: groups)
        return Joined(feeds: feeds, queries: queries, accounts: accounts, isWhole: false)
    }

    /// Turns settings into plain comments, which they are for another reader: some run a command or log in. Returns
    /// their number.
    package mutating func disableSettings() -> Int {
        // An invisible character may look like the space that begins a setting.
        self = withoutInvisible
        var count = 0
        for index in lines.indices {
            switch UrlsLine(content(index)) {
            case .remark, .words: continue
            case .setting, .group: break
            }
            guard let colon = lines[index].firstIndex(of: UInt8(ascii: ":")) else { continue }
            lines[index].insert(UInt8(ascii: " "), at: colon)
            count += 1
        }
        return count
    }

    /// What another urls file added.
    package struct Joined: Equatable, Sendable {
        package let feeds: [SubscriptionLine]
        package let queries: [QueryLine]
        package let accounts: [AccountLine]
        /// What the file calls these feeds, queries and accounts.
        package var names: [String] {
            feeds.map(\.url) + queries.map { "query:\($0.name):\($0.expression)" } + accounts.map(\.name)
        }
        /// Whether the file now equals the other one, line by line.
        package let isWhole: Bool
    }

    /// The file without invisible characters in its lines: another reader's file may have titles from the network, and
    /// a terminal would obey them if the user showed the file with `cat`.
    private var withoutInvisible: UrlsText {
        var clean = self
        for index in lines.indices {
            let end = lines[index].reversed().prefix { $0 == 10 || $0 == 13 }.reversed()
            let text = String(decoding: lines[index].dropLast(end.count), as: UTF8.self)
            let cells = text.split(separator: "\t", omittingEmptySubsequences: false)
            let visible = cells.map { String($0).withoutInvisible }.joined(separator: "\t")
            if visible != text { clean.lines[index] = Array(visible.utf8) + end }
        }
        return clean
    }

    /// Creates a urls file from the user's feeds in another reader.
    package init(own feeds: [OwnFeed]) {
        self.init([])
        var groups: [FeedGroup?] = []
        var newLines: [FeedGroup?: [[UInt8]]] = [:]
        for feed in feeds {
            let group = feed.group.flatMap { FeedGroup(path: $0) }
            if newLines[group] == nil { groups.append(group) }
            let words = [feed.url] + (feed.title.flatMap(Self.title).map { [$0] } ?? [])
            newLines[group, default: []].append(line(words.map(UrlsWord.quoted).joined(separator: " ")))
            newLines[group, default: []] += lines(of: feed.options)
        }
        insert(newLines, in: groups)
    }

    private func lines(of options: [SetOption]) -> [[UInt8]] {
        options.map { line("#: \($0.name) \(Self.value($0.value))") }
    }
}

/// An option of a single feed, for a line below its URL.
package struct SetOption: Equatable, Sendable {
    package let name: String
    let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A feed that the user has in another reader.
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
