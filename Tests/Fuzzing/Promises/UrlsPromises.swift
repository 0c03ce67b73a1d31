import Configuration

/// What must hold for every possible urls file.
package enum UrlsPromises {
    /// The broken promises for a file, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let list = UrlsList(bytes)
        let text = UrlsText(bytes)
        var broken: [String] = []
        if text.bytes != bytes { broken.append("a text that nobody edits stays as it is") }
        if Set(list.urls).count != list.urls.count { broken.append("no feed is there twice") }
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        if !list.problems.allSatisfy({ (1...lines).contains($0.line) && $0.column >= 1 }) {
            broken.append("a problem has its place in the file")
        }
        for feed in list.feeds.prefix(3) { broken += self.broken(by: feed, in: text) }
        for account in list.accounts.prefix(3) { broken += self.broken(by: account, in: text) }
        return broken
    }

    private static func broken(by account: AccountLine, in text: UrlsText) -> [String] {
        guard let entry = text.entry(of: account.name).flatMap({ RemovedFeed(text: $0.text) }) else {
            return ["an account that is there has an entry that can be kept"]
        }
        var broken: [String] = []
        var left = text
        left.revert(entry)
        if left.list.urls != text.list.urls { broken.append("an account that is taken out takes no feed along") }
        left.restore(entry)
        if Set(left.list.accounts.map(\.identity)) != Set(text.list.accounts.map(\.identity)) {
            broken.append("an account that was taken out comes back")
        }
        if left.list.feedsToTrust(comparedWith: text.list) != [] { broken.append("it is as it was") }
        return broken
    }

    private static func broken(by feed: SubscriptionLine, in text: UrlsText) -> [String] {
        var broken: [String] = []
        var renamed = text
        if !renamed.rename(feed.url, to: "A \"new\" \\ name") || renamed.list.titles[feed.url] != "A \"new\" \\ name" {
            broken.append("a feed gets the title that it is given")
        }
        if renamed.list.urls != text.list.urls { broken.append("a title changes no address") }
        var retagged = text
        if !retagged.retag(feed.url, ["x y", "z"])
            || retagged.list.feeds.first(where: { $0.url == feed.url })?.tags.sorted() != ["x y", "z"]
        {
            broken.append("a feed gets the tags that it is given")
        }
        var left = text
        guard let removed = left.remove(feed.url) else { return broken + ["a feed that is there can be left"] }
        if left.list.urls != text.list.urls.filter({ $0 != feed.url }) {
            broken.append("leaving a feed leaves no other")
        }
        guard let kept = RemovedFeed(text: removed.text) else { return broken + ["what was left can be kept"] }
        left.restore(kept)
        if Set(left.list.urls) != Set(text.list.urls) { broken.append("a feed that was left comes back") }
        return broken
    }
}

extension UrlsList {
    fileprivate var titles: [String: String] {
        Dictionary(feeds.compactMap { feed in feed.title.map { (feed.url, $0) } }) { first, _ in first }
    }
}
