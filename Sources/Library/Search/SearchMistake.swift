/// A mistake in a search as it was typed.
package struct SearchMistake: Error, Equatable, Sendable, CustomStringConvertible {
    enum Kind: Equatable {
        /// It has the key of a condition, and an invalid value.
        case condition(SearchConditions.Key)
        /// It looks like a condition, and has an unknown key.
        case unknown
        /// An unmatched quotation mark.
        case unclosed
    }

    /// As it was typed.
    private let text: String
    private let kind: Kind

    init(_ text: String, _ kind: Kind) {
        (self.text, self.kind) = (text, kind)
    }

    package var problem: String {
        kind == .unclosed ? "unmatched quotation mark before “\(text)”" : "invalid condition “\(text)”"
    }

    /// The expected value.
    package var advice: String {
        switch kind {
        case .condition(.feed): "after feed: write part of a feed's title or URL"
        case .condition(.tag): "after tag: write a tag"
        case .condition(.is): "use is:unread, is:read or is:starred"
        case .condition(.after), .condition(.before):
            "after: and before: need a date, such as 2026-01-31, 7d or yesterday"
        case .unknown:
            "use title:, author:, feed:, tag:, is:, after: or before:, or quotation marks to search for the words"
        case .unclosed: "close it or remove it"
        }
    }

    package var description: String { "\(problem): \(advice)" }
}

extension SearchConditions.Key {
    /// Whether further letters may complete the condition.
    func mayGoOn(from value: String) -> Bool {
        let value = value.lowercased()
        return switch self {
        case .feed, .tag: true
        case .is: SearchConditions.State.allCases.contains { $0.rawValue.hasPrefix(value) }
        case .after, .before:
            value.allSatisfy { $0.isNumber || $0 == "-" }
                || ["today", "yesterday"].contains { $0.hasPrefix(value) }
        }
    }
}
