import Addresses
import FoundationEssentials
import Library
import Typesetting

/// A row of the list of failures.
enum FailureEntry: Equatable {
    case account(AccountTrouble)
    case feed(Feed)

    enum ID: Hashable {
        case account(AccountID)
        case feed(FeedID)
    }

    var id: ID {
        switch self {
        case .account(let trouble): .account(trouble.account.id)
        case .feed(let feed): .feed(feed.id)
        }
    }

    var name: String {
        switch self {
        case .account(let trouble): CleanText.line(trouble.name)
        case .feed(let feed): feed.displayName
        }
    }

    var feed: Feed? { if case .feed(let feed) = self { feed } else { nil } }
    var account: Account? { if case .account(let trouble) = self { trouble.account } else { nil } }
}

/// The accounts and feeds that failed, were skipped or have moved, with reasons and advice, and other problems.
struct Failures {
    var accounts: [AccountTrouble] = []
    var isSyncing = false
    let feeds: [Feed]
    /// The feeds whose last fetch failed.
    let failed: [Feed]
    /// The feeds that the last refresh skipped.
    let leftOut: [(feed: Feed, reason: String)]
    /// The last failure message, invalid lines of files, and programs that failed.
    let problems: [String]
    let now: Date
    /// What stays listed even if it works again, because the user is looking at it.
    var listedBefore: Set<FailureEntry.ID> = []
    /// The feeds that are being fetched.
    var fetching: Set<FeedID> = []
    /// The URLs of feeds that are fetched only if the user names them.
    var paused: Set<String> = []
    /// How to call an operation, in words.
    var pressing: (Operation) -> String = { "type :\($0.rawValue)" }
    /// The name of an operation's key, or its command.
    var key: (Operation) -> String = { ":\($0.rawValue)" }

    /// The accounts, and then the feeds, in the order of the urls file. Feeds keep their places while they are fetched.
    var listed: [FailureEntry] {
        let told = listedBefore.union((failed + leftOut.map(\.feed)).map { .feed($0.id) })
        return accounts.map { .account($0) }.filter { $0.isSerious || told.contains($0.id) }
            + feeds.filter { told.contains(.feed($0.id)) || $0.hasMoved }.map { .feed($0) }
    }

    /// The text. It ends with `blocksOfEntry` blocks for each listed account or feed.
    var document: Document {
        let listed = listed
        if listed.isEmpty && problems.isEmpty {
            return Document(blocks: [.paragraph([.text("No feeds have failed or been skipped.")])])
        }
        let reasons =
            failed.map { ($0.id, $0.lastError ?? "") } + leftOut.map { ($0.feed.id, "Skipped: \($0.reason)") }
        let reasonOf = Dictionary(reasons) { first, _ in first }
        return Document(
            blocks: problems.map { .paragraph([.text($0)]) }
                + listed.flatMap { entry -> [Block] in
                    switch entry {
                    case .account(let trouble): blocks(for: trouble)
                    case .feed(let feed): blocks(for: feed, reason: reasonOf[feed.id])
                    }
                })
    }

    /// The name, and a paragraph about the account or feed.
    static let blocksOfEntry = 2

    private func blocks(for trouble: AccountTrouble) -> [Block] {
        var lines = trouble.lines(again: pressing(.refreshFeed), at: now)
        if lines.isEmpty { lines = ["This server works again."] }
        if isSyncing { lines = ["Syncing…"] }
        let url = trouble.account.key.url.shownAddress
        return blocks(called: CleanText.line(trouble.name), lines + (url == trouble.name ? [] : [url]))
    }

    private func blocks(called name: String, _ lines: [String]) -> [Block] {
        let text = lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])
        return [.heading(level: 2, [.text(name)]), .paragraph(Array(text))]
    }

    private func blocks(for feed: Feed, reason: String?) -> [Block] {
        let paused = paused.contains(feed.url) ? "This feed is paused." : ""
        let move = FailureAdvice(pressing: pressing, key: key).words(forMoveOf: feed.fetching) ?? ""
        var lines = [condition(of: feed, reason: reason), paused, move, advice(for: feed)].filter { !$0.isEmpty }
        if !feed.isNamedByAddress { lines.append(feed.shownURL) }
        return blocks(called: feed.displayName, lines)
    }

    private func condition(of feed: Feed, reason: String?) -> String {
        if fetching.contains(feed.id) { return "Fetching…" }
        return reason?.asSentence ?? (feed.hasMoved ? "" : "This feed works again.")
    }

    private func advice(for feed: Feed) -> String {
        let state = feed.fetching
        if fetching.contains(feed.id) { return "" }
        var parts: [String] = []
        if state.errorCount > 1, let since = state.failingSince {
            parts.append("It has failed \(state.errorCount) times in a row since \(LocalTime(since).brief(at: now)).")
        }
        let advice = FailureAdvice(pressing: pressing, key: key).words(for: feed)
        if let wait = state.wait, wait.until > now, !state.isGone {
            parts.append("lede won't fetch it before \(LocalTime(wait.until).brief(at: now)).")
            // The user needn't do anything if the server only needs time.
            if ![.network, .server, .tooMany].contains(state.failing) { parts.append(advice) }
        } else {
            parts.append(advice)
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension FailureEntry {
    /// Whether an account needs the user's attention.
    fileprivate var isSerious: Bool { if case .account(let trouble) = self { trouble.isSerious } else { true } }
}
