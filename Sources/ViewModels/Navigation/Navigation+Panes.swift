import Configuration
import FoundationEssentials
import Library
import MainQueue
import Signals

extension Navigation {
    /// The focused pane. A place without panes leaves it as it was.
    var focus: Pane { trail.path.lazy.reversed().compactMap(\.pane).first ?? .feeds }

    /// Focuses a pane, if it shows anything.
    func focus(on pane: Pane) {
        guard place.pane != nil, pane != focus else { return }
        switch pane {
        case .feeds: trail.path = [.feeds]
        case .items where items.source != nil: trail.path = [.feeds, .items]
        case .article where article.open != nil:
            trail.path = [.feeds, .items, .article]
            if !items.isSelecting { goToOpenItem() }
        case .items, .article: break
        }
    }

    /// Moves the focus by `panes` panes, and starts over at the end.
    func moveFocus(by panes: Int) {
        // The user means the row at the cursor, even if the other panes don't show it yet.
        showChosenBeside()
        previewChosen()
        let focusable = Pane.allCases.filter(isFilled)
        guard focusable.count > 1, let index = focusable.firstIndex(of: focus) else {
            return status = .refused(self.panes.isDivisible ? "The other panes are still empty" : Self.tooNarrow)
        }
        focus(on: focusable[(index + panes + focusable.count) % focusable.count])
    }

    /// Gives this pane the whole screen, or shows all panes again.
    func zoom() {
        guard panes.isDivisible else { return status = .refused(Self.tooNarrow) }
        panes.toggleZoom()
    }

    /// Makes this pane wider by some columns, or narrower.
    func widen(by columns: Int) {
        guard panes.isDivisible else { return status = .refused(Self.tooNarrow) }
        if panes.isZoomed { return status = .refused("This pane is zoomed (\(key(.zoom)) to show all panes)") }
        panes.widen(by: columns)
    }

    private static let tooNarrow = "Panes need a screen at least \(PaneArrangement.enoughForTwo) columns wide"

    private func isFilled(_ pane: Pane) -> Bool {
        switch pane {
        case .feeds: true
        case .items: items.source != nil
        case .article: article.open != nil
        }
    }

    /// Shows what the cursors are on in the next panes, once a cursor rests or there is room for the pane: the items of
    /// a feed, and a preview of an item.
    func followCursors() -> any Disposable {
        let cameTo = trail.$path.signal.map { _ in () }.merge(with: items.$source.signal.map { _ in () })
        let gotRoom = panes.$arrangement.signal.map { _ in () }.merge(with: session.$config.signal.map { _ in () })
        let leftBehind = feeds.$cursor.signal.map { _ in () }.merge(with: panes.$arrangement.signal.map { _ in () })
        return CompositeDisposable([
            leftBehind.observe { [weak self] in self?.isPaneBesideLate = true },
            // The user may have been in another pane meanwhile.
            leftBehind.merge(with: trail.$path.signal.map { _ in () }).debounce(for: Self.restOnFeed, on: .main).onMain
            {
                [weak self] in
                self?.showChosenBeside()
                self?.showArticleAgain()
            },
            items.$cursor.signal.map { _ in () }.merge(with: cameTo).merge(with: gotRoom)
                // Without previews, keys must not set timers, which would wake the process during later keys.
                .filter { [weak self] in MainQueue.assume { self?.showsPreviews ?? false } }
                .debounce(for: Self.restOnItem, on: .main).onMain { [weak self] _ in self?.previewChosen() }
        ])
    }

    /// How long a cursor has to rest before the next pane follows.
    private static let restOnFeed = Duration.milliseconds(80)
    private static let restOnItem = Duration.milliseconds(150)

    /// Whether the pane for articles has anything to show: an article, or previews.
    var hasArticleToShow: Bool { article.open != nil || articleToShowAgain != nil || config.isOn(.preview) }

    /// Shows a preview of the item at the cursor in the next pane, if the user wants previews. The item stays unread.
    private func previewChosen() {
        guard showsPreviews, place == .items, let item = items.selected, item.id != article.open?.item.id else {
            return
        }
        _ = article.show(item.id)
    }

    private var showsPreviews: Bool { config.isOn(.preview) && panes.arrangement.shows(.article) }

    /// Shows the feed at the cursor in the next pane, if there is one.
    func showChosenBeside() {
        guard isPaneBesideLate, place == .feeds, panes.arrangement.shows(.items) else { return }
        isPaneBesideLate = false
        guard let entry = feeds.selectedEntry else { return closeList() }
        if trail.wholeSource(of: items) != entry.source(at: Date()) { fill(with: entry) }
    }
}

// The article that was shown beside the lists when lede ended.
extension Navigation {
    /// Shows the article once there is room for it.
    func showArticleAgain() {
        guard let item = articleToShowAgain, panes.arrangement.shows(.article) else { return }
        articleToShowAgain = nil
        if article.open == nil { _ = article.show(item) }
    }
}
