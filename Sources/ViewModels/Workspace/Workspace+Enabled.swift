import Library

// Which operations hints, menus and the help show as possible.
extension Workspace {
    /// Whether an operation has anything to act on, on a screen as it is now. If it doesn't, its key shows a message
    /// that says why.
    func isEnabled(_ operation: Operation, on screen: any Screen) -> Bool {
        if let isEnabled = screen.enables(operation) { return isEnabled }
        return switch operation {
        case .stopRefresh: refresh.isRunning
        case .openInBrowser, .openAndMarkRead, .openBehind, .copyLink, .copyTitleAndLink, .keepBookmark:
            hasLink(screen)
        case .startWithStarterFeeds, .importReader, .showLinkHints, .toggleSource, .toggleFullText, .togglePictures:
            false
        case .goToLink: screen.numberedLinks.map { $0 > 0 } ?? false
        case .nextHit, .previousHit: screen.text?.search != nil
        case .moveFeedUp: canMove(screen.feed, up: true)
        case .moveFeedDown: canMove(screen.feed, up: false)
        default: (operation.isOfItem || operation.isOfFeed) ? screen.rows != 0 : true
        }
    }

    private func hasLink(_ screen: any Screen) -> Bool {
        if screen.selection != nil || screen.link != nil { return true }
        return screen.item.map { $0.link != nil } ?? (screen.feed != nil)
    }

    private func canMove(_ feed: Feed?, up isUp: Bool) -> Bool {
        guard let feed, feeds.order == .none else { return false }
        return feeds.neighbour(of: feed, above: isUp) != nil
    }
}
