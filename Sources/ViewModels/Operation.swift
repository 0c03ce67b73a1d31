/// Everything that the user can tell the reader to do. Keys, hints and help derive from this list.
///
/// Its names in the config file are newsboat's for the operations that newsboat has.
package enum Operation: String, CaseIterable, Sendable {
    case open
    case back = "quit"
    case left
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
    case toggleOffline = "offline"
    case escape
    case markFeedRead = "mark-feed-read"
    case markEverythingRead = "mark-all-feeds-read"
    case toggleRead = "toggle-article-read"
    case toggleStar = "toggle-star"
    case select
    case tagItem = "edit-flags"
    case deleteItem = "delete-article"
    case deleteAllItems = "delete-all-articles"
    case undo
    case redo
    case undoRules = "undo-rules"
    case showHistory = "show-history"
    case openInBrowser = "open-in-browser"
    case openAndMarkRead = "open-in-browser-and-mark-read"
    case openBehind = "open-in-browser-noninteractively"
    case openAllUnread = "open-all-unread-in-browser"
    case openAllUnreadAndMarkRead = "open-all-unread-in-browser-and-mark-read"
    case openComments = "open-comments"
    case enqueue
    case play
    case download
    case dequeue
    case showEpisodes = "show-episodes"
    case openNotes = "open-notes"
    case toggleHeard = "toggle-heard"
    case clearHeard = "clear-heard"
    case moveEpisodeUp = "move-episode-up"
    case moveEpisodeDown = "move-episode-down"
    case pausePlaying = "pause-playing"
    case skipBack = "skip-back"
    case skipForward = "skip-forward"
    case chooseChapter = "chapters"
    case chooseSpeed = "playing-speed"
    case stopPlaying = "stop-playing"
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
    case markOlderRead = "mark-older-as-read"
    case saveArticle = "save"
    case saveAll = "save-all"
    case pipeArticle = "pipe-to"
    case keepBookmark = "bookmark"
    case share
    case copyLink = "copy-link"
    case copyTitleAndLink = "copy-title-and-link"
    case toggleSource = "toggle-source-view"
    case toggleFullText = "toggle-full-text"
    case openPage = "open-page"
    case togglePictures = "toggle-pictures"
    case showLinkHints = "link-hints"
    case showLinks = "show-urls"
    case goToLink = "goto-url"
    case one, two, three, four, five, six, seven, eight, nine, zero
    case search = "open-search"
    case nextHit = "next-hit"
    case previousHit = "prev-hit"
    case addFeed = "add-feed"
    case filter = "set-filter"
    case chooseFilter = "select-filter"
    case clearFilter = "clear-filter"
    case previousFound = "prevsearchresults"
    case saveSearch = "save-search"
    case manageFeed = "manage-feed"
    case renameFeed = "rename-feed"
    case tagFeed = "tag-feed"
    case groupFeed = "move-feed"
    case moveFeedUp = "move-feed-up"
    case moveFeedDown = "move-feed-down"
    case pauseFeed = "pause-feed"
    case changeAddress = "change-address"
    case removeFeed = "remove-feed"
    case editUrls = "edit-urls"
    case reloadUrls = "reload-urls"
    case importOPML = "import-opml"
    case importReader = "import-reader"
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
    case sortReversed = "rev-sort"
    case reverseOrder = "reverse-order"
    case toggleShowRead = "toggle-show-read-feeds"
    case commandLine = "cmdline"
    case help
    case redraw
    case suspend
    case quit = "hard-quit"

    /// The explanation in the help.
    package var explanation: String {
        switch self {
        case .open: "open the selected row"
        case .back: "go back; in the feed list, quit"
        case .left: "go back; in the feed list, collapse this group"
        case .down: "move down"
        case .up: "move up"
        case .pageDown: "page down"
        case .pageUp: "page up"
        case .halfPageDown: "half a page down"
        case .halfPageUp: "half a page up"
        case .home: "go to the top and load new items there"
        case .end: "go to the end and load new items there"
        case .refreshFeed: "refresh this feed, even if it is gone for good"
        case .refreshAll: "refresh all feeds, except paused ones and those that must wait"
        case .stopRefresh: "stop the refresh, keeping what has arrived"
        case .toggleOffline: "go offline, or online again"
        case .escape: "clear the search, selection or filter; stop the refresh; or go back"
        case .markFeedRead: "mark all items of this feed or list read"
        case .toggleRead: "mark the item read or unread"
        case .markEverythingRead: "mark everything read in all feeds"
        case .toggleStar: "add or remove the star"
        case .select: "start selecting rows to mark, tag or delete together"
        case .tagItem: "add or remove a tag"
        case .deleteItem: "delete this item (can be undone)"
        case .deleteAllItems: "delete everything in this list (can be undone)"
        case .undo: "undo your last change, even after a restart"
        case .redo: "redo the last undone change"
        case .undoRules: "undo what your rules did last"
        case .showHistory: "list your changes, to go back to any of them"
        case .openInBrowser: "open the link in the browser"
        case .openAndMarkRead: "open the link in the browser and mark the item read"
        case .openBehind: "open the link in a graphical browser"
        case .openAllUnread: "open all unread items in the browser"
        case .openAllUnreadAndMarkRead: "open all unread items in the browser and mark them read"
        case .openComments: "open the item's comments in the browser"
        case .enqueue: "queue the item's audio or video; if it is queued, play it"
        case .play: "play the item's audio or video file from where it stopped"
        case .download: "download the item's audio or video file, or pause that"
        case .dequeue: "take this episode out of the queue (can be undone)"
        case .showEpisodes: "show the queue of episodes"
        case .openNotes: "open the episode's notes"
        case .toggleHeard: "mark the episode heard, or not heard"
        case .clearHeard: "take all heard episodes out of the queue"
        case .moveEpisodeUp: "move this episode up in the queue"
        case .moveEpisodeDown: "move this episode down in the queue"
        case .pausePlaying: "pause what plays, or let it go on"
        case .skipBack: "skip back 10 seconds in what plays"
        case .skipForward: "skip forward 30 seconds in what plays"
        case .chooseChapter: "go to a chapter of what plays"
        case .chooseSpeed: "play this feed slower or faster"
        case .stopPlaying: "stop what plays, keeping its position"
        case .readOn: "page down; at the end, go to the next unread item"
        case .next: "next item"
        case .previous: "previous item"
        case .nextUnread: "next unread item, in the next feed if necessary"
        case .previousUnread: "previous unread item"
        case .randomUnread: "random unread item"
        case .nextFeed: "next feed"
        case .previousFeed: "previous feed"
        case .nextUnreadFeed: "next feed with unread items"
        case .previousUnreadFeed: "previous feed with unread items"
        case .showFeedOfItem: "show this item's feed"
        case .goToTitle: "jump to a row by title"
        case .markAboveRead: "mark all items above the cursor read"
        case .markOlderRead: "mark items read that are older than an age such as 7d"
        case .saveArticle: "save the article to a file"
        case .saveAll: "save the selected items, or the whole list, to a folder"
        case .keepBookmark: "bookmark the link with your own program"
        case .share: "share the item with your own program"
        case .pipeArticle: "pipe the article to a program"
        case .copyLink: "copy the link"
        case .copyTitleAndLink: "copy the title and the link"
        case .toggleSource: "show the HTML source, or the text again"
        case .toggleFullText: "show the page's article or transcript, or the feed's text"
        case .openPage: "open the item with its page's article or transcript"
        case .togglePictures: "show or hide pictures"
        case .showLinkHints: "label the visible links; type a label to open its link"
        case .showLinks: "list the article's links and attached files"
        case .goToLink: "open a link by number"
        case .one, .two, .three, .four, .five, .six, .seven, .eight, .nine:
            "repeat the next motion; in an article, open that link"
        case .zero: "the digit 0 in a count; in an article, open link 10"
        case .search: "search the library; in an article, find in the text"
        case .nextHit: "next match"
        case .previousHit: "previous match"
        case .addFeed: "add a feed by the URL of the feed or its site"
        case .filter: "filter this list"
        case .chooseFilter: "apply a named filter from your config file"
        case .clearFilter: "clear the filter"
        case .previousFound: "go back to the previous search results"
        case .saveSearch: "save this search or filter"
        case .manageFeed: "manage this feed: rename, tag, move, pause, remove …"
        case .renameFeed: "rename this feed or saved search"
        case .tagFeed: "change this feed's tags"
        case .groupFeed: "move this feed to another group"
        case .moveFeedUp: "move this feed up in its group"
        case .moveFeedDown: "move this feed down in its group"
        case .pauseFeed: "pause or resume this feed"
        case .changeAddress: "change this feed's URL"
        case .removeFeed: "remove this feed or saved search (can be undone)"
        case .editUrls: "edit the urls file in $EDITOR"
        case .reloadUrls: "reload the urls file"
        case .importOPML: "import feeds from an OPML file"
        case .importReader: "import from newsboat, newsraft or sfeed"
        case .startWithStarterFeeds: "add the starter feeds"
        case .showFailures: "show failed and skipped feeds, with advice"
        case .showInformation: "show feed details and when it is due"
        case .switchFocus: "go to the next pane"
        case .switchFocusBack: "go to the previous pane"
        case .zoom: "zoom this pane in or out"
        case .widen: "make this pane wider"
        case .narrow: "make this pane narrower"
        case .toggleFold: "collapse or expand this group"
        case .chooseTag: "choose a tag or group to show"
        case .clearTag: "list all feeds, not only one tag"
        case .sort: "sort this list"
        case .sortReversed: "sort this list in reverse"
        case .reverseOrder: "reverse the sort order"
        case .toggleShowRead: "show or hide read feeds or items"
        case .commandLine: "type a command: “goto 12” goes to row 12"
        case .help: "show the keys for this screen"
        case .redraw: "redraw the screen"
        case .suspend: "suspend lede and return to the shell"
        case .quit: "quit"
        }
    }

    /// What it does in a screen, for the help of that screen. Leaves out what `explanation` says about other screens.
    package func explanation(in screen: Screen) -> String {
        switch (self, screen) {
        case (.open, .welcome): "choose the selected option"
        case (.open, .links): "open the link in the browser"
        case (.open, .article): "enlarge the picture in view, or open the link typed"
        case (.open, .failures): "go to this feed in the feed list, or sync this account"
        case (.open, .information): "add the feed"
        case (.open, .history): "go to the state just after this step"
        case (.open, .episodes): "play the episode from where it stopped"
        case (.down, .picture), (.pageDown, .picture): "next picture"
        case (.up, .picture), (.pageUp, .picture): "previous picture"
        case (.openInBrowser, .picture): "open the picture in the browser"
        case (.back, .welcome): "quit"
        case (.back, .feeds): "clear the filter or tag, or quit"
        case (.back, _): "go back"
        case (.left, .feeds): "clear the filter or tag, or collapse this group"
        case (.left, _): "go back"
        case (.home, .items), (.end, .items): explanation
        case (.home, _): "go to the top"
        case (.end, _): "go to the end"
        case (.next, .feeds), (.next, .links): Operation.down.explanation
        case (.previous, .feeds), (.previous, .links): Operation.up.explanation
        case (.nextUnread, .feeds): Operation.nextUnreadFeed.explanation
        case (.previousUnread, .feeds): Operation.previousUnreadFeed.explanation
        case (.select, .feeds): "start selecting rows, to move their feeds together"
        case (.groupFeed, .feeds): "move this feed, or the selected ones, to another group"
        case (.renameFeed, .feeds): "rename this feed, group or saved search"
        case (.randomUnread, .feeds): "random feed with unread items"
        case (.search, .feeds), (.search, .items): "search the library"
        case (.search, _): "find in the text"
        case (.one, _), (.two, _), (.three, _), (.four, _), (.five, _), (.six, _), (.seven, _), (.eight, _),
            (.nine, _):
            screen.numbersLinks ? "repeat the next motion; alone, open that link" : "repeat the next motion"
        case (.zero, _): screen.numbersLinks ? "the digit 0 in a count; alone, open link 10" : "the digit 0 in a count"
        case (.openInBrowser, .feeds), (.openInBrowser, .failures): "open the feed's site in the browser"
        case (.openBehind, .feeds), (.openBehind, .failures): "open the feed's site in a graphical browser"
        case (.copyLink, .feeds), (.copyLink, .failures): "copy the link of the feed's site"
        case (.toggleShowRead, .feeds): "show or hide read feeds"
        case (.toggleShowRead, .items): "show or hide read items"
        default: explanation
        }
    }
}

extension Screen {
    /// Whether its links have numbers that digits open.
    package var numbersLinks: Bool { self == .article || self == .links }
}

extension Operation {
    /// The heading in the help.
    package enum Topic: CaseIterable, Sendable {
        case moving, reading, links, listening, marking, lists, feeds, fetching, screen, lede

        package var name: String {
            switch self {
            case .moving: "Moving"
            case .reading: "Items and feeds"
            case .links: "Opening and sharing"
            case .listening: "Listening"
            case .marking: "Marking"
            case .lists: "Search, filter and sort"
            case .feeds: "Managing feeds"
            case .fetching: "Refreshing"
            case .screen: "Panes"
            case .lede: "General"
            }
        }
    }

    /// Whether it acts on the feed or the list at the cursor.
    var isOfFeed: Bool {
        switch self {
        case .manageFeed, .renameFeed, .tagFeed, .groupFeed, .moveFeedUp, .moveFeedDown, .pauseFeed, .changeAddress,
            .removeFeed, .refreshFeed, .markFeedRead:
            true
        default: false
        }
    }

    /// Whether it acts on the current item.
    var isOfItem: Bool {
        switch self {
        case .open, .openPage, .toggleRead, .toggleStar, .tagItem, .deleteItem, .markAboveRead, .openInBrowser,
            .openAndMarkRead, .openBehind, .openComments, .enqueue, .play, .download, .dequeue, .openNotes,
            .toggleHeard, .moveEpisodeUp,
            .moveEpisodeDown, .saveArticle, .pipeArticle, .keepBookmark, .share, .copyLink, .copyTitleAndLink:
            true
        default: false
        }
    }

    package var topic: Topic {
        switch self {
        case .open, .back, .left, .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .home, .end, .goToTitle,
            .escape,
            .one, .two, .three, .four, .five, .six, .seven, .eight, .nine, .zero:
            .moving
        case .readOn, .next, .previous, .nextUnread, .previousUnread, .randomUnread, .nextFeed, .previousFeed,
            .nextUnreadFeed, .previousUnreadFeed, .showFeedOfItem:
            .reading
        case .openInBrowser, .openAndMarkRead, .openBehind, .openComments, .openAllUnread, .openAllUnreadAndMarkRead,
            .showLinkHints,
            .showLinks, .goToLink, .saveArticle, .saveAll, .pipeArticle, .keepBookmark, .share, .copyLink,
            .copyTitleAndLink, .toggleSource, .toggleFullText, .openPage, .togglePictures:
            .links
        case .enqueue, .play, .download, .dequeue, .showEpisodes, .openNotes, .toggleHeard, .clearHeard, .moveEpisodeUp,
            .moveEpisodeDown, .pausePlaying, .skipBack, .skipForward, .chooseChapter, .chooseSpeed, .stopPlaying:
            .listening
        case .toggleRead, .toggleStar, .markFeedRead, .markEverythingRead, .markAboveRead, .markOlderRead, .select,
            .tagItem,
            .deleteItem, .deleteAllItems, .undo, .redo, .undoRules, .showHistory:
            .marking
        case .search, .nextHit, .previousHit, .filter, .chooseFilter, .clearFilter, .previousFound, .saveSearch,
            .chooseTag, .clearTag, .sort,
            .sortReversed, .reverseOrder, .toggleShowRead, .toggleFold:
            .lists
        case .addFeed, .manageFeed, .renameFeed, .tagFeed, .groupFeed, .moveFeedUp, .moveFeedDown, .pauseFeed,
            .changeAddress, .removeFeed, .editUrls, .reloadUrls, .importOPML, .importReader,
            .startWithStarterFeeds, .showInformation:
            .feeds
        case .refreshFeed, .refreshAll, .stopRefresh, .toggleOffline, .showFailures: .fetching
        case .switchFocus, .switchFocusBack, .zoom, .widen, .narrow: .screen
        case .commandLine, .help, .redraw, .suspend, .quit: .lede
        }
    }
}

/// An operation with the answer that it would otherwise ask for, from the config file. newsboat's macros do this.
package struct OperationWithArgument: Equatable, Sendable {
    package let operation: Operation
    package let text: String
    let action: Action

    enum Action: Equatable {
        case mark(read: Bool)
        case narrow(to: String)
        case narrowToNamed(String)
        case markRead(olderThan: String)
        case showTag(String)
        case tag(String)
        case openLink(String)
        case find(String)
        case save(as: String)
        case goToTitle(String)
        case editUrls(with: String)
        case begin(command: String)
    }

    /// Why an operation can't have this argument.
    package struct Refusal: Error {
        package let words: String
    }

    package init(_ operation: Operation, _ text: String) throws(Refusal) {
        self.operation = operation
        self.text = text
        action =
            switch (operation, text) {
            case (.toggleRead, "read"): .mark(read: true)
            case (.toggleRead, "unread"): .mark(read: false)
            case (.toggleRead, _): throw Refusal(words: "\(operation.rawValue) takes “read” or “unread”")
            case (.filter, _): .narrow(to: text)
            case (.chooseFilter, _): .narrowToNamed(text)
            case (.markOlderRead, _): .markRead(olderThan: text)
            case (.chooseTag, _): .showTag(text)
            case (.tagItem, _): .tag(text)
            case (.goToLink, _): .openLink(text)
            case (.search, _): .find(text)
            case (.saveArticle, _): .save(as: text)
            case (.goToTitle, _): .goToTitle(text)
            case (.editUrls, _): .editUrls(with: text)
            case (.commandLine, _): .begin(command: text)
            default:
                throw Refusal(
                    words: "\(operation.rawValue) takes no argument, not “\(text)”: put “;” between operations")
            }
    }
}

/// Where the user is. The names in the config file are newsboat's for the contexts that newsboat has.
package enum Screen: String, CaseIterable, Sendable {
    /// The welcome screen of a first run, without a urls file.
    case welcome
    case feeds = "feedlist"
    case items = "articlelist"
    case article
    /// One picture of an article.
    case picture
    /// The links of an article.
    case links = "urlview"
    case failures
    /// The details of a feed.
    case information
    case help
    /// The undo history.
    case history
    /// The queue of episodes.
    case episodes
}
