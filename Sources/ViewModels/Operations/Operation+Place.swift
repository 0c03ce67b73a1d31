extension Operation {
    /// What it does in a place, for the help of that place. Leaves out what `explanation` says about other places.
    package func explanation(in place: Place) -> String {
        switch (self, place) {
        case (.open, .welcome): "choose the selected option"
        case (.open, .links): "open the link in the browser"
        case (.open, .article): "enlarge the picture in view, or open the link typed"
        case (.open, .failures): "go to this feed in the feed list, or sync this account"
        case (.open, .information): "add the feed"
        case (.open, .history): "go to the state just after this step"
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
        case (.randomUnread, .feeds): "random feed with unread items"
        case (.search, .feeds), (.search, .items): "search the library"
        case (.search, _): "find in the text"
        case (.one, _), (.two, _), (.three, _), (.four, _), (.five, _), (.six, _), (.seven, _), (.eight, _),
            (.nine, _):
            place.numbersLinks ? "repeat the next motion; alone, open that link" : "repeat the next motion"
        case (.zero, _): place.numbersLinks ? "the digit 0 in a count; alone, open link 10" : "the digit 0 in a count"
        case (.openInBrowser, .feeds), (.openInBrowser, .failures): "open the feed's site in the browser"
        case (.openBehind, .feeds), (.openBehind, .failures): "open the feed's site in a graphical browser"
        case (.copyLink, .feeds), (.copyLink, .failures): "copy the link of the feed's site"
        case (.toggleShowRead, .feeds): "show or hide read feeds"
        case (.toggleShowRead, .items): "show or hide read items"
        default: explanation
        }
    }
}

extension Place {
    /// Whether its links have numbers that digits open.
    package var numbersLinks: Bool { self == .article || self == .links }
}
