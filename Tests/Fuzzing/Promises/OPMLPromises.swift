import Configuration

/// What must hold for every possible list of subscriptions.
package enum OPMLPromises {
    /// The broken promises for a document, in words. A crash counts as one, too.
    package static func broken(by document: [UInt8]) -> [String] {
        do throws(OPML.Failure) {
            return broken(by: try OPML(document))
        } catch {
            return error.line >= 0 && !error.description.contains("\n") ? [] : ["a reason is one line, and has a place"]
        }
    }

    private static func broken(by list: OPML) -> [String] {
        var broken: [String] = []
        let urls = list.feeds.map(\.address.url)
        if !list.feeds.allSatisfy({ Address(fromOutside: $0.address.url) == $0.address }) {
            broken.append("a list leads to the web alone")
        }
        // Adds to a file that has an open group and no line break at its end.
        var text = UrlsText(Array("# mine\n#: group a/b\nhttps://example.org/ own".utf8))
        let before = text.bytes
        let added = text.add(list.feeds)
        if !text.bytes.starts(with: before) { broken.append("what was there stays") }
        if !text.list.problems.isEmpty { broken.append("what is added is understood") }
        if Set(text.list.urls) != Set(urls + ["https://example.org/"]) || !text.list.queries.isEmpty {
            broken.append("nothing but the feeds of the list is added")
        }
        if text.list.feeds.contains(where: { $0.options != nil }) { broken.append("a list sets nothing") }
        let hidden = Set(list.feeds.filter(\.isHidden).map(\.address.url))
        if text.list.feeds.contains(where: { $0.isHidden && !hidden.contains($0.url) }) {
            broken.append("nothing is hidden but what the list says")
        }
        if list.feeds.contains(where: { feed in feed.address.url.contains(where: { "`\"<>\\^{|}".contains($0) }) }) {
            broken.append("an address has nothing that no address has")
        }
        if added.count + (urls.contains("https://example.org/") ? 1 : 0) != urls.count {
            broken.append("all feeds of the list are added")
        }
        return broken + brokenByWriting(list)
    }

    /// Checks that another reader would understand the written list.
    private static func brokenByWriting(_ list: OPML) -> [String] {
        let feeds = list.feeds.map { feed in
            OPMLDocument.Feed(
                url: feed.address.url, title: feed.title ?? feed.address.url, tags: feed.tags, group: feed.group)
        }
        guard let again = try? OPML(Array(OPMLDocument(feeds, date: "Sat, 21 Nov 2026 12:00:00 GMT").text.utf8)) else {
            return ["what is written can be read"]
        }
        let urls = Set(list.feeds.map(\.address.url))
        return Set(again.feeds.map(\.address.url)) == urls ? [] : ["what is written names the same feeds"]
    }
}
