package import Configuration
package import FoundationEssentials
package import Library
import Refresh
import Signals
import Subscriptions
import System
import Typesetting
import URLs

/// The page about a feed of the user's, or the preview of a feed to add.
@MainActor package final class InformationModel {
    package let page = PagerModel()
    /// The feed that the page is about; nil for a preview.
    private(set) var feed: FeedID?
    /// The feed that the page previews.
    package private(set) var previewed: NewFeed?
    private let session: Session

    private static let daysOfHistory = 30

    init(_ session: Session) { self.session = session }

    /// Shows a feed's details; returns false if the library can't be read.
    func show(_ feed: Feed, _ terms: FetchingTerms) -> Bool {
        guard let document = document(about: feed, terms) else { return false }
        (previewed, self.feed) = (nil, feed.id)
        page.show(document)
        return true
    }

    /// Shows the preview of a feed to add.
    func show(_ preview: FeedPreview, of feed: NewFeed) {
        (previewed, self.feed) = (feed, nil)
        let (now, dateFormat) = (Date(), session.config.text(.datetimeFormat))
        let keys = (takes: session.key(.open), leaves: session.key(.back))
        page.show { preview.document(columns: $0, keys: keys, at: now, dateFormat: dateFormat) }
    }

    /// Returns the previewed feed, and ends the preview.
    func takePreviewed() -> NewFeed? {
        defer { previewed = nil }
        return previewed
    }

    /// Updates the details.
    func update(_ known: (FeedID) -> Feed?, _ terms: (Feed) -> FetchingTerms) {
        guard previewed == nil, let feed = feed.flatMap(known),
            let document = document(about: feed, terms(feed))
        else { return }
        page.replace(document)
    }

    private func document(about feed: Feed, _ terms: FetchingTerms) -> Document? {
        let (library, news, now) = (session.library, session.news, Date())
        guard let days = news.reporting(try library.history(of: feed.id, days: Self.daysOfHistory, until: now)),
            let details = news.reporting(try library.details(of: feed.id))
        else { return nil }
        return FeedInformation(
            feed: feed, details: details, days: days, terms: terms, now: now, pressing: session.pressing,
            key: session.key
        ).document
    }
}

/// The details of a feed.
@MainActor final class InformationScreen: ReaderPart, TextScreen {
    unowned let reader: ReaderModel
    let screen = Screen.information

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    var pager: PagerModel { reader.information.page }

    func show() {
        guard let feed = reader.here.feed else { return session.status = .refused("This row isn't a feed") }
        if reader.information.show(feed, terms(of: feed)) { reader.backStack.go(to: screen) }
    }

    /// Updates the details.
    func update() {
        if reader.backStack.screen == screen { reader.information.update(reader.feeds.feed, terms) }
    }

    private func terms(of feed: Feed) -> FetchingTerms {
        FetchingTerms(
            isVerified: reader.subscriptions.list.feeds.first { $0.url == feed.url }?.options?.verifies ?? true,
            isPaused: reader.feeds.paused.contains(feed.url), automatic: reader.actions.refreshing.clock.earliest)
    }

    /// The feed as it is now; nil for a preview.
    var feed: Feed? { reader.information.feed.flatMap(reader.feeds.feed) }
    var feeds: [Feed] { feed.map { [$0] } ?? [] }

    func open() { reader.actions.subscribing.subscribeToPreviewed() }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .open: reader.information.previewed != nil
        case .showInformation: false
        default: operation.isOfFeed && feed == nil ? false : nil
        }
    }
}

/// What the user's files say about fetching a feed.
struct FetchingTerms {
    /// Whether lede checks the server's certificate.
    var isVerified = true
    var isPaused = false
    /// When lede may start a refresh by itself; nil if it starts none.
    var automatic: Date?
}

/// The details of a feed, and its next fetch: a page for finding out what is wrong.
struct FeedInformation {
    let feed: Feed
    let details: FeedDetails
    /// How many items each of the last days brought, today last.
    let days: [Int]
    var terms = FetchingTerms()
    let now: Date
    /// How to call an operation, in words.
    var pressing: (Operation) -> String = { "type :\($0.rawValue)" }
    /// The name of an operation's key, or its command.
    var key: (Operation) -> String = { ":\($0.rawValue)" }

    var document: Document {
        let parts = [
            [description],
            [
                "Feed: \(feed.shownURL)", unverified, details.site.map { "Site: \($0.shownAddress)" }, tags
            ],
            [items, history, trimmed],
            [asked, success, failureAdvice.words(forMoveOf: feed.fetching), next, advice]
        ]
        let paragraphs = parts.map { $0.compactMap { $0 } }.filter { !$0.isEmpty }
        return Document(
            blocks: [.heading(level: 1, [.text(feed.displayName)])]
                + paragraphs.map { lines in
                    .paragraph(Array(lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])))
                })
    }

    /// The feed's own description, unless it only repeats the title.
    private var description: String? { details.description.flatMap { $0.repeats(feed.displayName) ? nil : $0 } }

    private var unverified: String? {
        terms.isVerified ? nil : "Warning: lede doesn't check this server's certificate (“verify no”)."
    }

    private var tags: String? { feed.tags.isEmpty ? nil : "Tags: " + feed.tags.joined(separator: ", ") }

    private var items: String { "\(feed.total.counted("item")), \(feed.unread) unread" }

    private var trimmed: String? {
        details.trimmed.map {
            "Old items were deleted at \(time($0)): the feed had more text than max-megabytes allows."
        }
    }

    private var history: String {
        let count = days.reduce(0, +)
        let rhythm = details.rhythm.map {
            "; a new item about every \(TimeSpan(seconds: $0.interval).afterEvery)"
        }
        let news = count == 0 ? "No new items" : "\(Sparkline(days))  \(count.counted("new item"))"
        return "\(news) in the last \(days.count) days" + (rhythm ?? "")
    }

    private var asked: String {
        guard let date = feed.fetching.lastAttempt else { return "Never fetched." }
        guard let error = feed.fetching.lastError else { return "Last fetched at \(time(date)), successfully." }
        let count = feed.fetching.errorCount
        let row = feed.fetching.failingSince.map { "; \(count) failures in a row since \(time($0))" } ?? ""
        return "Last fetch failed at \(time(date)): \(error)\(count > 1 ? row : "")."
    }

    private var success: String? {
        guard feed.hasFailed else { return nil }
        return feed.fetching.lastSuccess.map { "Last successful fetch at \(time($0))." }
            ?? "Never fetched successfully."
    }

    /// When the feed is fetched next, and why then.
    private var next: String {
        switch feed.fetching.holdUp(at: now) {
        case .gone:
            return failureAdvice.words(for: feed)
        case .toldToWait(let wait):
            return
                "lede won't fetch it before \(time(wait.until)), unless you \(pressing(.refreshFeed)) twice: \(wait)."
        case nil where terms.isPaused: return "This feed is paused."
        case nil:
            let due = details.due.flatMap { $0.date > now ? $0 : nil }
            return "\(dueFetch(at: due?.date))\(due.map { ": \($0)" } ?? "")."
        }
    }

    /// What fetches the feed next, and when. Without a date, it is due already.
    private func dueFetch(at due: Date?) -> String {
        if let automatic = terms.automatic {
            let date = max(due ?? now, automatic)
            return date > now ? "Next fetch at about \(time(date))" : "Next fetch in a moment"
        }
        return due.map { "Next due for “lede refresh --due” at \(time($0))" } ?? "Due now for “lede refresh --due”"
    }

    private var advice: String? {
        guard feed.hasFailed, feed.fetching.holdUp(at: now) == nil else { return nil }
        return failureAdvice.words(for: feed)
    }

    private var failureAdvice: FailureAdvice { FailureAdvice(pressing: pressing, key: key) }

    private func time(_ date: Date) -> String { LocalTime(date).brief(at: now) }
}

extension String {
    /// Whether it is the same text, apart from capitals and the spaces around it.
    func repeats(_ title: String) -> Bool { trimmingSpaces.lowercased() == title.trimmingSpaces.lowercased() }
}

/// A bar chart in one row, with one cell for each number. The highest bar leaves a gap to the row above.
package struct Sparkline: CustomStringConvertible {
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]

    package let description: String

    /// Only 0 gets the lowest bar.
    package init(_ numbers: [Int]) {
        let highest = max(numbers.max() ?? 0, 1)
        description = numbers.reduce(into: "") { row, number in
            let share = Double(max(0, number)) / Double(highest) * Double(Self.bars.count - 1)
            row += Self.bars[Int(share.rounded(.up))]
        }
    }
}

/// The preview of a feed to add: its newest items, or why there is no preview.
struct FeedPreview {
    let title: String
    private let lines: [String]
    /// What the key for adding does.
    private let action: String
    private var items: ArraySlice<FoundFeed.Item> = []
    /// The text below the items, or instead of them.
    private var end: String?

    private static let shownItems = 20

    init(_ feed: FoundFeed) {
        let title = feed.title ?? feed.url.shownAddress
        self.title = title
        lines = [
            feed.description.flatMap { $0.repeats(title) ? nil : $0 }, "Feed: \(feed.url.shownAddress)",
            feed.site.map { "Site: \($0.shownAddress)" }
        ].compactMap(\.self)
        action = "to add this feed"
        // Items without a date come last, in their order in the document.
        items = feed.items.sorted { ($0.date ?? .distantPast) > ($1.date ?? .distantPast) }.prefix(Self.shownItems)
        let more = feed.items.count - items.count
        end = items.isEmpty ? "No items yet." : more > 0 ? "and \(more) more" : nil
    }

    /// For a URL that isn't a feed, or can't be fetched.
    init(_ address: String, problem: String) {
        title = address
        lines = [problem]
        action = "to add the URL anyway"
    }

    init(_ address: String, unreadable reason: String) {
        self.init(address, problem: "lede couldn't check this URL: \(reason).")
    }

    /// The preview for a width. Its items look as they do in lists.
    func document(columns: Int, keys: (takes: String, leaves: String), at now: Date, dateFormat: String) -> Document {
        let dates = DateColumn(at: now, format: dateFormat, isNarrow: DateColumn.isNarrow(columns + Self.margins))
        var blocks = [Block.heading(level: 1, [.text(title)]), paragraph(lines)]
        blocks.append(paragraph(["\(keys.takes) \(action), \(keys.leaves) to go back."]))
        if !items.isEmpty {
            let rows = items.map { row(of: $0, dates, columns: columns - Self.indentation) }
            blocks.append(.preformatted(Array(rows.joined(separator: [.text("\n")]))))
        }
        if let end { blocks.append(paragraph([end])) }
        return Document(blocks: blocks)
    }

    /// The typesetter's indentation of preformatted text, as wide as the signs in lists.
    private static let indentation = 2
    /// The margins of the screen, which lists include in their width.
    private static let margins = 2
    private static let gap = 2

    private func row(of item: FoundFeed.Item, _ dates: DateColumn, columns: Int) -> [Inline] {
        let title = item.title.isEmpty ? "(untitled)" : CleanText.line(item.title)
        guard let date = item.date else { return [.text(title.truncated(toCells: columns))] }
        let text = dates.text(of: date).truncated(toCells: dates.width)
        let room = max(0, columns - text.cellWidth - Self.gap)
        return [
            .text(title.truncated(toCells: room).padded(toCells: room + Self.gap)), .styled(.small, [.text(text)])
        ]
    }

    private func paragraph(_ lines: [String]) -> Block {
        .paragraph(Array(lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])))
    }
}

/// What is wrong with an account on a feed server, and what to do about it.
package struct AccountTrouble: Equatable, Sendable {
    let account: Account
    /// What the user calls the account.
    let name: String

    package init(_ account: Account, named name: String) {
        (self.account, self.name) = (account, name)
    }

    package var isSerious: Bool { account.isTroubled }

    /// Whole sentences, one or a few in a line. `again` says in words how to sync again.
    package func lines(again: String, at now: Date) -> [String] {
        var lines: [String] = []
        if account.failures > 0 {
            let reason = account.lastError ?? "the last sync failed"
            lines += [reason.asSentence.withStop, advice(again, now)]
        }
        if account.vanishing > 0 {
            lines.append(
                "\(account.vanishing.counted("feed")) vanished from \(place) at once, and lede keeps them here. If you "
                    + "removed them there, run “lede sync --accept”; otherwise look there first.")
        }
        lines += account.refusals.map { "The server refused a change: \($0)".withStop }
        if !account.refusals.isEmpty { lines.append("“lede sync --accept” leaves it as the server has it.") }
        if account.refusedItems > 0 {
            lines.append(
                "The server refused the marks of \(account.refusedItems.counted("item")), which stay here. "
                    + "\(again) to send them again.".asSentence)
        }
        lines += account.hugeFiles.map { file in
            "lede leaves \(file) unread, because it is over 64 MB and so isn't lede's: remove it from the folder."
        }
        return lines.filter { !$0.isEmpty }
    }

    private var place: String { account.key.isFolder ? "your other devices" : "the server" }

    private func advice(_ again: String, _ now: Date) -> String {
        let once = "\(again) to try again.".asSentence
        let login = "“lede sync login \(account.key.url.shownAddress)”"
        return switch account.failing {
        case "login-refused": "Run \(login) in a shell to enter them again. \(once)"
        case "login-insecure":
            "Write the server's https URL into the urls file. In a network of your own, “#: insecure yes” below the "
                + "server's line allows http."
        case "told-to-wait" where account.isToldToWait:
            until(now).map { "lede won't ask the server before \($0)." } ?? ""
        case "not-understood":
            "The URL in the urls file may be that of another page: \(login) finds the right one. \(once)"
        case "unsupported", "endless": once
        default: (until(now).map { "lede tries again by itself after \($0). " } ?? "") + once
        }
    }

    private func until(_ now: Date) -> String? {
        account.retry.flatMap { $0 > now ? LocalTime(minuteAfter: $0).brief(at: now) : nil }
    }
}

extension String {
    /// The text with a full stop, if it ends with nothing like that.
    fileprivate var withStop: String { last.map { ".!?…".contains($0) } == true ? self : self + "." }
}
