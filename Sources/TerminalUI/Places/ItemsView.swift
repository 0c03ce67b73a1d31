import FoundationEssentials
import Library
import Terminal
import ViewModels

/// A list of items.
struct ItemsView: PlaceView {
    static let (helpHeading, plural) = ("in a list of items", "items")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.open, does: "open the selected item"),
        FirstKey(.nextUnread, does: "go to the next unread item"),
        FirstKey(.toggleRead, does: "mark the item read or unread"),
        .goBack
    ]
    private let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    func follow(by schedule: PaintSchedule) {
        let items = model.items
        schedule.follow(items.$source)
        schedule.follow(items.loaded.$items)
        schedule.follow(items.$cursor, shownIn: [.itemCursor, .foot])
        schedule.follow(items.$selectionStart)
        schedule.follow(items.$unloadedSelection, shownIn: .foot)
        schedule.follow(items.loaded.$offset)
        schedule.follow(items.$news)
        schedule.follow(model.highlights.rounds)
        schedule.follow(model.rowDetails.rounds)
        schedule.follow(model.finder.rounds)
    }

    func fit(to canvas: Canvas) { model.items.fit(canvas.rows) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        ItemListView(model: model, theme: theme, now: now, isFocused: isFocused).draw(on: canvas)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? {
        let items = model.items
        guard items.isPlaced else { return nil }
        return ScrollBar(on: canvas, of: items.cursor, offset: items.offset, total: items.total)
    }

    var cursorPart: Stale { .itemCursor }

    func movement(since painted: PaneCursors) -> ListMovement? {
        // While the user selects, all rows between the cursor and the start may change.
        model.items.isSelecting ? nil : model.items.cursor.movement(since: painted.items)
    }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        canvas.cell(of: event).map { model.chooseItem(inRow: $0.row) } ?? false
    }

    func pressTitle() { model.perform(.sort) }
    func scroll(by rows: Int) { model.scroll(.items, by: rows) }
    func scroll(toTop row: Int) { model.scroll(.items, toTop: row) }
}

// Words.
extension ItemsView {
    var title: String { model.items.source?.name ?? "" }
    var windowTitle: String? { model.items.source?.name }
    var summary: String { ItemSummary(model: model).text }

    /// The number of unread items in the list.
    var titleRemark: String? {
        guard let source = model.items.source, source.narrowing == nil, !model.items.isFound,
            let entry = model.feeds.selectedEntry
        else { return nil }
        return switch (entry.content, source.scope) {
        case (.feed(let feed), .feed(let id)) where id == feed.id: "\(feed.unread) unread of \(feed.total)"
        case (.group(let group), .tag(let tag)) where tag == group.tag: "\(group.unread) unread"
        case (.query(let query), .query(let id)) where id == query.id:
            entry.isBeingCounted
                ? "counting…"
                : "\(query.counts.unread) unread of \(query.counts.items)"
        case (.smart(.all), .all): "\(model.feeds.unread) unread of \(model.feeds.total)"
        default: nil
        }
    }

    var hinted: [HintedOperation] {
        let isEmpty = model.items.items.isEmpty
        if model.items.isSelecting { return Self.hintedWhileSelecting }
        guard model.items.source?.narrowing != nil else { return isEmpty ? Self.hintedInEmptiness : Self.hinted }
        let isBySearch = model.isFoundBySearch
        return isEmpty ? Self.hintedAtNothing[isBySearch] : Self.hintedAtFinds[isBySearch]
    }

    private static let hinted = [
        HintedOperation(.open, "open"), HintedOperation(.nextUnread, "next unread"),
        HintedOperation(.toggleRead, "read/unread"), HintedOperation(.markFeedRead, "mark all read"),
        HintedOperation(.help, "keys")
    ]
    private static let hintedWhileSelecting = [
        HintedOperation(.toggleStar, "star"), HintedOperation(.toggleRead, "read/unread"),
        HintedOperation(.deleteItem, "delete"), HintedOperation(.tagItem, "tag"),
        HintedOperation(.openInBrowser, "browser"), HintedOperation(.select, "cancel")
    ]
    private static let hintedInEmptiness = [HintedOperation(.back, "back"), HintedOperation(.help, "keys")]
    private static let hintedAtFinds = ByOrigin { leaving in
        [
            HintedOperation(.open, "open"), HintedOperation(.saveSearch, "save search"), leaving,
            HintedOperation(.nextUnread, "next unread"), HintedOperation(.help, "keys")
        ]
    }
    private static let hintedAtNothing = ByOrigin { leaving in [leaving, HintedOperation(.help, "keys")] }

    /// The hints in search results and in filtered lists: Escape leaves the results, or clears the filter.
    private struct ByOrigin {
        private let (ofSearch, ofFilter): ([HintedOperation], [HintedOperation])

        init(_ hinted: (_ leaving: HintedOperation) -> [HintedOperation]) {
            ofSearch = hinted(HintedOperation(.escape, "back"))
            ofFilter = hinted(HintedOperation(.escape, "show all"))
        }

        subscript(isBySearch: Bool) -> [HintedOperation] { isBySearch ? ofSearch : ofFilter }
    }
}
