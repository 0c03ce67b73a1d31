/// Everything that a person can ask the reader to do: keys, hints and help all derive from this one list.
///
/// In the config file they are called what newsboat calls them, where they are the same.
package enum Operation: String, CaseIterable, Sendable {
    case open
    case back = "quit"
    case down
    case up
    case pageDown = "pagedown"
    case pageUp = "pageup"
    case halfPageDown = "halfpagedown"
    case halfPageUp = "halfpageup"
    case home
    case end
    case refreshFeed = "reload"
    case refreshAll = "reload-all"
    case stopRefresh = "stop-reload"
    case escape
    case markFeedRead = "mark-feed-read"
    case markEverythingRead = "mark-all-feeds-read"
    case toggleRead = "toggle-article-read"
    case toggleStar = "toggle-star"
    case select
    case deleteItem = "delete-article"
    case undo
    case redo
    case openInBrowser = "open-in-browser"
    case openAndMarkRead = "open-in-browser-and-mark-read"
    case openBehind = "open-in-browser-noninteractively"
    case openAllUnread = "open-all-unread-in-browser"
    case openAllUnreadAndMarkRead = "open-all-unread-in-browser-and-mark-read"
    case readOn = "read-on"
    case next
    case previous = "prev"
    case nextUnread = "next-unread"
    case previousUnread = "prev-unread"
    case randomUnread = "random-unread"
    case nextFeed = "next-feed"
    case previousFeed = "prev-feed"
    case nextUnreadFeed = "next-unread-feed"
    case previousUnreadFeed = "prev-unread-feed"
    case showFeedOfItem = "article-feed"
    case goToTitle = "goto-title"
    case markAboveRead = "mark-all-above-as-read"
    case showLinkHints = "link-hints"
    case showLinks = "show-urls"
    case goToLink = "goto-url"
    case one, two, three, four, five, six, seven, eight, nine, zero
    case search = "open-search"
    case nextHit = "next-hit"
    case previousHit = "prev-hit"
    case addFeed = "add-feed"
    case importOPML = "import-opml"
    case startWithStarterFeeds = "starter-feeds"
    case showFailures = "show-failures"
    case showInformation = "show-information"
    case switchFocus = "switch-focus"
    case switchFocusBack = "switch-focus-back"
    case zoom
    case widen
    case narrow
    case toggleFold = "toggle-fold"
    case chooseTag = "set-tag"
    case clearTag = "clear-tag"
    case sort
    case reverseOrder = "rev-sort"
    case toggleShowRead = "toggle-show-read-feeds"
    case commandLine = "cmdline"
    case help
    case redraw
    case suspend
    case quit = "hard-quit"

    /// What it does, for the help.
    package var explanation: String {
        switch self {
        case .open: "open what the cursor is on"
        case .back: "go back; from the feeds, quit"
        case .down: "down"
        case .up: "up"
        case .pageDown: "a page down"
        case .pageUp: "a page up"
        case .halfPageDown: "half a page down"
        case .halfPageUp: "half a page up"
        case .home: "to the top, and to what is new there"
        case .end: "to the end"
        case .refreshFeed: "refresh this feed, also where it is said to be gone"
        case .refreshAll: "refresh all feeds but those that are told to wait"
        case .stopRefresh: "stop the refresh; what is stored stays"
        case .escape: "stop the refresh, or go back where none runs"
        case .markFeedRead: "mark everything listed of this feed read"
        case .toggleRead: "mark this item read, or unread again"
        case .markEverythingRead: "mark everything read, of all feeds"
        case .toggleStar: "give this item a star, or take it away again"
        case .select: "select several rows for what is pressed next"
        case .deleteItem: "delete this item; undoing brings it back"
        case .undo: "undo what was done last, also before lede was started"
        case .redo: "do again what was undone"
        case .openInBrowser: "open the link in the browser"
        case .openAndMarkRead: "open the link in the browser, and mark the item read"
        case .openBehind: "open the link in a browser that lede does not wait for"
        case .openAllUnread: "open what is unread here in the browser"
        case .openAllUnreadAndMarkRead: "open what is unread here in the browser, and mark it read"
        case .readOn: "a page down; at the end, on to the next unread item"
        case .next: "the next item"
        case .previous: "the item before"
        case .nextUnread: "the next that is unread, in the next feed if need be"
        case .previousUnread: "the one before that is unread"
        case .randomUnread: "any that is unread"
        case .nextFeed: "the next feed"
        case .previousFeed: "the feed before"
        case .nextUnreadFeed: "the next feed with something unread"
        case .previousUnreadFeed: "the feed before with something unread"
        case .showFeedOfItem: "list the feed that this item is of"
        case .goToTitle: "go to a row by words of its title"
        case .markAboveRead: "mark what stands above the cursor read"
        case .showLinkHints: "show letters on the links in view, which open them"
        case .showLinks: "list the links, and the files that belong to the article"
        case .goToLink: "open a link by its number in the browser"
        case .one, .two, .three, .four, .five, .six, .seven, .eight, .nine:
            "in a list, how often the next motion is made; in an article, open the link of this number"
        case .zero: "the same for a zero, and for the tenth link"
        case .search: "search in this text"
        case .nextHit: "the next hit of the search"
        case .previousHit: "the hit before"
        case .addFeed: "add a feed by its address"
        case .importOPML: "import the subscriptions of another reader (OPML)"
        case .startWithStarterFeeds: "start with the starter feeds"
        case .showFailures: "show what failed or was left out, why, and what to do"
        case .showInformation: "show what is known of this feed, and when it is asked again"
        case .switchFocus: "go to the next pane"
        case .switchFocusBack: "go to the pane before"
        case .zoom: "give this pane the whole screen, or take it back"
        case .widen: "make this pane wider"
        case .narrow: "make this pane narrower"
        case .toggleFold: "hide the feeds of this group, or show them"
        case .chooseTag: "list the feeds of a tag"
        case .clearTag: "list all feeds again"
        case .sort: "choose the order of this list"
        case .reverseOrder: "turn the order of this list round"
        case .toggleShowRead: "show what is read in this list, or hide it"
        case .commandLine: "type a command, such as an operation or “set text-width 60”"
        case .help: "show the keys of this place"
        case .redraw: "draw the screen anew"
        case .suspend: "suspend lede, back to the shell"
        case .quit: "quit"
        }
    }
}
