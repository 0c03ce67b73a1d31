import Configuration
import FoundationEssentials
import Library
package import MovingIn
import Signals
import Subscriptions
import System
import Typesetting

/// The list of feeds.
@MainActor final class FeedsScreen: ReaderPart, ScreenModel {
    unowned let reader: ReaderModel
    let screen = Screen.feeds

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    private var list: FeedListModel { reader.feeds }

    var content: any Scrollable { list }

    var feed: Feed? { list.selected }
    var feeds: [Feed] { list.selectedEntry.map { list.feeds(in: $0.source(at: Date()).scope) } ?? [] }

    func open() { if let entry = list.selectedEntry { reader.navigation.open(entry) } }
    func open(counted number: Int) { reader.go(toRow: number) }

    func revert() -> Bool {
        if list.narrowing != nil {
            list.narrow(to: "")
        } else if list.tag != nil {
            list.clearTag()
        } else {
            return false
        }
        return true
    }

    func select(_ rows: Int) {
        guard list.selection == nil, rows > 1 else { return }
        list.toggleSelecting()
        list.move(by: rows - 1)
    }

    func escape() -> Bool {
        if list.selection != nil {
            list.toggleSelecting()
            return true
        }
        guard list.narrowing != nil else { return false }
        list.narrow(to: "")
        return true
    }

    /// Another process may have changed the feeds meanwhile.
    func comeBack() { list.reload() }

    var lostRow: (name: String, now: String?)? { list.lostName.map { ($0, list.selectedEntry?.displayName) } }
}

/// The offers of a first run, when there is no urls file.
@MainActor package final class WelcomeScreen: ReaderPart, ScreenModel, CursorList {
    unowned let reader: ReaderModel
    let screen = Screen.welcome
    /// The row of the chosen offer.
    @Published package private(set) var cursor = ListCursor()
    package private(set) var offers = Offer.usual

    init(_ reader: ReaderModel) {
        self.reader = reader
        cursor.count = offers.count
    }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .startWithStarterFeeds: true
        case .importReader: offers.count > Offer.usual.count
        case .left, .escape: false
        default: nil
        }
    }

    /// Offers to import from the readers found on this machine, before the other offers.
    func findReaders() {
        offers = reader.actions.subscribing.foundReaders.map { Offer.importAll($0) } + Offer.usual
        cursor.count = offers.count
    }

    /// Runs the import that is chosen, or the first one offered.
    func importAll() {
        for offer in [offers[cursor.row]] + offers {
            if case .importAll(let found) = offer { return reader.actions.subscribing.importAll(from: found.reader) }
        }
        session.status = .problem(
            "Found no feeds of newsboat, newsraft or sfeed on this machine")
    }

    var content: any Scrollable { self }
    func moveCursor(_ change: (inout ListCursor) -> Void) { change(&cursor) }
    // All offers are in view.
    func scroll(by rows: Int) {}
    func scroll(toTop row: Int) {}
    var position: (row: Int, count: Int)? { nil }
    var rowInView: Int? { nil }

    /// Chooses the offer in a row.
    package func choose(inRow row: Int) { go(toRow: row) }

    func open() { reader.perform(offers[cursor.row].operation) }
}

extension ReaderModel {
    /// The text of an empty list of feeds: how to get some, and how a feed server is.
    package var wordsForNoFeeds: String {
        let add = "\(session.pressing(.addFeed)) to add one"
        guard sync.hasAccounts else { return "No feeds yet: \(add), or \(session.key(.importOPML)) to import a list." }
        let again = session.pressing(.refreshAll)
        if sync.isRunning { return "No feeds yet: lede is syncing with \(serverNames)." }
        if let failed = sync.accounts.first(where: { $0.failures > 0 }) {
            return
                "No feeds yet: \(CleanText.line(sync.name(failed.key))) couldn't be synced: \(failed.lastError ?? ""). "
                + "\(again) to sync again, or \(session.key(.showFailures)) for what to do.".asSentence
        }
        if !sync.accounts.contains(where: { $0.lastSuccess != nil }) {
            return "No feeds yet: \(again) to sync with \(serverNames) for the first time."
        }
        let place = sync.isOfFolderOnly ? "on your devices" : "on the server"
        return "No feeds \(place) yet: \(add), or \(session.key(.refreshAll)) to sync again."
    }

    private var serverNames: String {
        if sync.isOfFolderOnly { return "your other devices" }
        let names = subscriptions.list.accounts.map { CleanText.line($0.displayName) }
        return names.count > 3 ? "your \(names.count) feed servers" : names.joined(separator: ", ")
    }
}

/// An offer of the first run, when there are no feeds.
package enum Offer: Equatable, Sendable {
    /// Importing another reader's data from this machine.
    case importAll(FoundReader)
    case starterFeeds
    case addFeed
    case importOPML

    /// The offers that everybody gets.
    static let usual: [Offer] = [.starterFeeds, .addFeed, .importOPML]

    package var operation: Operation {
        switch self {
        case .importAll: .importReader
        case .starterFeeds: .startWithStarterFeeds
        case .addFeed: .addFeed
        case .importOPML: .importOPML
        }
    }

    package var name: String {
        switch self {
        case .importAll(let found): "import everything from \(found.reader) (\(found.contents))"
        case .starterFeeds: "add the starter feeds"
        case .addFeed: "add a feed by URL"
        case .importOPML: "import feeds from an OPML file"
        }
    }

    /// The name for a narrow screen.
    package var shortName: String {
        if case .importAll(let found) = self { "import \(found.reader) (\(found.contents))" } else { name }
    }
}

extension FoundReader {
    /// What it has, in a few words.
    fileprivate var contents: String {
        let server = server.map { "server: \($0)" }
        return [feeds > 0 ? feeds.counted("feed") : nil, server].compactMap(\.self).joined(separator: ", ")
    }
}
