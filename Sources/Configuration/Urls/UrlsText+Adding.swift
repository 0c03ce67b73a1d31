/// A feed that somebody wants in the urls file. Its address can run no command.
package struct NewFeed: Equatable, Sendable {
    package let address: Address
    package var title: String?
    package var tags: [String]
    package var group: FeedGroup?
    /// Whether the list of feeds leaves it out.
    package var isHidden = false

    package init(_ address: Address, title: String? = nil, tags: [String] = [], group: FeedGroup? = nil) {
        self.address = address
        self.title = title
        self.tags = tags
        self.group = group
    }

    /// As a line of the urls file says it.
    var words: String {
        let labels = (title.flatMap(UrlsText.title).map { [$0] } ?? []) + UrlsText.tags(tags) + (isHidden ? ["!"] : [])
        return ([address.url] + labels).map(UrlsWord.quoted).joined(separator: " ")
    }
}

extension UrlsText {
    /// Adds those feeds that are not there yet, each at the end of its group, and the others at the end of the file;
    /// returned are their addresses.
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

    /// Puts lines at the end of their groups; one that is not there yet is opened at the end of the file.
    mutating func insert(_ newLines: [FeedGroup?: [[UInt8]]], in groups: [FeedGroup?]) {
        let (ends, last) = ends()
        var insertions: [(index: Int, lines: [[UInt8]])] = []
        var appended: [[UInt8]] = []
        // Outside of groups comes first, as a group that is opened goes on to the end.
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

    /// Behind which line each group ends, and which of them the file ends in. The file's own end is that of no group.
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

    /// What a feed is called by the file that is to be called so; nil where nothing is left of that in one line.
    package static func name(_ text: String) -> String? {
        let text = String(text.prefix(500)).oneLine
        return text.isEmpty ? nil : text
    }

    /// The word that gives a feed a title.
    static func title(_ text: String) -> String? { name(text).map { "~" + $0 } }

    /// Those of the tags that a line can say.
    static func tags(_ tags: [String]) -> [String] {
        tags.map { String($0.prefix(200)).oneLine }.filter { !$0.isEmpty && problem(ofTag: $0) == nil }
    }

    /// Why a word can't be a tag, which says something else behind an address; nil where it can.
    package static func problem(ofTag word: String) -> String? {
        let text = word.oneLine
        guard text.hasPrefix("~") || text.hasPrefix("!") else { return nil }
        return "“\(text)” can't be a tag: after a URL, ~ begins a title and ! hides the feed"
    }

    /// What a `#:` line says after its key.
    static func value(_ text: String) -> String {
        let text = text.oneLine
        return text.hasPrefix("\"") ? UrlsWord.quoted(text) : text
    }
}
