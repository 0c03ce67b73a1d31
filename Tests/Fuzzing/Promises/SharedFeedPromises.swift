import Configuration

/// What must hold for all settings of a feed that devices share.
package enum SharedFeedPromises {
    private static let url = "https://a.example/feed"

    /// The broken promises for settings, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let shared = SharedFeed(String(decoding: bytes, as: UTF8.self))
        var broken: [String] = []
        if SharedFeed(shared.text) != shared { broken.append("settings are read as they were written") }
        for before in ["", "exec:fetch\n\(url) old \"~Old\"\n#: interval 5m\n"] {
            let old = UrlsText(Array(before.utf8))
            var text = old
            guard (try? text.take(shared, of: url)) != nil else { continue }
            if text.list.urls != old.list.urls + (old.list.urls.contains(url) ? [] : [url]) {
                broken.append("settings of a feed add no other")
            }
            if text.list.feedsToTrust(comparedWith: old.list) != [] {
                broken.append("settings of a feed need no trust")
            }
            if text.list.problems.count > old.list.problems.count { broken.append("what is taken is valid") }
            if text.sharedFeeds[url] != shared { broken.append("a feed gets the settings that it is given") }
            let once = text.bytes
            if (try? text.take(shared, of: url)) == nil || text.bytes != once {
                broken.append("taking twice is taking once")
            }
        }
        return broken
    }
}
