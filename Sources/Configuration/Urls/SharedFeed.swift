import URLs

/// What devices share of a feed's entry in the urls file. Commands, logins, headers, proxies and whatever else may be a secret or
/// a danger aren't in it: anybody may have written it.
package struct SharedFeed: Equatable, Sendable {
    fileprivate var title: String?
    fileprivate var tags: [String] = []
    fileprivate var group: String?
    /// Values of the options that are shared, by their names.
    fileprivate var options: [String: String] = [:]

    fileprivate static let optionNames = ["interval", "max-items", "keep-days", "sort", "fold-copies"]

    /// From lines of a name and a value each. What isn't shared doesn't count.
    package init(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { continue }
            switch words[0] {
            case "title": title = UrlsText.name(words[1])
            case "tag": tags += UrlsText.tags([words[1]]).filter { !tags.contains($0) }
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

    /// Gives a feed what is shared of it, and adds it if the file lacks it. Everything else stays.
    package mutating func take(_ shared: SharedFeed, of url: String) throws {
        guard SharedFeed.isShared(url), let address = Address(url) else { return }
        let group = shared.group.flatMap { FeedGroup(path: $0) }
        if lines(of: url).isEmpty {
            _ = add([NewFeed(address, title: shared.title, tags: shared.tags, group: group)])
        } else {
            let known = sharedFeeds[url]
            if known?.title != shared.title { _ = rename(url, to: shared.title) }
            if known?.tags != shared.tags { _ = retag(url, shared.tags) }
            if known?.group != shared.group { _ = move(url, to: group) }
        }
        for option in FeedOption.all where SharedFeed.optionNames.contains(option.name) {
            let value = shared.options[option.name]
            if sharedFeeds[url]?.options[option.name] != value { _ = try set(option, to: value, of: url) }
        }
    }
}
