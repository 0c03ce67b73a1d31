extension Operation {
    /// The heading in the help.
    package enum Topic: CaseIterable, Sendable {
        case moving, reading, links, marking, lists, feeds, fetching, screen, lede

        package var name: String {
            switch self {
            case .moving: "Moving"
            case .reading: "Items and feeds"
            case .links: "Opening and sharing"
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
        case .open, .toggleRead, .toggleStar, .tagItem, .deleteItem, .markAboveRead, .openInBrowser, .openAndMarkRead,
            .openBehind, .saveArticle, .pipeArticle, .keepBookmark, .share, .copyLink, .copyTitleAndLink:
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
        case .openInBrowser, .openAndMarkRead, .openBehind, .openAllUnread, .openAllUnreadAndMarkRead, .showLinkHints,
            .showLinks, .goToLink, .saveArticle, .saveAll, .pipeArticle, .keepBookmark, .share, .copyLink,
            .copyTitleAndLink, .toggleSource, .toggleFullText, .togglePictures:
            .links
        case .toggleRead, .toggleStar, .markFeedRead, .markEverythingRead, .markAboveRead, .select, .tagItem,
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
