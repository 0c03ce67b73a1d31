import Configuration
import Dispatch
import Files
import FoundationEssentials
import Library
import MainQueue
import Signals
import Typesetting

/// Saves where the user is, and restores it at the next start.
@MainActor final class Remembering: WorkspaceUser {
    let workspace: Workspace
    /// The terminal's background.
    var background: String?
    private let navigation: Navigation
    private let arranging: Arranging
    private let links: LinksPlace
    private let failed: FailuresPlace
    private var isRememberingSoon = false

    init(
        _ workspace: Workspace, navigation: Navigation, arranging: Arranging, links: LinksPlace, failed: FailuresPlace
    ) {
        self.workspace = workspace
        self.navigation = navigation
        self.arranging = arranging
        self.links = links
        self.failed = failed
    }

    /// Restores the layout of the screen. Also returns to where the user was, if they want that, as far as it still
    /// exists. If nothing can be read, starts in the list of feeds.
    func resume() {
        guard let bytes = try? PrivateFiles.read(paths.lastScreen, atMost: LastScreen.longest) else { return }
        let screen = LastScreen(String(decoding: bytes, as: UTF8.self))
        panes.restore(screen.widths, isZoomed: screen.isZoomed)
        feeds.folded = screen.folded
        background = screen.background
        if config.isOn(.resume), place == .feeds, !feeds.entries.isEmpty { resume(screen) }
    }

    private func resume(_ screen: LastScreen) {
        narrowFeedsAgain(screen)
        if let entry = screen.entry { feeds.choose(entry) }
        if let above = screen.feedsAbove { feeds.cursor.rowsAbove = above }
        if screen.place != .article { navigation.articleToShowAgain = screen.article }
        guard screen.place != .feeds else { return showAgain(screen) }
        listAgain(screen)
        let isListed = items.source != nil
        if isListed { trail.path = [.feeds, .items] }
        if let words = screen.words {
            // So that the user can go back from the search results.
            trail.cover(items)
            trail.path = [.feeds, .items]
            showAgain(screen)
            navigation.findAgain(words, filter: screen.filter, choosing: screen.item, rowsAbove: screen.itemsAbove)
        } else if isListed {
            if let item = screen.item {
                items.choose(item, rowsAbove: screen.filter == nil ? screen.itemsAbove : nil)
            }
            if let filter = screen.filter {
                try? navigation.filter(by: filter, choosing: screen.item, rowsAbove: screen.itemsAbove)
            }
            showAgain(screen)
        }
    }

    /// Applies the tag and the filter of the list of feeds again, unless the list would be empty.
    private func narrowFeedsAgain(_ screen: LastScreen) {
        if let tag = screen.tagOfFeeds, arranging.hasFeeds(tagged: tag) { feeds.tag = tag }
        guard let narrowing = screen.narrowing else { return }
        feeds.narrow(to: narrowing)
        if feeds.entries.isEmpty { feeds.narrow(to: "") }
    }

    /// Opens what was shown over the lists: an article, its links, or the failures.
    private func showAgain(_ screen: LastScreen) {
        if screen.place == .article, let article = screen.article, self.article.show(article) {
            trail.path.append(.article)
        }
        if let link = screen.link { listLinksAgain(screen, choosing: link) }
        if let failed = screen.failed.flatMap(feeds.feed), failed.hasFailed || failed.hasMoved {
            self.failed.show()
            failures.choose(failed.id)
        }
    }

    private func listLinksAgain(_ screen: LastScreen, choosing link: Int) {
        guard let item = screen.place == .article ? screen.article : screen.item else { return }
        do {
            if let article = try library.article(item), links.show(linksOf: article) { links.list.choose(link) }
        } catch {
            troubles.send(error)
        }
    }

    /// Lists the items that were listed, without a filter. If that is impossible, lists the feed of the article.
    private func listAgain(_ screen: LastScreen) {
        if let list = feeds.entries.first(where: { $0.id == screen.list }) { return navigation.fill(with: list) }
        if case .feed(let id, _) = screen.list, let feed = feeds.feed(id) { return navigation.list(ItemSource(feed)) }
        if let tag = screen.tag { return navigation.list(.tagged(tag)) }
        guard screen.place == .article, screen.words == nil, let article = screen.article else { return }
        do {
            guard let feed = try library.items([article]).first.flatMap({ feeds.feed($0.feed) }) else { return }
            navigation.list(ItemSource(feed))
            items.choose(article)
        } catch {
            troubles.send(error)
        }
    }

    /// Saves everything for the next start when lede ends.
    func rememberAtEnd() {
        rememberScreen(inTheEnd: true)
        if place != .welcome { feeds.history?.keep(in: paths, by: session.files) }
    }

    /// Saves where the user is, a moment after they did something, in case this run crashes.
    func rememberSoon() {
        guard !isRememberingSoon else { return }
        isRememberingSoon = true
        MainQueue.async(after: .seconds(5)) { [weak self] in
            self?.isRememberingSoon = false
            self?.rememberScreen(inTheEnd: false)
        }
    }

    /// The row of these items in the list of feeds. A feed has an ID even if its row is hidden because it has no unread
    /// items.
    private func row(of source: ItemSource) -> FeedListEntry.ID? {
        if let entry = feeds.entries.first(where: { $0.source(at: Date()) == source }) { return entry.id }
        guard let feed = source.feed else { return nil }
        return .feed(feed, in: "")
    }

    private func rememberScreen(inTheEnd isEnd: Bool) {
        guard place != .welcome else { return }
        var screen = LastScreen()
        screen.place = navigation.focus.place
        screen.tagOfFeeds = feeds.tag
        screen.narrowing = feeds.narrowing?.text
        screen.entry = feeds.selectedEntry?.id
        screen.feedsAbove = feeds.cursor.rowsAbove
        let (shown, listed) = (items.source, trail.wholeSource(of: items))
        screen.list = listed.flatMap(row)
        if case .taggedItems(let tag) = listed?.scope { screen.tag = tag }
        screen.words = shown?.found?.text
        screen.filter = shown?.found == nil ? shown?.narrowing : shown?.filter?.text
        screen.item = items.selected?.id
        screen.itemsAbove = shown == nil ? nil : items.cursor.rowsAbove
        screen.article = article.open?.item.id ?? navigation.articleToShowAgain
        for place in [links as any Screen, failed] where trail.path.contains(place.place) {
            place.remember(in: &screen)
        }
        screen.background = background
        screen.widths = panes.widths
        screen.isZoomed = panes.isZoomed
        screen.folded = feeds.folded
        article.remember(by: session.files, inTheEnd: isEnd)
        session.files.keep(screen.text, at: paths.lastScreen, inTheEnd: isEnd)
    }
}
