import Configuration
import Library
import Signals
import Subscriptions
import Syncing
import System
import Typesetting
import URLs

/// Changes feeds and saved searches in the urls file. All changes can be undone.
@MainActor final class ManagingFeeds: ReaderPart {
    unowned let reader: ReaderModel

    /// Performs the operation that the user chose for a feed.

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// The feed to change; if there is none, the status line says so.
    private var feedToChange: Feed? {
        if let feed = reader.here.feed { return feed }
        session.status = .refused("This row isn't a feed")
        return nil
    }

    private var queryToChange: Query? {
        guard reader.screen == .feeds, case .query(let query) = reader.feeds.selectedEntry?.content else { return nil }
        return query
    }

    private var tagToChange: String? {
        guard reader.screen == .feeds, case .group(let group) = reader.feeds.selectedEntry?.content else { return nil }
        return group.tag
    }

    /// What the next change is for.
    private var subjectOfAction: FeedOrQuery? {
        queryToChange.map { .query($0.name) } ?? reader.here.feed.map { .feed($0.id) } ?? tagToChange.map { .tag($0) }
    }

    func chooseFeedAction() {
        if let query = queryToChange {
            let actions: [(Operation, String)] = [(.renameFeed, "Rename"), (.removeFeed, "Remove")]
            return chooseAction(of: .query(query.name), called: query.name, among: actions)
        }
        if let account = reader.here.account { return chooseAction(of: account) }
        if let tag = tagToChange {
            return chooseAction(of: .tag(tag), called: tag, among: [(.renameFeed, "Rename")])
        }
        guard let feed = feedToChange else { return }
        if feed.account != nil { return chooseAction(ofServerFeed: feed) }
        let actions: [(Operation, String)] = [
            (.renameFeed, "Rename"), (.tagFeed, "Change tags"), (.groupFeed, "Move to another group"),
            (.moveFeedUp, "Move up"), (.moveFeedDown, "Move down"),
            (.pauseFeed, isPaused(feed) ? "Resume" : "Pause"), (.changeAddress, "Change URL"),
            (.removeFeed, "Remove"), (.showInformation, "Show details")
        ]
        let enabled = actions.filter { reader.isEnabled($0.0, in: reader.screen) }
        let showsPage = reader.subscriptions.list.fullPage(of: feed.url) == .yes
        let settings = [
            Choice.Option("Change interval", value: Self.interval),
            Choice.Option(showsPage ? "Show the page as usual" : "Always show the page", value: Self.fullPage)
        ]
        chooseAction(of: .feed(feed.id), called: feed.displayName, among: enabled, settings)
    }

    /// The feed settings that only the menu offers, and no operation.
    private static let (interval, fullPage) = ("interval", "full-page")

    private func change(setting name: String) {
        guard let feed = feedToChange else { return }
        let options = reader.subscriptions.list.feeds.first { $0.url == feed.url }?.options
        if name == Self.fullPage { return set(name, to: options?.fullPage == .yes ? nil : "yes", of: feed) }
        session.ask(
            Question(label: "Fetch every (such as 2h; leave empty for as often as usual): ", takesNothing: true) {
                [weak self] text in
                var checked = FeedOptions()
                do throws(FeedOption.Refusal) {
                    if !text.isEmpty { try FeedOption.named(name)?.set(text, in: &checked) }
                } catch {
                    throw PromptProblem(error.description.asSentence)
                }
                self?.set(name, to: text.isEmpty ? nil : text, of: feed)
            }, text: options?.interval.map { "\($0 / 60)m" } ?? "")
    }

    private func set(_ name: String, to value: String?, of feed: Feed) {
        guard let option = FeedOption.named(name) else { return }
        let said = "\(feed.displayName) has \(value.map { "“\(name) \($0)”" } ?? "no “\(name)”") now"
        change(telling: "\(said) (\(session.key(.undo)) to undo)") { file, library in
            try file.change(feed, words: "change “\(name)” of \(feed.displayName)", in: library) { text, url in
                try text.set(option, to: value, of: url)
            }
        }
    }

    private func chooseAction(of account: Account) {
        let again = Choice.Option("Sync again", value: "sync", key: session.keyName(.refreshFeed))
        let gone = account.vanishing.counted("feed")
        let words = account.vanishing > 0 ? "Remove the \(gone) that vanished there" : "Leave it as the server has it"
        let isOpen = account.vanishing > 0 || !account.refusals.isEmpty
        let options = [again] + (isOpen ? [Choice.Option(words, value: "accept")] : [])
        session.choose(Choice(title: CleanText.line(reader.sync.name(account.key)) + ":", options)) {
            [weak self] option in
            guard let self else { return }
            if option.value == "sync" { return reader.perform(.refreshFeed) }
            reader.subscriptions.edit({ _, library in try library.acceptServer(of: account.id) }, awaitedIn: session) {
                [weak self] outcome in
                if case .failure(let error) = outcome { self?.session.status = .problem(error) }
                self?.reader.feeds.reload()
                self?.reader.sync.start(.everything, insisting: true)
            }
        }
    }

    private func chooseAction(ofServerFeed feed: Feed) {
        chooseAction(
            of: .feed(feed.id), called: feed.displayName,
            among: [
                (.renameFeed, "Rename"), (.tagFeed, "Change tags"), (.groupFeed, "Move to another folder"),
                (.removeFeed, "Remove"), (.showInformation, "Show details")
            ])
    }

    private func chooseAction(
        of subject: FeedOrQuery, called name: String, among actions: [(Operation, String)],
        _ settings: [Choice.Option] = []
    ) {
        var options = actions.map(option)
        // Removing and details stay at the end.
        options.insert(contentsOf: settings, at: max(0, options.count - 2))
        session.choose(Choice(title: name + ":", options)) { [weak self] option in
            guard let self, !reader.tellOfLostRow() else { return }
            guard subject == subjectOfAction else {
                return session.status = .refused("“\(name)” is no longer in the list, so nothing was done")
            }
            guard let operation = Operation(rawValue: option.value) else { return change(setting: option.value) }
            reader.perform(operation)
        }
    }

    /// Shows the operation's key, so that users learn it.
    private func option(_ operation: Operation, _ name: String) -> Choice.Option {
        Choice.Option(name, value: operation.rawValue, key: session.keyName(operation))
    }

    func askForName() {
        if let query = queryToChange {
            return session.ask(
                Question(label: "Name of the saved search: ") { [weak self] in try self?.rename(query, to: $0) },
                text: query.name)
        }
        if let tag = tagToChange {
            let isGroup = reader.feeds.all.contains { $0.isInGroup(tag) }
            return session.ask(
                Question(label: "Name of the \(isGroup ? "group" : "tag"): ") { [weak self] in
                    try self?.rename(group: tag, to: $0)
                }, text: tag)
        }
        guard let feed = feedToChange else { return }
        session.ask(
            Question(label: "Feed title (leave empty to use the feed's own): ", takesNothing: true) { [weak self] in
                self?.rename(feed, to: $0)
            }, text: feed.name)
    }

    /// Renames a group, a tag or a folder of feeds.
    func rename(group: String, to text: String) throws {
        guard let name = UrlsText.name(text), name != group else { return }
        if let problem = UrlsText.problem(ofTag: name) { throw PromptProblem(problem) }
        change(telling: "Renamed to “\(name)” (\(session.key(.undo)) to undo)") { file, library in
            try file.rename(group: group, to: name, in: library) > 0
        }
    }

    func rename(_ feed: Feed, to title: String) {
        let name = UrlsText.name(title)
        let title = name == feed.title ? nil : name
        change(
            telling:
                "Renamed to “\(title ?? feed.title ?? feed.shownURL.withoutScheme)” (\(session.key(.undo)) to undo)"
        ) {
            file, library in
            try file.rename(feed, to: title, in: library)
            return true
        }
    }

    /// The tags in the feed's line, or its folders on a server, as the user would type them.
    private func tags(of feed: Feed) -> String {
        let tags =
            feed.account != nil ? feed.tags : reader.subscriptions.list.feeds.first { $0.url == feed.url }?.tags ?? []
        return tags.map(ConfigWord.quoted).joined(separator: " ")
    }

    func askForTags() {
        guard let feed = feedToChange else { return }
        let tags = tags(of: feed)
        session.ask(
            Question(label: "Tags, separated by spaces: ", takesNothing: true, completion: completion(ofTags:)) {
                [weak self] in
                try self?.retag(feed, $0, insteadOf: tags)
            }, text: tags)
    }

    /// Changes a feed's tags from `shown` to `text`. Tags that were added to or removed from its line meanwhile stay
    /// so.
    func retag(_ feed: Feed, _ text: String, insteadOf shown: String) throws {
        let (tags, before) = (CommandLineText.split(text), CommandLineText.split(shown))
        if let problem = tags.compactMap(UrlsText.problem(ofTag:)).first { throw PromptProblem(problem) }
        let said =
            tags.isEmpty
            ? "Removed all tags of \(feed.displayName)" : "Tags of \(feed.displayName): \(tags.joined(separator: ", "))"
        change(telling: "\(said) (\(session.key(.undo)) to undo)") { file, library in
            try file.retag(feed, tags, insteadOf: before, in: library)
        }
    }

    func completion(ofTags text: String) -> PromptCompletion {
        let begun = text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
        let tags = reader.feeds.all.flatMap(\.tags).filter { !$0.contains("/") }
        return PromptCompletion(of: begun, among: tags.map(ConfigWord.quoted))
    }

    /// The selected feeds, or the one at the cursor.
    private var feedsToMove: [Feed] {
        guard reader.screen == .feeds, reader.feeds.selection != nil else { return feedToChange.map { [$0] } ?? [] }
        let feeds = reader.feeds.selectedFeeds
        if feeds.isEmpty { session.status = .refused("No feeds are selected") }
        return feeds
    }

    func askForGroup() {
        let feeds = feedsToMove
        guard let first = feeds.first else { return }
        let isOnServer = feeds.allSatisfy { $0.account != nil }
        let group = isOnServer ? first.tags.first : first.folder
        let isOfAll = feeds.allSatisfy { (isOnServer ? $0.tags.first : $0.folder) == group }
        session.ask(
            Question(
                label: isOnServer ? "Folder on the server: " : "Group, such as code/swift: ", takesNothing: true,
                completion: isOnServer ? completion(ofFolder:) : completion(ofGroup:)
            ) { [weak self] in
                try self?.group(feeds, $0)
            }, text: isOfAll ? group ?? "" : "")
    }

    private func completion(ofGroup begun: String) -> PromptCompletion {
        PromptCompletion(of: begun, among: reader.subscriptions.list.feeds.compactMap(\.group?.path), end: "")
    }

    private func completion(ofFolder begun: String) -> PromptCompletion {
        PromptCompletion(of: begun, among: reader.feeds.all.filter { $0.account != nil }.flatMap(\.tags), end: "")
    }

    func group(_ feeds: [Feed], _ path: String) throws {
        let group = FeedGroup(path: path)
        if group == nil, !path.isEmpty {
            throw PromptProblem("A group is up to \(FeedGroup.deepest) names with slashes between, such as code/swift")
        }
        let kind = feeds.allSatisfy { $0.account != nil } ? "folder" : "group"
        let subject = feeds.count == 1 ? feeds[0].displayName : "\(feeds.count) feeds"
        let said =
            group.map { "Moved \(subject) to the \(kind) \($0.path)" }
            ?? "Moved \(subject) out of \(feeds.count == 1 ? "its" : "their") \(kind)"
        reader.feeds.selectionStart = nil
        change(telling: "\(said) (\(session.key(.undo)) to undo)") { file, library in
            try file.group(feeds, in: group, in: library) > 0
        }
    }

    func moveFeed(up isUp: Bool) {
        guard let feed = feedToChange else { return }
        guard reader.feeds.order == .none else {
            return session.status = .refused(
                "Can't move feeds in this order: sort by urls file order first (\(session.key(.sort)))")
        }
        guard let other = reader.feeds.neighbour(of: feed, above: isUp) else {
            let (direction, side) = isUp ? ("up", "above") : ("down", "below")
            return session.status = .refused(
                "Can't move \(feed.displayName) \(direction): no feed of the same group is right \(side)")
        }
        change(telling: "Moved \(feed.displayName) \(isUp ? "up" : "down") (\(session.key(.undo)) to undo)") {
            file, library in
            try file.change(feed, words: "move \(feed.displayName)", in: library) { text, url in
                text.move(url, up: isUp, past: other.url)
            }
        }
    }

    func pauseFeed() {
        guard let feed = feedToChange, let option = FeedOption.named("refresh") else { return }
        let pauses = !isPaused(feed)
        change(
            telling: pauses
                ? "Paused \(feed.displayName) (\(session.key(.refreshFeed)) to fetch it anyway)"
                : "Resumed \(feed.displayName) (\(session.key(.undo)) to undo)"
        ) {
            file, library in
            let words = pauses ? "pause \(feed.displayName)" : "resume \(feed.displayName)"
            return try file.change(feed, words: words, in: library) { text, url in
                try text.set(option, to: pauses ? "no" : nil, of: url)
            }
        }
    }

    private func isPaused(_ feed: Feed) -> Bool { reader.feeds.paused.contains(feed.url) }

    /// Asks for the new URL. Proposes the one that the server has reported, but only a web URL: servers must not make
    /// lede run commands.
    func askForAddress() {
        guard let feed = feedToChange else { return }
        let moved = feed.fetching.movedTo.flatMap { Address(fromOutside: $0) }
        session.ask(
            Question(label: "Feed URL: ") { [weak self] in try self?.move(feed, to: $0) },
            text: moved?.url ?? feed.url)
    }

    func move(_ feed: Feed, to text: String) throws {
        let address = try Address(typed: text)
        if reader.feeds.all.contains(where: { $0.url == address.url && $0.id != feed.id }) {
            throw PromptProblem("Another feed already has the URL \(address.shown)")
        }
        change(telling: "\(feed.displayName) now has the URL \(address.shown) (\(session.key(.undo)) to undo)") {
            file, library in
            try file.move(feed, to: address, in: library)
        }
    }

    func removeFeed() {
        if let query = queryToChange { return remove(query) }
        guard let feed = feedToChange else { return }
        // The lists below may show only this feed.
        if reader.screen != .feeds {
            reader.backStack.path = reader.screen == .failures ? [.feeds, .failures] : [.feeds]
        }
        change(telling: "Removed \(feed.displayName) (\(session.key(.undo)) to undo)") { file, library in
            try file.leave(feed, in: library)
            return true
        }
    }

    /// Changes the urls file, and says so once the library has followed.
    func change(telling words: String, _ body: @escaping @Sendable (UrlsFile, Library) throws -> Bool) {
        reader.subscriptions.edit(body, awaitedIn: session) { [weak self] outcome in
            guard let self else { return }
            reader.feeds.reload()
            reader.forgetLostRows()
            switch outcome {
            case .success(true): session.status = .done(words)
            case .success(false): session.status = .done("Nothing changed")
            case .failure(let error): session.status = .problem(error)
            }
        }
    }
}

// Saved searches: “query:” lines of the urls file.
extension ManagingFeeds {
    /// Saves a filter as a list above the feeds.
    func save(_ filter: String, as name: String) throws {
        let name = try self.name(ofQuery: name, before: nil)
        let line = "query:\(name):\(filter)"
        change(telling: "Saved “\(name)” above the feeds (\(session.key(.undo)) to undo)") { file, library in
            try file.change(line, words: "save the search “\(name)”", in: library) { text in
                text.addQuery(line) ? line : nil
            }
        }
    }

    /// Asks for the name of the saved search for a filter.
    func askForName(ofQueryFor filter: Filter) {
        session.ask(
            Question(label: "Name for the saved search: ") { [weak self] in try self?.save(filter.text, as: $0) })
    }

    func rename(_ query: Query, to name: String) throws {
        let name = try self.name(ofQuery: name, before: query.name)
        let (old, new) = ("query:\(query.name):\(query.expression)", "query:\(name):\(query.expression)")
        change(telling: "Renamed to “\(name)” (\(session.key(.undo)) to undo)") { file, library in
            try file.change(old, words: "rename the saved search “\(query.name)”", in: library) { text in
                text.replaceQuery(old, with: new) ? new : nil
            }
        }
    }

    func remove(_ query: Query) {
        let line = "query:\(query.name):\(query.expression)"
        change(telling: "Removed “\(query.name)” (\(session.key(.undo)) to undo)") { file, library in
            try file.change(line, words: "remove the saved search “\(query.name)”", in: library) { text in
                text.remove(line) == nil ? nil : line
            }
        }
    }

    private func name(ofQuery text: String, before: String?) throws -> String {
        if text.contains(":") { throw PromptProblem("The name of a saved search can't contain a colon") }
        if text != before, reader.subscriptions.list.queries.contains(where: { $0.name == text }) {
            throw PromptProblem("A saved search named “\(text)” already exists")
        }
        return text
    }
}
