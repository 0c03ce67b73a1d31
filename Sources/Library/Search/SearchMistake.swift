/// What begins as a condition of a search does, and is none.
package struct SearchMistake: Error, Equatable, Sendable, CustomStringConvertible {
    /// As it was typed.
    package let text: String
    let key: SearchConditions.Key

    /// What the condition wants.
    package var advice: String {
        switch key {
        case .feed: "feed: wants a part of the name or address of a feed"
        case .tag: "tag: wants a tag"
        case .is: "is: wants unread, read or starred"
        case .after, .before: "after: and before: want a date, such as 2026-01-31, 7d or yesterday"
        }
    }

    package var description: String { "“\(text)” is no condition: \(advice)" }
}

extension SearchConditions.Key {
    /// Whether the next letters may make a condition of what is none yet.
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
