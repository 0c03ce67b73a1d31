import Configuration
import FoundationEssentials
import Library
import Signals
import Subscriptions
import Typesetting
import URLs

/// The list of failures: a text in the pager, with a cursor that moves from row to row.
@MainActor package final class FailureListModel: Scrollable {
    package let text = PagerModel()
    /// The index of the chosen account or feed.
    @Published package internal(set) var row = 0
    /// The last message in the status line when the user opened the list.
    fileprivate private(set) var lastSaid: [String] = []
    /// The accounts and feeds in the order of the text.
    private(set) var entries: [FailureEntry] = []
    /// The number of listed feeds that were only skipped.
    package private(set) var skipped = 0
    /// All that were listed since the user opened the list, even those that work again, as they may fail again.
    fileprivate private(set) var everListed: Set<FailureEntry.ID> = []
    private var document = Document()
    /// What disappeared from under the cursor, and what has the cursor since.
    private var lost: (entry: FailureEntry, standIn: FailureEntry.ID?)?

    package init() {}

    package var count: Int { entries.count }

    var selectedEntry: FailureEntry? { entries.indices.contains(row) ? entries[row] : nil }
    var selected: Feed? { selectedEntry?.feed }
    package var isAccountChosen: Bool { selectedEntry?.account != nil }

    /// Shows the list from its beginning.
    func show(_ failures: Failures, saying lastSaid: [String]) {
        (self.lastSaid, everListed) = (lastSaid, [])
        show(failures)
        row = 0
        text.show(document)
    }

    /// Updates the list, and keeps the chosen row's position on the screen.
    func update(_ failures: Failures) {
        let before = document
        let chosen = lostName == nil ? selectedEntry : lost?.entry
        let rowsAbove = lines(of: row).lowerBound - text.page.top
        show(failures)
        if document == before { return }
        let found = entries.firstIndex { $0.id == chosen?.id }
        row = found ?? max(0, min(row, entries.count - 1))
        lost = found == nil ? chosen.map { ($0, selectedEntry?.id) } : nil
        text.replace(document)
        guard (0..<text.page.height).contains(rowsAbove) else { return }
        text.move(to: lines(of: row).lowerBound - rowsAbove)
        bringIntoView()
    }

    /// The name of what disappeared under the cursor, while the cursor is still on its substitute.
    var lostName: String? { lost.flatMap { $0.standIn == selectedEntry?.id ? $0.entry.name : nil } }

    /// Accepts the row that has the cursor now.
    func forgetLost() { lost = nil }

    private func show(_ failures: Failures) {
        (document, entries, skipped) = (failures.document, failures.listed, failures.skipped)
        everListed.formUnion(entries.map(\.id))
    }
}

// The feeds' lines in the text.
extension FailureListModel {
    /// The lines of the chosen feed's name.
    package var chosenName: Range<Int> {
        let lines = lines(of: row)
        // Without the rule below it.
        let end = lines.first { text.galley.lines[$0].runs.contains { $0.style.contains(.drawn) } }
        return lines.lowerBound..<(end ?? lines.upperBound)
    }

    var position: (row: Int, count: Int)? { (row, count) }
    var rowInView: Int? { isChosenInView ? chosenName.lowerBound - text.page.top : nil }

    /// Whether the chosen feed's name is on the screen.
    package var isChosenInView: Bool { isInView(row) }

    /// The index of the feed that a line is about.
    private func row(atLine line: Int) -> Int? {
        let block = text.galley.position(ofLine: line).block - firstBlock
        guard !entries.isEmpty, block >= 0 else { return nil }
        return min(block / Failures.blocksOfEntry, entries.count - 1)
    }

    private var firstBlock: Int { document.blocks.count - Failures.blocksOfEntry * entries.count }

    /// The lines of a feed, without empty ones around it.
    private func lines(of row: Int) -> Range<Int> {
        guard entries.indices.contains(row) else { return 0..<0 }
        let block = firstBlock + Failures.blocksOfEntry * row
        let start = line(ofBlock: block)
        let isLast = row == entries.count - 1
        var end = isLast ? text.galley.lines.count : line(ofBlock: block + Failures.blocksOfEntry)
        while end > start, text.galley.lines[end - 1].text.isEmpty { end -= 1 }
        return start..<max(start, end)
    }

    /// The first line of a block that isn't empty.
    private func line(ofBlock block: Int) -> Int {
        let lines = text.galley.lines
        var line = text.galley.line(at: TextPosition(block: block, offset: 0))
        while line < lines.count - 1, lines[line].text.isEmpty { line += 1 }
        return line
    }

    private func isInView(_ row: Int) -> Bool {
        let page = text.page
        return (page.top..<page.top + page.height).contains(lines(of: row).lowerBound)
    }
}

// Moving.
extension FailureListModel {
    /// Chooses the feed that a visible row is about; returns false if there is none.
    package func choose(inRow row: Int) -> Bool {
        guard row < text.page.visible.count, let row = self.row(atLine: text.page.top + row) else {
            return false
        }
        go(toRow: row)
        return true
    }

    func go(toRow row: Int) {
        self.row = max(0, min(row, entries.count - 1))
        bringIntoView()
    }

    func choose(_ feed: FeedID) {
        if let row = entries.firstIndex(where: { $0.id == .feed(feed) }) { go(toRow: row) }
    }

    /// Moves by `steps` feeds, but by lines through a feed that is longer than the screen.
    func move(by steps: Int) {
        for _ in 0..<min(abs(steps), text.page.lines.count) { step(by: steps.signum()) }
    }

    private func step(by step: Int) {
        let (page, lines) = (text.page, lines(of: row))
        let isAllSeen = step > 0 ? lines.upperBound <= page.top + page.height : lines.lowerBound >= page.top
        if isAllSeen, entries.indices.contains(row + step) { go(toRow: row + step) } else { text.move(by: step) }
    }

    func goToTop() {
        row = 0
        text.move(to: 0)
    }

    func goToEnd() {
        row = max(0, entries.count - 1)
        text.goToEnd()
    }

    func turnPage(by pages: Int) {
        turn(by: pages) { $0.turnPage(by: pages) }
    }

    func turnHalfPage(by pages: Int) {
        turn(by: pages) { $0.turnHalfPage(by: pages) }
    }

    /// Scrolls as a mouse wheel does. The cursor moves only if its feed would leave the screen.
    package func scroll(by lines: Int) {
        text.move(by: lines)
        keepInView()
    }

    /// Scrolls to a line, as a scroll bar does.
    func scroll(toTop line: Int) {
        text.move(to: line)
        keepInView()
    }

    /// Chooses the feed of the current match.
    func chooseFound() {
        if let line = text.search?.line, let row = row(atLine: line) { self.row = row }
    }

    private func turn(by pages: Int, _ turn: (PagerModel) -> Void) {
        let top = text.page.top
        turn(text)
        if text.page.top == top { row = pages > 0 ? max(0, entries.count - 1) : 0 } else { keepInView() }
    }

    /// Moves the cursor to a visible feed.
    private func keepInView() {
        if isInView(row) { return }
        let first = row(atLine: text.page.top) ?? 0
        row = entries.indices.contains(first + 1) && !isInView(first) && isInView(first + 1) ? first + 1 : first
    }

    /// Scrolls to the chosen feed, and for the first one to the text before it.
    package func bringIntoView() {
        let (page, lines) = (text.page, lines(of: row))
        if row == 0, lines.upperBound <= page.height {
            text.move(to: 0)
        } else if lines.lowerBound < page.top || lines.count >= page.height {
            text.move(to: lines.lowerBound)
        } else if lines.upperBound > page.top + page.height {
            text.move(to: lines.upperBound - page.height)
        }
    }
}

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
    /// The feeds that the last refresh skipped, and those whose servers asked lede to wait.
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

    fileprivate var skipped: Int { Set(leftOut.map(\.feed.id)).subtracting(failed.map(\.id)).count }

    /// The text. It ends with `blocksOfEntry` blocks for each listed account or feed.
    var document: Document {
        let listed = listed
        if listed.isEmpty && problems.isEmpty {
            return Document(blocks: [.paragraph([.text("No feeds have failed or been skipped.")])])
        }
        let reasons =
            failed.map { ($0.id, $0.fetching.lastError ?? "") } + leftOut.map { ($0.feed.id, "Skipped: \($0.reason)") }
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
    fileprivate static let blocksOfEntry = 2

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
        if let wait = state.wait(at: now) {
            parts.append(
                "lede won't fetch it before \(LocalTime(wait.until).brief(at: now)), unless you "
                    + "\(pressing(.refreshFeed)) twice.")
            // The user needn't do anything if the server only needs time.
            if state.failing?.clearsUp != true { parts.append(advice) }
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

/// Accounts and feeds that failed, feeds that were skipped or have moved, and other problems.
@MainActor package final class FailuresScreen: ReaderPart, ScreenModel {
    unowned let reader: ReaderModel
    let screen = Screen.failures

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    private var list: FailureListModel { reader.failures }

    var content: any Scrollable { list }
    var text: PagerModel? { list.text }

    var feed: Feed? { list.selected }
    var feeds: [Feed] { feed.map { [$0] } ?? [] }
    var account: Account? { list.selectedEntry?.account }
    /// Goes to the feed, or syncs the account again.
    func open() {
        if let feed {
            reader.navigation.goToFeed(feed.id)
        } else if account != nil {
            reader.actions.refreshing.refreshFeed()
        }
    }
    var lostRow: (name: String, now: String?)? { list.lostName.map { ($0, list.selectedEntry?.name) } }
    func remember(in last: inout LastScreen) { last.failed = list.selected?.id }
}

// What the list contains.
extension FailuresScreen {
    /// The number of accounts, feeds, imports and programs that failed.
    package var failureCount: Int {
        accounts.count(where: \.isSerious) + failedFeeds(at: Date()).count
            + reader.actions.subscribing.notImported.count
            + reader.actions.refreshing.afterRefresh.troubles.count
    }

    /// The number of invalid lines in the user's files.
    package var invalidLineCount: Int { reader.subscriptions.problems.count + reader.actions.settings.problems.count }

    func show() {
        reader.backStack.go(to: screen)
        let said = lastSaid
        list.show(whatFailed(before: [], saying: said), saying: said)
    }

    /// Updates the list, including the keys that it names.
    package func update() {
        guard reader.backStack.path.contains(screen) else { return }
        list.update(whatFailed(before: list.everListed, saying: list.lastSaid))
    }

    private var accounts: [AccountTrouble] {
        reader.sync.accounts.map { AccountTrouble($0, named: reader.sync.name($0.key)) }
    }

    /// The feeds that failed, without those that were only skipped or told to wait.
    private func failedFeeds(at now: Date) -> [Feed] {
        reader.feeds.reading.failed.filter { feed in
            reader.refresh.leftOut[feed.id] == nil
                && (feed.fetching.failing != .tooMany || feed.fetching.wait(at: now) == nil)
        }
    }

    private func whatFailed(before: Set<FailureEntry.ID>, saying lastSaid: [String]) -> Failures {
        let now = Date()
        let leftOut = reader.feeds.all.compactMap { feed in
            (reader.refresh.leftOut[feed.id] ?? feed.fetching.wait(at: now)?.description).map { (feed, $0) }
        }
        let refused = reader.actions.subscribing.notImported.map { "Not imported: “\($0)” isn't a web URL" }
        let problems =
            reader.subscriptions.problems + refused + reader.actions.settings.problems.map(words)
            + reader.actions.refreshing.afterRefresh.troubles
            + reader.subscriptions.warnings
        return Failures(
            accounts: accounts, isSyncing: reader.sync.isRunning, feeds: reader.feeds.all,
            failed: failedFeeds(at: now),
            leftOut: leftOut, problems: lastSaid + problems,
            now: now,
            listedBefore: before, fetching: reader.refresh.fetching, paused: reader.feeds.paused,
            pressing: session.pressing,
            key: session.key)
    }

    /// Removes the folder from the names of configuration files, as for the urls file.
    private func words(for problem: ConfigProblem) -> String {
        let folder = session.paths.configDirectory + "/"
        let text = problem.description
        return text.hasPrefix(folder) ? String(text.dropFirst(folder.count)) : text
    }

    /// The last failure in the status line, unless the list contains it anyway.
    private var lastSaid: [String] {
        let listed =
            reader.subscriptions.problems + reader.actions.settings.problems.map(\.message)
            + reader.actions.refreshing.afterRefresh.troubles
            + reader.subscriptions.warnings
            + reader.feeds.reading.failed.compactMap(\.fetching.lastError)
            + reader.sync.accounts.compactMap(\.lastError)
        return [session.lastProblem].compactMap(\.self).filter { last in
            !listed.contains { last.lowercased().contains($0.lowercased()) }
        }
    }
}

/// Advice about a failing feed, for each kind of failure.
struct FailureAdvice {
    /// How to call an operation, in words.
    let pressing: (Operation) -> String
    /// The name of an operation's key, or its command.
    let key: (Operation) -> String

    func words(for feed: Feed) -> String {
        let state = feed.fetching
        if state.isGone {
            return "lede no longer fetches this feed. "
                + "\(pressing(.refreshFeed)) to fetch it once more, or \(change).".asSentence
        }
        guard let error = state.lastError else { return "" }
        return switch state.failing {
        // The failure says itself what to check, such as the URL: then it may not clear up.
        case .network where error.contains(": check "): "\(again), or \(change).".asSentence
        case .network, .server, .tooMany: "This may clear up on its own. " + "\(again), or \(change).".asSentence
        case .missing:
            "The feed may have moved. "
                + "\(pressing(.openInBrowser)) to look for it on its site, or \(change).".asSentence
        case .denied:
            "If the feed needs a user name and password, set “#: user” and “#: password” for it in the urls file "
                + "(\(key(.editUrls))). Otherwise \(pressing(.manageFeed)) \(Self.toChange)."
        case .untrusted:
            "The site's owner has to fix the certificate. If you trust its issuer, set “#: ca-file” for this feed in "
                + "the urls file (\(key(.editUrls)))."
        case .page:
            "\(pressing(.manageFeed)) to enter the feed's own URL, or to remove the feed.".asSentence
        case .noFeed:
            "\(pressing(.openInBrowser)) to look at its site, or \(change).".asSentence
        case .document where feed.isOfCommand:
            "The command in the feed's line prints no valid feed: run it in a shell to see what it prints. "
                + "\(again), or edit the line (\(key(.editUrls))).".asSentence
        case .document: "The site's owner has to fix this. " + "\(again), or \(change).".asSentence
        case .local:
            "The fault is on this machine or in the feed's line in the urls file (\(key(.editUrls)) to edit). "
                + "\(again).".asSentence
        case .refused, .gone, nil: "\(again), or \(change).".asSentence
        }
    }

    /// Where the feed has moved, and what to do about it.
    func words(forMoveOf state: FetchState) -> String? {
        state.movedTo.map {
            "The feed has moved permanently to \($0.shownAddress). "
                + "\(pressing(.changeAddress)) to use the new URL, or run “lede move”.".asSentence
        }
    }

    private var again: String { "\(pressing(.refreshFeed)) to try again" }

    private var change: String { "\(key(.manageFeed)) \(Self.toChange)" }

    private static let toChange = "to change the URL or remove the feed"
}
