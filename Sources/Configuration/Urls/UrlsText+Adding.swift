/// A feed to add to the urls file. Its URL can't run a command.
package struct NewFeed: Equatable, Sendable {
    package let address: Address
    package var title: String?
    package var tags: [String]
    package var group: FeedGroup?
    /// Whether the list of feeds hides it.
    package var isHidden = false

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
            newLines[feed.group, default: []].append(line(feed.words))
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
}
