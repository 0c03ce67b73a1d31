/// The contents of a urls file: feeds, queries and accounts in order, and problems.
package struct UrlsList: Equatable, Sendable {
    package internal(set) var feeds: [SubscriptionLine] = []
    package internal(set) var queries: [QueryLine] = []
    /// The user's accounts on feed servers.
    package internal(set) var accounts: [AccountLine] = []
    /// Accounts that another line has, too, and which don't count.
    var repeatedAccounts: [AccountLine] = []
    /// The first thousand, in the order of the lines.
    package internal(set) var problems: [UrlsProblem] = []

    package var urls: [String] { feeds.map(\.url) }

    package init(_ bytes: [UInt8]) {
        var reader = UrlsReader()
        reader.read(bytes)
        self = reader.list
    }

    package init(_ text: String) {
        self.init(Array(text.utf8))
    }

    init() {}

    /// Whether a urls file has only feeds and queries, their titles and groups. It finds out much faster than parsing,
    /// but returns false for a few such files.
    package static func isBare(_ text: [UInt8]) -> Bool {
        let text = text.span
        for place in text.indices {
            switch text[place] {
            case UInt8(ascii: "!"): return false
            case UInt8(ascii: ":") where place > 0 && text[place - 1] == UInt8(ascii: "#"):
                if !isGroup(text, behind: place) { return false }
            case UInt8(ascii: ":") where place > 5 && text[place - 1] == UInt8(ascii: "r"):
                if isServer(text, before: place) { return false }
            default: break
            }
        }
        return true
    }

    private static func isServer(_ text: Span<UInt8>, before place: Int) -> Bool {
        let word: StaticString = "server"
        let start = place - word.utf8CodeUnitCount
        return (0..<word.utf8CodeUnitCount).allSatisfy { text[start + $0] == word.utf8Start[$0] }
    }

    private static func isGroup(_ text: Span<UInt8>, behind place: Int) -> Bool {
        var start = place + 1
        while start < text.count, text[start].isBlank { start += 1 }
        let key: StaticString = "group"
        guard start + key.utf8CodeUnitCount <= text.count else { return false }
        return (0..<key.utf8CodeUnitCount).allSatisfy { text[start + $0] == key.utf8Start[$0] }
    }
}
