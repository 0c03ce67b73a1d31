import Configuration
import FoundationEssentials
import Library
import MainQueue
import Signals

extension Navigation {
    /// The pane that the person is in, or was in before they went to a place that has the whole screen.
    var focus: Pane { trail.path.lazy.reversed().compactMap(\.pane).first ?? .feeds }

    /// Goes to a pane, on whatever that shows; nothing where it shows nothing yet.
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

    /// Goes to the pane that comes after this one, so many panes further, and begins anew behind the last.
    func moveFocus(by panes: Int) {
        // Who goes there means what the cursor is on, however short it has been there.
        showChosenBeside()
        previewChosen()
        let focusable = Pane.allCases.filter(isFilled)
        guard let index = focusable.firstIndex(of: focus) else { return }
        focus(on: focusable[(index + panes + focusable.count) % focusable.count])
    }

    /// Gives this pane the whole screen, or takes it back.
    func zoom() {
        guard panes.isDivisible else {
            return status = .refused(
                "Panes need a screen at least \(PaneArrangement.enoughForTwo) columns wide")
        }
        panes.toggleZoom()
    }

    private func isFilled(_ pane: Pane) -> Bool {
        switch pane {
        case .feeds: true
        case .items: items.source != nil
        case .article: article.open != nil
        }
    }

    /// Has the list of items beside the feeds go with their cursor once it rests, or once there is room for it, and a previewed
    /// article with that of the items, which also rests somewhere in a list that the person comes to.
    func followCursors() -> any Disposable {
        let cameTo = trail.$path.signal.map { _ in () }.merge(with: items.$source.signal.map { _ in () })
        let gotRoom = panes.$arrangement.signal.map { _ in () }.merge(with: session.$config.signal.map { _ in () })
        let leftBehind = feeds.$cursor.signal.map { _ in () }.merge(with: panes.$arrangement.signal.map { _ in () })
        return CompositeDisposable([
            leftBehind.observe { [weak self] in self?.isPaneBesideLate = true },
            // The person may have been in another pane meanwhile.
            leftBehind.merge(with: trail.$path.signal.map { _ in () }).debounce(for: Self.restOnFeed, on: .main).onMain
            {
                [weak self] in
                self?.showChosenBeside()
                self?.showArticleAgain()
            },
            items.$cursor.signal.map { _ in () }.merge(with: cameTo).merge(with: gotRoom)
                // Without a preview no key should set a timer, which wakes the process in the middle of later keys.
                .filter { [weak self] in MainQueue.assume { self?.showsPreviews ?? false } }
                .debounce(for: Self.restOnItem, on: .main).onMain { [weak self] _ in self?.previewChosen() }
        ])
    }

    /// So long a cursor has to rest before the next pane goes with it.
    private static let restOnFeed = Duration.milliseconds(80)
    private static let restOnItem = Duration.milliseconds(150)

    /// Shows the article that the cursor is on in the pane beside, where the person wants that; it stays unread.
    private func previewChosen() {
        guard showsPreviews, place == .items, let item = items.selected, item.id != article.open?.item.id else {
            return
        }
        _ = article.show(item.id)
    }

    private var showsPreviews: Bool { config.isOn(.preview) && panes.arrangement.shows(.article) }

    /// Shows what the cursor of the feeds is on in the pane beside, if there is one.
    func showChosenBeside() {
        guard isPaneBesideLate, place == .feeds, panes.arrangement.shows(.items) else { return }
        isPaneBesideLate = false
        guard let entry = feeds.selectedEntry else { return closeList() }
        if trail.wholeSource(of: items) != entry.source(at: Date()) { fill(with: entry) }
    }
}

// The article that stood beside the lists at the last start.
extension Navigation {
    /// Shows it once there is room for it.
    func showArticleAgain() {
        guard let item = articleToShowAgain, panes.arrangement.shows(.article) else { return }
        articleToShowAgain = nil
        if article.open == nil { _ = article.show(item) }
    }
}
