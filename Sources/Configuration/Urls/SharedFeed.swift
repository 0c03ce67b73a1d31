import URLs

/// What devices share of a feed's entry in the urls file. Commands, logins, headers, proxies and whatever else may be a secret or
/// a danger aren't in it, nor what lets old items be deleted: anybody may have written it.
package struct SharedFeed: Equatable, Sendable {
    fileprivate var title: String?
    fileprivate var tags: [String] = []
    fileprivate var group: String?
    /// Values of the options that are shared, by their names.
    fileprivate var options: [String: String] = [:]

    fileprivate static let optionNames = ["interval", "sort", "fold-copies"]

    /// From lines of a name and a value each. What isn't shared doesn't count.
    package init(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { continue }
            switch words[0] {
            case "title": title = UrlsText.name(words[1])
            case "tag" where tags.count < UrlsReader.mostTags:
                tags += UrlsText.tags([words[1]]).filter { !tags.contains($0) }
            case "group": group = FeedGroup(path: words[1].oneLine)?.path
            case let name where Self.optionNames.contains(name):
                var known = FeedOptions()
                if let option = FeedOption.named(name), (try? option.set(words[1], in: &known)) != nil {
                    options[name] = words[1]
                }
            default: continue
            }
        }
    }

    package var text: String {
        var lines: [String] = []
        if let title { lines.append("title \(title.oneLine)") }
        lines += tags.map { "tag \($0.oneLine)" }
        if let group { lines.append("group \(group.oneLine)") }
        lines += Self.optionNames.compactMap { name in options[name].map { "\(name) \($0)" } }
        return lines.joined(separator: "\n")
    }

    fileprivate init(_ line: SubscriptionLine, _ settings: [(String, String)]) {
        title = line.title
        tags = line.tags
        group = line.group?.path
        for (name, value) in settings where Self.optionNames.contains(name) { options[name] = value }
        // Invalid values don't count here, and shouldn't elsewhere.
        self = SharedFeed(text)
    }

    fileprivate var feedGroup: FeedGroup? { group.flatMap { FeedGroup(path: $0) } }

    /// Whether a feed of this URL is shared: one on the web, without a name or password.
    package static func isShared(_ url: String) -> Bool {
        guard url.utf8.count <= Address.longest, let address = Address(url), address.url == url, let url = WebURL(url)
        else { return false }
        return url.isOnTheWeb && url.username.isEmpty && url.password.isEmpty
    }
}

extension UrlsText {
    /// The feeds that are shared, by URL.
    package var sharedFeeds: [String: SharedFeed] {
        var feeds: [String: SharedFeed] = [:]
        for feed in list.feeds where feeds[feed.url] == nil && SharedFeed.isShared(feed.url) {
            let settings = settings(beneath: feed.line - 1).compactMap { setting -> (String, String)? in
                guard case .setting(let name, let value) = UrlsLine(content(setting.index)) else { return nil }
                return (name, value)
            }
            feeds[feed.url] = SharedFeed(feed, settings)
        }
        return feeds
    }

    /// Gives feeds what is shared of them, and adds those that the file lacks. Everything else stays.
    package mutating func take(_ feeds: [(url: String, shared: SharedFeed)]) throws {
        let known = sharedFeeds
        let changed = Dictionary(feeds.map { ($0.url, $0.shared) }) { $1 }.filter {
            known[$0] != nil && known[$0] != $1
        }
        if !changed.isEmpty { try change(changed, from: known) }
        _ = add(
            feeds.compactMap { url, shared in
                guard known[url] == nil, SharedFeed.isShared(url), let address = Address(url) else { return nil }
                var feed = NewFeed(address, title: shared.title, tags: shared.tags, group: shared.feedGroup)
                feed.options = SharedFeed.optionNames.compactMap { name in
                    shared.options[name].map { SetOption(name: name, value: $0) }
                }
                return feed
            })
    }

    /// Changes each feed in a text of its own lines, since the file may have 100,000 others.
    private mutating func change(_ feeds: [String: SharedFeed], from known: [String: SharedFeed]) throws {
        var (kept, moved, groups) = ([[UInt8]](), [FeedGroup?: [[UInt8]]](), [FeedGroup?]())
        var met: Set<String> = []
        var index = 0
        while index < lines.count {
            guard let word = words(index)?.first?.text, let url = name(of: word, at: index), let shared = feeds[url],
                let old = known[url]
            else {
                kept.append(lines[index])
                index += 1
                continue
            }
            var own = self
            own.lines = Array(lines[index...(settings(beneath: index).last?.index ?? index)])
            index += own.lines.count
            // Another line of the same feed says nothing of its own.
            let isFirst = met.insert(url).inserted
            if old.title != shared.title { _ = own.rename(url, to: isFirst ? shared.title : nil) }
            if old.tags != shared.tags { _ = own.retag(url, isFirst ? shared.tags : []) }
            for option in FeedOption.all where isFirst && SharedFeed.optionNames.contains(option.name) {
                let value = shared.options[option.name]
                if old.options[option.name] != value { _ = try own.set(option, to: value, of: url) }
            }
            guard isFirst, old.group != shared.group else {
                kept += own.lines
                continue
            }
            own.endLastLine()
            if moved[shared.feedGroup] == nil { groups.append(shared.feedGroup) }
            moved[shared.feedGroup, default: []] += own.lines
        }
        lines = kept
        insert(moved, in: groups)
    }
}
