import Library
import Typesetting

/// What one screen contains and does: moving, what actions act on, and what the next start restores.
@MainActor protocol ScreenModel: AnyObject {
    var screen: Screen { get }

    /// The list or the text.
    var content: any Scrollable { get }
    /// Moves by rows. Unlike `content`, a list of items may show new ones.
    func step(by rows: Int)
    /// Whether moving on from an end of the list may continue at the other one.
    func mayWrap(_ rows: Int) -> Bool
    /// Called after the cursor has moved to another row.
    func markHovered()
    var text: PagerModel? { get }

    // What actions act on.
    var feed: Feed? { get }
    var feeds: [Feed] { get }
    /// The account of a row that is about a feed server.
    var account: Account? { get }
    var item: Item? { get }
    var selection: SelectedRows? { get }
    var article: Article? { get }
    /// The chosen link in a list of links.
    var link: NumberedLink? { get }
    /// The number of visible numbered links, if digits open them.
    var numberedLinks: Int? { get }

    // Actions.
    /// Opens what is at the cursor.
    func open()
    /// Goes to the row with the typed number, or opens the link with that number.
    func open(counted number: Int)
    func openLink(_ number: Int)
    /// Undoes the latest change of what is shown here, such as a filter; returns false if going back leaves the screen.
    func revert() -> Bool
    /// Ends a special state, such as a selection; returns false if there is none.
    func escape() -> Bool
    /// Called when the user returns here.
    func comeBack()
    /// Selects `rows` rows from the cursor on, for the next operation.
    func select(_ rows: Int)
    /// Whether an operation has anything to act on here; nil leaves that to `ReaderModel.isEnabled`.
    func enables(_ operation: Operation) -> Bool?
    /// Whether an operation acts on the row at the cursor.
    func isOfRow(_ operation: Operation) -> Bool
    /// The name of the row that disappeared under the cursor, and that of the current row.
    var lostRow: (name: String, now: String?)? { get }
    /// Adds what the next start needs to restore this screen.
    func remember(in last: inout LastScreen)
}

extension ScreenModel {
    func step(by rows: Int) { content.move(by: rows) }
    func mayWrap(_ rows: Int) -> Bool { true }
    func markHovered() {}
    var text: PagerModel? { nil }
    var feed: Feed? { nil }
    var feeds: [Feed] { [] }
    var account: Account? { nil }
    var item: Item? { nil }
    var selection: SelectedRows? { nil }
    var article: Article? { nil }
    var link: NumberedLink? { nil }
    var numberedLinks: Int? { nil }
    func open() {}
    func open(counted number: Int) { open() }
    func openLink(_ number: Int) {}
    func revert() -> Bool { false }
    func escape() -> Bool { false }
    func comeBack() {}
    func select(_ rows: Int) {}
    func enables(_ operation: Operation) -> Bool? { nil }
    func isOfRow(_ operation: Operation) -> Bool { operation.isOfFeed }
    var lostRow: (name: String, now: String?)? { nil }
    func remember(in last: inout LastScreen) {}

    /// Continues at the other end of the list; returns false if the cursor isn't at an end.
    func wrap(_ rows: Int) -> Bool {
        guard let (row, count) = content.position, count > 1, mayWrap(rows) else { return false }
        if rows > 0, row == count - 1 {
            content.goToTop()
        } else if rows < 0, row == 0 {
            content.goToEnd()
        } else {
            return false
        }
        return true
    }
}

/// A screen that shows a text in the pager.
@MainActor protocol TextScreen: ScreenModel {
    var pager: PagerModel { get }
}

extension TextScreen {
    var content: any Scrollable { pager }
    var text: PagerModel? { pager }
}

/// All screens. A new one needs a property and a case below.
@MainActor package final class Screens {
    let feeds: FeedsScreen
    package let items: ItemsScreen
    package let article: ArticleScreen
    package let picture: PictureScreen
    package let links: LinksScreen
    package let failures: FailuresScreen
    let information: InformationScreen
    package let help = HelpScreen()
    package let history: HistoryScreen
    package let episodes: EpisodesScreen
    package let welcome: WelcomeScreen

    init(_ reader: ReaderModel) {
        feeds = FeedsScreen(reader)
        items = ItemsScreen(reader)
        article = ArticleScreen(reader)
        picture = PictureScreen(reader)
        links = LinksScreen(reader)
        failures = FailuresScreen(reader)
        information = InformationScreen(reader)
        history = HistoryScreen(reader)
        episodes = EpisodesScreen(reader)
        welcome = WelcomeScreen(reader)
    }

    subscript(screen: Screen) -> any ScreenModel {
        switch screen {
        case .welcome: welcome
        case .feeds: feeds
        case .items: items
        case .article: article
        case .picture: picture
        case .links: links
        case .failures: failures
        case .information: information
        case .help: help
        case .history: history
        case .episodes: episodes
        }
    }
}
