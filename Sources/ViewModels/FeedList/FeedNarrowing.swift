import Library

/// The filter of the list of feeds: words of names, URLs and tags, or a filter expression.
package struct FeedNarrowing: Equatable, Sendable {
    package let text: String
    private let words: [String]
    /// The feeds that match a filter expression; nil if the text is words.
    private let found: Set<FeedID>?

    init(_ text: String, found: Set<FeedID>?) {
        self.text = text
        self.found = found
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Whether it looks like a filter expression: it has a comparison, or a condition that isn't one of the words.
    var isMeantAsExpression: Bool {
        text.contains(where: "=<>#".contains)
            || words.contains { word in
                guard let colon = word.firstIndex(of: ":"), colon != word.startIndex else { return word == "between" }
                let isURL = word[colon...].hasPrefix("://")
                return !isURL && word != "is:unread" && !word.hasPrefix("tag:")
            }
    }

    func shows(_ feed: Feed) -> Bool {
        if let found { return found.contains(feed.id) }
        let known = ([feed.name, feed.url] + feed.tags).joined(separator: " ").lowercased()
        return words.allSatisfy { word in
            switch word {
            case "is:unread": feed.unread > 0
            case _ where word.hasPrefix("tag:"): feed.tags.contains { $0.lowercased().hasPrefix(word.dropFirst(4)) }
            default: known.contains(word)
            }
        }
    }

    /// Whether the words match a list above the feeds.
    func shows(_ entry: FeedListEntry) -> Bool {
        let name = entry.name.lowercased()
        return found == nil && words.allSatisfy(name.contains)
    }
}
