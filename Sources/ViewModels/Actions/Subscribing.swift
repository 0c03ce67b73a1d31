package import Configuration
import Dispatch
import FoundationEssentials
package import Library
package import MovingIn
import Refresh
import Signals
import Subscriptions
import Syncing
import System
import Typesetting
import URLs

/// Adds feeds. Checks a URL and previews its feed first.
@MainActor package final class Subscribing: ReaderPart {
    unowned let reader: ReaderModel
    /// Finds out what is at a URL.
    private lazy var feedSearch = FeedSearch()
    /// The URL that is being checked.
    var addressLook: AddressLook?
    /// Where to look for other readers' files, and what finds the problems of their config.
    private var foreign: (environment: [String: String], judge: @MainActor (Config) -> ConfigVerdict)?
    /// URLs of the last OPML import that can't be in a urls file.
    private(set) var notImported: [String] = []

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// Offers to import from the readers found on this machine. `environment` says where their files are, and `judge`
    /// finds the problems of a config.
    package func offerImports(
        from environment: [String: String], judge: @escaping @MainActor (Config) -> ConfigVerdict
    ) {
        foreign = (environment, judge)
        if reader.screen == .welcome { reader.screens.welcome.findReaders() }
    }

    func askForAddress() {
        session.ask(
            Question(label: "URL of the feed or its site: ", history: "address") { [weak self] in try self?.addFeed($0)
            })
    }

    func addFeed(_ text: String) throws {
        let plain = Address(typedWithoutScheme: text)
        look(AddressLook(address: try Address(typed: text), cursorPosition: cursorPosition, plain: plain))
    }

    /// Checks a URL off the main queue.
    func look(at address: Address) { look(AddressLook(address: address, cursorPosition: cursorPosition)) }

    var cursorPosition: CursorPosition {
        CursorPosition(
            path: reader.backStack.path, entry: reader.feeds.selectedEntry?.id,
            item: reader.screen == .items ? reader.items.selected?.id : nil)
    }

    private func look(_ look: AddressLook) {
        let address = look.address
        if let feed = reader.feeds.all.first(where: { $0.url == address.url }) { return tell(ofSubscribed: feed, look) }
        addressLook = look
        session.status = .done("Checking \(address.shown)… (\(session.key(.escape)) to cancel)")
        feedSearch.look(
            at: address.url, orAt: look.plain?.url, from: look.page, settings: reader.refresh.settings
        ) { [weak self] outcome, url in
            MainQueue.async { self?.show(outcome, at: url, of: look) }
        }
    }

    /// Stops checking a URL; returns false if none is being checked.
    func stopLooking() -> Bool {
        guard let look = addressLook else { return false }
        addressLook = nil
        session.status = .done("Cancelled: \(look.address.shown) wasn't added")
        return true
    }

    /// Shows the result of checking. `url` is the one that answered.
    func show(_ outcome: FeedSearch.Outcome, at url: String, of look: AddressLook) {
        guard addressLook == look else { return }
        addressLook = nil
        let address = look.plain.flatMap { $0.url == url ? $0 : nil } ?? look.address
        switch outcome {
        case .feed(let found):
            // A web page must not lead to a local file.
            let address = Address(fromOutside: found.url) ?? address
            if let feed = reader.feeds.all.first(where: { $0.url == address.url }) {
                return tell(ofSubscribed: feed, look)
            }
            preview(FeedPreview(found), of: address, look)
        case .page(let feeds): choose(among: feeds, at: address, look)
        case .noFeed(let what):
            preview(FeedPreview(address.shown, problem: "This URL is \(what)."), of: address, look)
        case .refused(let reason, _), .unreachable(let reason, _):
            preview(FeedPreview(address.shown, unreadable: reason), of: address, look)
        }
    }

    private func choose(among found: [FoundFeed], at address: Address, _ look: AddressLook) {
        let options = found.compactMap { feed in
            Address(fromOutside: feed.url).map {
                Choice.Option(feed.title ?? $0.shown, detail: feed.title == nil ? "" : $0.shown, value: $0.url)
            }
        }
        guard let only = options.first else {
            return preview(FeedPreview(address.shown, problem: "No feed found at this URL."), of: address, look)
        }
        let page = look.page ?? address.url
        // Follows only one such link, as pages may link to each other.
        if options.count == 1, let through = Address(fromOutside: only.value), !look.isThrough {
            return self.look(
                AddressLook(address: through, cursorPosition: look.cursorPosition, page: page, isThrough: true))
        }
        guard awaits(look, address.url) else { return }
        session.status = nil
        session.choose(Choice(title: "Feeds at \(address.shown):", options)) { [weak self] option in
            guard let self, let address = Address(fromOutside: option.value) else { return }
            self.look(AddressLook(address: address, cursorPosition: cursorPosition, page: page))
        }
    }

    private func preview(_ preview: FeedPreview, of address: Address, _ look: AddressLook) {
        guard awaits(look, preview.title) else { return }
        session.status = nil
        reader.information.show(preview, of: NewFeed(address))
        reader.backStack.go(to: .information)
    }

    /// Whether the user is still waiting for the result. If not, only the status line mentions it.
    private func awaits(_ look: AddressLook, _ name: String) -> Bool {
        if awaits(look) { return true }
        session.status = .done("Checked “\(name)”: add it again to see what it contains")
        return false
    }

    private func awaits(_ look: AddressLook) -> Bool {
        session.prompt == nil && session.choice == nil && cursorPosition == look.cursorPosition
    }

    /// Adds the previewed feed, once the user has chosen where.
    func subscribeToPreviewed() {
        guard let feed = reader.information.previewed else { return }
        let accounts = feed.address.isOnTheWeb ? reader.subscriptions.list.accountsForFeeds : []
        if accounts.isEmpty { return addPreviewed(to: nil) }
        let servers = accounts.map { Choice.Option($0.displayName, detail: "feed server", value: $0.name) }
        let here = Choice.Option("This computer", detail: "urls file", value: "")
        let chosen = reader.subscriptions.list.account(for: feed.address)?.name ?? ""
        session.choose(Choice(title: "Add the feed to:", servers + [here], on: chosen)) { [weak self] option in
            self?.addPreviewed(to: accounts.first { $0.name == option.value })
        }
    }

    private func addPreviewed(to account: AccountLine?) {
        guard let feed = reader.information.takePreviewed() else { return }
        reader.navigation.goBack()
        if let account { add(feed, to: account) } else { add([feed]) }
    }

    private func tell(ofSubscribed feed: Feed, _ look: AddressLook) {
        if awaits(look) { reader.feeds.choose(feed.id) }
        session.status = .done("You already have \(feed.displayName)")
    }
}

// Adding feeds from the starter set, another reader, an OPML file, or a preview.
extension Subscribing {
    func startWithStarterFeeds() {
        guard reader.screen == .welcome else {
            return session.status = .refused("You already have feeds, so lede added no starter feeds")
        }
        reader.subscriptions.edit(
            { [paths = session.paths] file, library in
                let starter = StarterSet(paths)
                if file.exists { return try file.add(starter.feeds(), in: library) }
                try starter.install()
                try file.recordAdded(in: library)
                return try file.read().urls
            }, awaitedIn: session
        ) { [weak self] outcome in
            switch outcome {
            case .success(let urls): self?.fetch(added: urls)
            case .failure(let error): self?.session.status = .problem(error)
            }
        }
    }

    /// What other readers have on this machine.
    var foundReaders: [FoundReader] { foreign.map { FoundReader.all($0.environment) } ?? [] }

    /// Imports another reader's data, as “lede import” does.
    func importAll(from other: OtherReader) {
        guard reader.screen == .welcome, let foreign else { return }
        let imported: Import
        do {
            imported = try Import(from: other, foreign.environment, session.paths) { config in foreign.judge(config) }
        } catch {
            return session.status = .problem(error)
        }
        let before = session.config
        reader.subscriptions.edit(
            { file, library in try imported.perform(in: library, file, at: Date()) }, awaitedIn: session
        ) { [weak self] outcome in
            switch outcome {
            case .success(let report): self?.show(report, of: other, madeUnder: before)
            case .failure(let error): self?.session.status = .problem("Nothing was imported: \(error)")
            }
        }
    }

    private func show(_ report: ImportReport, of other: OtherReader, madeUnder before: Config) {
        reader.feeds.reload()
        if reader.screen == .welcome { reader.backStack.path = [.feeds] }
        reader.feeds.goToFirstFeed()
        session.status = .done(words(on: report, of: other))
        // The imported config will be loaded in a moment. It may change the order of feeds and the key for undo.
        guard report.madeConfig, session.config == before else { return reader.actions.refreshing.handleChangedFeeds() }
        session.whenReconfigured = { [weak self] in
            guard let self else { return }
            reader.feeds.goToFirstFeed()
            session.status = .done(words(on: report, of: other))
            reader.actions.refreshing.clock.handleChange()
        }
    }

    private func words(on report: ImportReport, of other: OtherReader) -> String {
        let queries = report.joined.queries.count
        let servers = report.joined.accounts.count
        let added = [
            report.joined.feeds.isEmpty && servers > 0 ? nil : report.joined.feeds.count.counted("feed"),
            servers > 0 ? servers.counted("feed server") : nil,
            queries > 0 ? queries.counted("saved search", "saved searches") : nil
        ].compactMap(\.self).joined(separator: ", ")
        let (leftOut, programs) = (report.leftOutOfConfig, report.programsInConfig)
        let commands = report.joined.feeds.count(where: \.url.runsCommand)
        let read = reader.feeds.showsRead ? 0 : reader.feeds.all.count { !$0.isHidden && $0.unread == 0 }
        return [
            "Imported \(added) and \((report.taken?.items ?? 0).counted("item")) from \(other) (\(session.key(.undo)) to undo)",
            leftOut > 0 ? "\(leftOut.counted("config line")) left out (see the config file)" : nil,
            commands > 0 ? commands.counted("feed runs a command", "feeds run commands") : nil,
            programs > 0 ? programs.counted("config line runs a program", "config lines run programs") : nil,
            read > 0 ? "\(read.counted("read feed")) hidden (\(session.key(.toggleShowRead)) to show)" : nil,
            servers > 0 ? "\(session.key(.refreshAll)) to sync" : nil
        ].compactMap(\.self).joined(separator: "; ")
    }

    func askForOPML(again typed: String = "", problem: String? = nil) {
        session.ask(
            Question(label: "OPML file: ", history: "file", completion: session.paths.completion(of:)) { [weak self] in
                self?.importOPML($0)
            }, text: typed, problem: problem)
    }

    /// Adds the feeds of an OPML file, which is read off the main queue as it may be large.
    func importOPML(_ typed: String) {
        let path = session.paths.expandingHome(typed)
        reader.subscriptions.edit(
            { file, library in
                let list = try OPML(PrivateFiles.read(path))
                return (urls: try file.add(list.feeds, in: library), refused: list.refused)
            }, awaitedIn: session
        ) { [weak self] outcome in
            self?.notImported = (try? outcome.get())?.refused ?? []
            // The prompt shows the path again to be corrected, unless the user has gone on to something else.
            if case .failure(let error) = outcome, let self, session.isChanging, session.prompt == nil,
                session.choice == nil
            {
                return askForOPML(again: typed, problem: "\(error)".asSentence)
            }
            self?.finishAdding(outcome.map(\.urls))
        }
    }

    /// Adds feeds, shows them, and fetches their items.
    func add(_ feeds: [NewFeed]) {
        reader.subscriptions.edit({ file, library in try file.add(feeds, in: library) }, awaitedIn: session) {
            [weak self] in
            self?.finishAdding($0)
        }
    }

    /// Adds a feed to a server, and syncs to get its items.
    private func add(_ feed: NewFeed, to account: AccountLine) {
        reader.subscriptions.edit(
            { file, library in try file.add([feed], to: account, in: library) }, awaitedIn: session
        ) { [weak self] outcome in
            guard let self else { return }
            guard case .success(let urls) = outcome, let url = urls.first else { return finishAdding(outcome) }
            reader.feeds.reload()
            if let added = reader.feeds.all.first(where: { $0.url == url }) { reader.feeds.choose(added.id) }
            session.status = .done(
                "Added the feed to \(CleanText.line(account.displayName)) (\(session.key(.undo)) to undo)")
            reader.sync.start(.everything, insisting: true)
        }
    }

    private func finishAdding(_ outcome: Result<[String], any Error>) {
        switch outcome {
        case .success(let urls) where urls.isEmpty:
            session.status = .done("You already have all of these feeds")
            tellOfNotImported()
        case .success(let urls):
            fetch(added: urls)
            tellOfNotImported()
        case .failure(let error): session.status = .problem(error)
        }
    }

    private func tellOfNotImported() {
        guard !notImported.isEmpty else { return }
        let count = notImported.count
        reader.actions.refreshing.sayAfterRefresh(
            .problem("\(count.counted("URL")) not imported (\(session.key(.showFailures)) for details)"))
    }

    private func fetch(added urls: [String]) {
        reader.feeds.reload()
        if reader.screen == .welcome { reader.backStack.path = [.feeds] }
        let added = reader.feeds.all.filter { urls.contains($0.url) }
        if let first = added.first { reader.feeds.choose(first.id) }
        reader.actions.refreshing.refresh(added)
    }
}

/// The way to the current screen, and the rows of the cursors.
struct CursorPosition: Equatable {
    let path: [Screen]
    let entry: FeedListEntry.ID?
    let item: ItemID?
}

/// A URL that is being checked because the user wants to add its feed.
struct AddressLook: Equatable {
    let address: Address
    /// Where the user was when asking for it.
    let cursorPosition: CursorPosition
    /// The page that the user named, if that has led here.
    var page: String?
    /// Whether the URL is the only link to a feed on another page.
    var isThrough = false
    /// The URL to try if the server refuses a secure connection that the user didn't ask for.
    var plain: Address?
}

/// A feed or a saved search, or a tag: what one can rename in the list of feeds.
package enum FeedOrQuery: Equatable, Sendable {
    case feed(FeedID)
    case query(String)
    case tag(String)
}

extension SubscriptionsModel {
    /// Changes the urls file. Keys wait until `finish` has handled the outcome.
    func edit<Outcome: Sendable>(
        _ body: @escaping @Sendable (UrlsFile, Library) throws -> Outcome, awaitedIn session: Session,
        finish: @escaping @MainActor @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        session.change("Updating your feeds") { goOn in
            self.edit(body) { outcome in
                finish(outcome)
                goOn()
            }
        }
    }
}
