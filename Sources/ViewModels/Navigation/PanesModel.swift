import Configuration
import FoundationEssentials
import Library
import Signals
import System

/// How the screen is divided among the panes.
@MainActor package final class PanesModel {
    @Published package internal(set) var arrangement = PaneArrangement(columns: 80, focus: .feeds)
    /// Whether the focused pane has the whole screen.
    package private(set) var isZoomed = false
    /// Whether the user wants panes at all.
    var areOn = true { didSet { if areOn != oldValue { arrange() } } }
    package private(set) var widths = PaneWidths()
    private var columns = 80
    private var focus = Pane.feeds
    private var hasArticle = false

    /// Sets the width of the screen, the focused pane, and whether there is an article to show.
    package func fit(columns: Int, focus: Pane, hasArticle: Bool) {
        (self.columns, self.focus, self.hasArticle) = (columns, focus, hasArticle)
        arrange()
    }

    /// Whether the screen is wide enough for several panes.
    fileprivate var isDivisible: Bool { areOn && PaneArrangement(columns: columns, focus: focus).slots.count > 1 }

    fileprivate func toggleZoom() {
        isZoomed.toggle()
        arrange()
    }

    /// Sets the width of a pane, as far as the other panes leave room.
    package func setWidth(of pane: Pane, to columns: Int) {
        guard arrangement.slots.count > 1 else { return }
        widths.set(pane, to: max(1, columns))
        arrange()
        // Keeps the width that was possible, so that the next change starts from what is visible.
        if let slot = arrangement.slot(of: pane) { widths.set(pane, to: slot.columns) }
    }

    /// Moves the right border of the focused pane, or the left one of the last pane.
    func widen(by change: Int) {
        let slots = arrangement.slots
        guard slots.count > 1, let index = slots.firstIndex(where: { $0.pane == focus }) else { return }
        let isLast = index == slots.count - 1
        let slot = slots[isLast ? index - 1 : index]
        setWidth(of: slot.pane, to: slot.columns + (isLast ? -change : change))
    }

    func restore(_ widths: PaneWidths, isZoomed: Bool) {
        (self.widths, self.isZoomed) = (widths, isZoomed)
        arrange()
    }

    private func arrange() {
        let arrangement = PaneArrangement(
            columns: columns, focus: focus, isZoomed: isZoomed || !areOn, widths: widths, hasArticle: hasArticle)
        if arrangement != self.arrangement { self.arrangement = arrangement }
    }
}

/// The panes on the screen and their widths: three on a wide screen, two on a medium one, otherwise only the focused
/// one. A rule separates them. Without an article, the list of items has its room.
package struct PaneArrangement: Equatable, Sendable {
    package struct Slot: Equatable, Sendable {
        package let pane: Pane
        /// The pane's first column on the screen.
        package let start: Int
        package let columns: Int

        package var end: Int { start + columns }
    }

    package let slots: [Slot]

    fileprivate static let enoughForTwo = 100
    fileprivate static let enoughForThree = 140
    private static let narrowest = 16

    package init(
        columns: Int, focus: Pane, isZoomed: Bool = false, widths: PaneWidths = PaneWidths(), hasArticle: Bool = true
    ) {
        let panes: [Pane] =
            if isZoomed || columns < Self.enoughForTwo {
                [focus]
            } else if columns < Self.enoughForThree {
                focus == .article ? [.items, .article] : [.feeds, .items]
            } else {
                hasArticle ? Pane.allCases : [.feeds, .items]
            }
        var slots: [Slot] = []
        var start = 0
        for (index, pane) in panes.enumerated() {
            let panesAfter = panes.count - index - 1
            let most = columns - start - panesAfter * (Self.narrowest + 1)
            let wanted = panesAfter == 0 ? most : widths.columns(of: pane, on: columns)
            let width = max(min(wanted, most), min(Self.narrowest, most))
            slots.append(Slot(pane: pane, start: start, columns: width))
            start += width + 1
        }
        self.slots = slots
    }

    package func shows(_ pane: Pane) -> Bool { slots.contains { $0.pane == pane } }

    package func slot(of pane: Pane) -> Slot? { slots.first { $0.pane == pane } }

    /// The pane in this column; nil on a rule.
    package func slot(at column: Int) -> Slot? { slots.first { ($0.start..<$0.end).contains(column) } }

    /// The pane whose right border is in this column.
    package func slot(endingAt column: Int) -> Slot? { slots.dropLast().first { $0.end == column } }
}

/// The widths that the user has set, in columns; nil for widths that depend on the screen.
package struct PaneWidths: Equatable, Sendable {
    package var feeds: Int?
    package var items: Int?

    /// Depends on the screen, not on the panes beside it, so that opening an article doesn't move the feeds' border.
    fileprivate func columns(of pane: Pane, on columns: Int) -> Int {
        let isMedium = columns < PaneArrangement.enoughForThree
        return switch pane {
        case .feeds: feeds ?? max(24, min(columns * (isMedium ? 30 : 22) / 100, 44))
        case .items: items ?? max(40, columns * (isMedium ? 40 : 33) / 100)
        case .article: columns
        }
    }

    mutating func set(_ pane: Pane, to columns: Int) {
        switch pane {
        case .feeds: feeds = columns
        case .items: items = columns
        case .article: break
        }
    }
}

/// The parts of the reader that a wide screen shows side by side, from left to right.
package enum Pane: CaseIterable, Sendable {
    case feeds
    case items
    case article

    /// The screen that the pane shows.
    package var screen: Screen {
        switch self {
        case .feeds: .feeds
        case .items: .items
        case .article: .article
        }
    }
}

extension Screen {
    /// The pane that shows the screen; nil if the screen is shown alone.
    package var pane: Pane? {
        switch self {
        case .feeds: .feeds
        case .items: .items
        case .article: .article
        case .welcome, .picture, .links, .failures, .information, .help, .history, .episodes: nil
        }
    }
}

extension Navigation {
    /// The focused pane. A screen without panes leaves it as it was.
    package var focus: Pane { reader.backStack.path.lazy.reversed().compactMap(\.pane).first ?? .feeds }

    /// Sets the width of the screen for the panes.
    package func fitPanes(columns: Int) {
        reader.panes.fit(columns: columns, focus: focus, hasArticle: hasArticleToShow)
    }

    /// Focuses a pane, if it shows anything.
    package func focus(on pane: Pane) {
        guard reader.screen.pane != nil, pane != focus else { return }
        switch pane {
        case .feeds: reader.backStack.path = [.feeds]
        case .items where reader.items.source != nil: reader.backStack.path = [.feeds, .items]
        case .article where reader.article.open != nil:
            reader.backStack.path = [.feeds, .items, .article]
            if !reader.items.isSelecting { goToOpenItem() }
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
            return session.status = .refused(
                self.reader.panes.isDivisible ? "The other panes are still empty" : whyUndivided)
        }
        focus(on: focusable[(index + panes + focusable.count) % focusable.count])
    }

    /// Gives this pane the whole screen, or shows all panes again.
    func zoom() {
        guard reader.panes.isDivisible else { return session.status = .refused(whyUndivided) }
        reader.panes.toggleZoom()
    }

    /// Makes this pane wider by some columns, or narrower.
    func widen(by columns: Int) {
        guard reader.panes.isDivisible else { return session.status = .refused(whyUndivided) }
        if reader.panes.isZoomed {
            return session.status = .refused("This pane is zoomed (\(session.key(.zoom)) to show all panes)")
        }
        reader.panes.widen(by: columns)
    }

    private var whyUndivided: String {
        reader.panes.areOn
            ? "Panes need a screen at least \(PaneArrangement.enoughForTwo) columns wide"
            : "Panes are off: type “:set panes yes” to show them"
    }

    private func isFilled(_ pane: Pane) -> Bool {
        switch pane {
        case .feeds: true
        case .items: reader.items.source != nil
        case .article: reader.article.open != nil
        }
    }

    /// Shows what the cursors are on in the next panes, once a cursor rests or there is room for the pane: the items of
    /// a feed, and a preview of an item.
    func followCursors() -> any Disposable {
        let cameTo = reader.backStack.$path.signal.map { _ in () }.merge(
            with: reader.items.$source.signal.map { _ in () })
        let gotRoom = reader.panes.$arrangement.signal.map { _ in () }.merge(
            with: session.$config.signal.map { _ in () })
        let leftBehind = reader.feeds.$cursor.signal.map { _ in () }.merge(
            with: reader.panes.$arrangement.signal.map { _ in () })
        return CompositeDisposable([
            leftBehind.observe { [weak self] in self?.isPaneBesideLate = true },
            // The user may have been in another pane meanwhile.
            leftBehind.merge(with: reader.backStack.$path.signal.map { _ in () }).debounce(
                for: Self.restOnFeed, on: .main
            )
            .onMain {
                [weak self] in
                self?.showChosenBeside()
                self?.showArticleAgain()
            },
            reader.items.$cursor.signal.map { _ in () }.merge(with: cameTo).merge(with: gotRoom)
                // Without previews, keys must not set timers, which would wake the process during later keys.
                .filter { [weak self] in MainQueue.assume { self?.showsPreviews ?? false } }
                .debounce(for: Self.restOnItem, on: .main).onMain { [weak self] _ in self?.previewChosen() }
        ])
    }

    /// How long a cursor has to rest before the next pane follows.
    private static let restOnFeed = Duration.milliseconds(80)
    private static let restOnItem = Duration.milliseconds(150)

    /// Whether the pane for articles has anything to show: an article, or previews.
    var hasArticleToShow: Bool {
        reader.article.open != nil || articleToShowAgain != nil || session.config.isOn(.preview)
    }

    /// Shows a preview of the item at the cursor in the next pane, if the user wants previews. The item stays unread.
    private func previewChosen() {
        guard showsPreviews, reader.screen == .items, let item = reader.items.selected,
            item.id != reader.article.open?.item.id
        else {
            return
        }
        _ = reader.article.show(item.id)
    }

    private var showsPreviews: Bool { session.config.isOn(.preview) && reader.panes.arrangement.shows(.article) }

    /// Shows the feed at the cursor in the next pane, if there is one.
    func showChosenBeside() {
        guard isPaneBesideLate, reader.screen == .feeds, reader.panes.arrangement.shows(.items) else { return }
        isPaneBesideLate = false
        guard let entry = reader.feeds.selectedEntry else { return closeList() }
        if reader.backStack.wholeSource(of: reader.items) != entry.source(at: Date()) { fill(with: entry) }
    }
}

// The article that was shown beside the lists when lede ended.
extension Navigation {
    /// Shows the article once there is room for it.
    private func showArticleAgain() {
        guard let item = articleToShowAgain, reader.panes.arrangement.shows(.article) else { return }
        articleToShowAgain = nil
        if reader.article.open == nil { _ = reader.article.show(item) }
        closeOtherArticle()
    }
}
