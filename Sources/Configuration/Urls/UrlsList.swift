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

/// A subscription in the urls file, with its settings.
package struct SubscriptionLine: Equatable, Sendable {
    package let line: Int
    /// A URL, or `exec:` and `filter:` with their commands.
    package let url: String
    /// The user's title.
    package internal(set) var title: String?
    /// The tags of the line, in order, each once.
    package internal(set) var tags: [String]
    /// Whether the list of feeds hides it.
    package internal(set) var isHidden: Bool
    package let group: FeedGroup?
    /// The options below it; nil if there are none.
    package internal(set) var options: FeedOptions? {
        get { if case .options(let options) = beneath { options } else { nil } }
        set { beneath = newValue.map(Beneath.options) ?? .nothing }
    }
    private var beneath = Beneath.nothing

    /// Most feeds have no options, and many lines shouldn't take the memory of a full set each.
    private enum Beneath: Equatable, Sendable {
        case nothing
        indirect case options(FeedOptions)
    }

    init(line: Int, url: String, title: String?, tags: [String], isHidden: Bool, group: FeedGroup?) {
        (self.line, self.url, self.title, self.tags) = (line, url, title, tags)
        (self.isHidden, self.group) = (isHidden, group)
    }

    /// Its tags, and those of its groups.
    package var allTags: [String] { tags.joined(to: group) }
}

/// A line of the urls file that defines a saved search by a filter.
package struct QueryLine: Equatable, Sendable {
    package let line: Int
    /// The first character of the filter, counted from 1.
    package let column: Int
    package let name: String
    package let expression: String
    package let tags: [String]
    package let isHidden: Bool
    package let group: FeedGroup?
    /// The number of feeds above it in the file.
    package let feedsAbove: Int

    /// Its tags, and those of its groups.
    package var allTags: [String] { tags.joined(to: group) }
}

extension [String] {
    /// Returns these tags and those of a group, each once.
    func joined(to group: FeedGroup?) -> [String] { self + (group?.tags ?? []).filter { !contains($0) } }
}

/// A folder of feeds, which may be inside another: `code/swift`.
package struct FeedGroup: Hashable, Sendable {
    /// The names from the outermost one on; never empty.
    package let names: [String]

    /// Deeper than anybody nests, and shallow enough for every screen.
    package static let deepest = 8

    /// Nil if there is no name, or if it is nested too deeply.
    package init?(_ names: [String]) {
        let names = names.map(\.trimmed).filter { !$0.isEmpty }
        guard !names.isEmpty, names.count <= Self.deepest else { return nil }
        self.names = names
    }

    package init?(path: String) {
        self.init(path.split(separator: "/").map(String.init))
    }

    package var path: String { names.joined(separator: "/") }

    /// The tags that find the group. Searching a group includes the groups inside it: `code` and `code/swift`.
    package var tags: [String] { names.indices.map { names[...$0].joined(separator: "/") } }
}

/// A problem of a line in the urls file, and its position. Other lines count.
package struct UrlsProblem: Error, Equatable, Sendable {
    package let line: Int
    /// In characters, from 1.
    package let column: Int
    package let reason: String

    package init(line: Int, column: Int, reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    package func words(in path: String) -> String { "\(path):\(line):\(column): \(reason)" }
}

extension UrlsList {
    /// Returns the feeds and accounts that are new or changed since `older` and that only the user may add: they run a
    /// command, read a local file, log in, or trust somebody.
    package func feedsToTrust(comparedWith older: UrlsList) -> [String] {
        let known = older.feeds.filter(\.wantsTrust)
        let newFeeds = feeds.filter { feed in
            feed.wantsTrust && !known.contains { $0.url == feed.url && $0.options == feed.options }
        }
        // A line that doesn't count now counts as soon as the other one is removed.
        let knownAccounts = older.accounts + older.repeatedAccounts
        let newAccounts = (accounts + repeatedAccounts).filter { account in
            !knownAccounts.contains { $0.name == account.name && $0.options == account.options }
        }
        return newFeeds.map(\.url) + newAccounts.map(\.name)
    }
}

extension SubscriptionLine {
    fileprivate var wantsTrust: Bool { Address(url)?.isOnTheWeb != true || options?.wantsTrust == true }
}

extension FeedOptions {
    /// Whether it sets anything beyond the harmless options below.
    fileprivate var wantsTrust: Bool {
        var rest = self
        (rest.interval, rest.refreshes, rest.timeout, rest.userAgent) = (nil, nil, nil, nil)
        (rest.maxItems, rest.keepDays, rest.foldsCopies, rest.sort) = (nil, nil, nil, nil)
        (rest.fullPage, rest.cacheWhen, rest.enqueue) = (nil, nil, nil)
        return rest != FeedOptions()
    }
}
