import FoundationEssentials
import Library
import Signals
import Terminal
import Typesetting
import ViewModels

/// A list of items.
struct ItemsView: ScreenView {
    static let (helpHeading, plural) = ("in a list of items", "items")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.open, does: "open the selected item"),
        FirstKey(.nextUnread, does: "go to the next unread item"),
        FirstKey(.toggleRead, does: "mark the item read or unread"),
        .goBack
    ]
    let model: ReaderModel

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
        schedule.follow(model.rowDetails.roundsOfTags)
        schedule.follow(model.navigation.finder.rounds)
    }

    func fit(to canvas: Canvas) { model.items.fit(rows(on: canvas).rows) }

    /// The part for the rows. On a screen too narrow for a column of found text, that of the row at the cursor stands below.
    private func rows(on canvas: Canvas) -> Canvas {
        canvas.part(row: 0, rows: canvas.rows - ItemListView.rowsForSnippet(on: canvas, model))
    }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        ItemListView(model: model, theme: theme, now: now, isFocused: isFocused).draw(on: canvas)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? {
        let items = model.items
        guard items.loaded.isPlaced else { return nil }
        return ScrollBar(on: rows(on: canvas), of: items.cursor, offset: items.loaded.offset, total: items.loaded.total)
    }

    var cursorPart: StaleParts { .itemCursor }

    func movement(since painted: PaintedCursors) -> ListMovement? {
        // While the user selects, all rows between the cursor and the start may change; the found text always does.
        model.items.isSelecting || model.items.isFound ? nil : model.items.cursor.movement(since: painted.items)
    }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        rows(on: canvas).cell(of: event).map { model.screens.items.choose(inRow: $0.row) } ?? false
    }

    func pressTitle() { model.perform(.sort) }
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
        let isBySearch = model.navigation.isFoundBySearch
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

/// A list of items, in which unread items stand out.
struct ItemListView {
    let model: ReaderModel
    let theme: Theme
    let now: Date
    let isFocused: Bool

    func draw(on canvas: Canvas) {
        let items = model.items.items
        if items.isEmpty { drawEmpty(on: canvas) }
        let dates = model.dates(on: canvas, at: now)
        let columns = columns(of: canvas.columns, dateWidth: dates.width)
        let foot = Self.rowsForSnippet(on: canvas, model)
        if foot > 0 { drawSnippet(on: canvas.part(row: canvas.rows - foot, rows: foot)) }
        canvas.part(row: 0, rows: canvas.rows - foot).drawRows(of: model.items.cursor, isFocused: isFocused) {
            index, isSelected, canvas in
            let item = items[index]
            let row = theme.row(isSelected: isSelected, isFocused: isFocused, base: style(of: item))
            row.fill(canvas)
            // A sign instead of a bar, so that the row with the cursor still stands out.
            if model.items.isInSelection(item) { canvas.write("▌", row: 0, column: 0, style: row.style(theme.mark)) }
            if model.items.isFound {
                draw(found: item, dates, in: columns, as: row, on: canvas)
            } else if let text = model.row(of: item, at: index, columns: canvas.columns - 2, now: now) {
                canvas.inner.write(
                    typed: text, row: 0, column: 0, style: row.style(style(of: item)),
                    highlights: row.highlights, at: .items)
            } else {
                draw(item, dates, in: columns, as: row, on: canvas)
            }
        }
    }

    /// The rows below the list for the found text of the row at the cursor.
    static func rowsForSnippet(on canvas: Canvas, _ model: ReaderModel) -> Int {
        model.items.isFound && canvas.rows >= 8 && !ItemColumns.showSnippets(columns: canvas.columns) ? 2 : 0
    }

    private func drawSnippet(on canvas: Canvas) {
        canvas.drawRule(row: 0, style: theme.hint)
        let room = canvas.columns - 2
        guard let item = model.items.selected,
            let snippet = model.navigation.finder.snippet(of: item.id)?.fitting(room)
        else { return }
        canvas.write(
            snippet.text, hits: snippet.hits, row: 1, column: 1, limit: room, style: .plain,
            hitStyle: hit(in: .plain, as: theme.row(isSelected: false)))
    }

    private func columns(of columns: Int, dateWidth: Int) -> ItemColumns {
        let (items, feeds) = (model.items, model.feeds)
        let hasFeeds = items.feed == nil && ItemColumns.showFeeds(columns: columns)
        let hasAuthors = ItemColumns.showAuthors(columns: columns, isFound: items.isFound)
        return ItemColumns(
            columns: columns, dateWidth: dateWidth, feedWidth: hasFeeds ? items.widthOfFeeds(called: feeds.name) : 0,
            authorWidth: hasAuthors ? items.widthOfAuthors(inFeedsCalled: feeds.name) : 0, isFound: items.isFound)
    }

    /// Says why the list is empty, and what to do.
    private func drawEmpty(on canvas: Canvas) {
        guard let source = model.items.source else { return }
        if let feed = model.items.feed, source.narrowing == nil, feed.total == 0 {
            drawEmpty(feed, on: canvas)
        } else {
            ScreenMessage.write(emptiness(of: source), atTopOf: canvas, style: theme.hint)
        }
    }

    private func drawEmpty(_ feed: Feed, on canvas: Canvas) {
        if model.refresh.fetching.contains(feed.id) {
            ScreenMessage.write("Fetching this feed…", atTopOf: canvas, style: theme.hint)
        } else if let failure = feed.fetching.lastError {
            ScreenMessage.write(failure, atTopOf: canvas, style: theme.problem)
        } else if feed.fetching.lastSuccess == nil {
            let words = "No items yet: \(model.session.pressing(.refreshFeed)) to fetch this feed."
            ScreenMessage.write(words, atTopOf: canvas, style: theme.hint)
        } else {
            ScreenMessage.write("This feed has no items.", atTopOf: canvas, style: theme.hint)
        }
    }

    /// Why a filtered list, or a list over several feeds, is empty, and how to see what it leaves out.
    private func emptiness(of source: ItemSource) -> String {
        if source.narrowing != nil {
            return
                "No items match: \(model.session.pressing(.escape)) to \(model.navigation.isFoundBySearch ? "go back" : "show all")."
        }
        if model.items.unreadOnly, !source.unreadOnly {
            return "No unread items: \(model.session.pressing(.toggleShowRead)) to show read items."
        }
        return source.unreadOnly ? "No unread items." : "No items."
    }

    private func draw(_ item: Item, _ dates: DateColumn, in columns: ItemColumns, as row: RowStyle, on canvas: Canvas) {
        let dateStart = drawEdges(of: item, dates, in: columns, as: row, on: canvas)
        let limit = columns.width(of: columns.title, before: dateStart)
        let end = canvas.write(
            item.displayTitle, row: 0, column: columns.title.lowerBound, style: row.style(style(of: item)),
            limit: limit, highlights: row.highlights, at: .items)
        drawTags(of: item, after: end, before: columns.title.lowerBound + limit, as: row, on: canvas)
    }

    /// Draws the item's tags behind its title, as many as there is room for.
    private func drawTags(of item: Item, after titleEnd: Int, before end: Int, as row: RowStyle, on canvas: Canvas) {
        var start = titleEnd + 2
        for tag in model.rowDetails.tags(of: item.id) where start + tag.cellWidth < end {
            start = canvas.write("#" + tag, row: 0, column: start, style: row.style(theme.hint)) + 1
        }
    }

    /// Draws a search result: its title, and the part of its text with the found words.
    private func draw(
        found item: Item, _ dates: DateColumn, in columns: ItemColumns, as row: RowStyle, on canvas: Canvas
    ) {
        let dateStart = drawEdges(of: item, dates, in: columns, as: row, on: canvas)
        let title = item.displayTitle
        let style = style(of: item)
        let limit = columns.width(of: columns.title, before: dateStart)
        let end = canvas.write(
            title, hits: model.navigation.finder.query.hits(inTitle: title), row: 0, column: columns.title.lowerBound,
            limit: limit, style: row.style(style), hitStyle: hit(in: style, as: row))
        drawTags(of: item, after: end, before: columns.title.lowerBound + limit, as: row, on: canvas)
        guard let part = columns.snippet else { return }
        let room = columns.width(of: part, before: dateStart)
        guard let snippet = model.navigation.finder.snippet(of: item.id)?.fitting(room) else { return }
        canvas.write(
            snippet.text, hits: snippet.hits, row: 0, column: part.lowerBound, limit: room,
            style: row.style(theme.hint), hitStyle: hit(in: theme.hint, as: row))
    }

    /// Draws the signs before the title and the end of the row, and returns where the date begins.
    private func drawEdges(
        of item: Item, _ dates: DateColumn, in columns: ItemColumns, as row: RowStyle, on canvas: Canvas
    ) -> Int? {
        let sign = item.isStarred ? item.isRead ? "★" : "✪" : item.isRead ? " " : "●"
        canvas.write(sign, row: 0, column: 1, style: row.style(theme.mark))
        let hint = row.style(theme.hint)
        var dateStart = columns.date.map { date in
            canvas.write(
                dates.text(of: item.date).truncated(toCells: date.count), row: 0, endingAt: date.upperBound, style: hint
            )
        }
        // It can be read offline.
        if item.hasPage, let sign = columns.date.map({ $0.lowerBound - 2 }) {
            canvas.write("↓", row: 0, column: sign, style: hint)
            dateStart = sign
        }
        if let feed = columns.feed {
            canvas.write(
                model.feeds.name(of: item.feed), row: 0, column: feed.lowerBound, style: hint,
                limit: columns.width(of: feed, before: dateStart))
        }
        if let author = columns.author {
            canvas.write(
                item.author ?? "", row: 0, column: author.lowerBound, style: hint,
                limit: columns.width(of: author, before: dateStart))
        }
        return dateStart
    }

    /// The style of found words: underlined, and coloured except at the cursor, where rows have no colours of their
    /// own.
    private func hit(in style: CellStyle, as row: RowStyle) -> CellStyle {
        guard row.isPlain else { return row.style(style).adding(.underline) }
        let attributes = style.attributes.subtracting(.dim).union(.underline)
        return row.style(
            CellStyle(
                attributes, foreground: theme.mark.foreground ?? style.foreground, background: style.background))
    }

    /// The style of the title. A highlighted title keeps the weight of unread items.
    private func style(of item: Item) -> CellStyle {
        let style = item.isRead ? theme.read : theme.unread
        guard let line = model.highlights.line(for: item.id), theme.highlightedRows.indices.contains(line) else {
            return style
        }
        return theme.highlightedRows[line]?.adding(item.isRead ? [] : style.attributes) ?? style
    }
}

/// The columns of a list of items, the same in all rows.
struct ItemColumns {
    /// The signs stand before it.
    let title: Range<Int>
    /// The part of the text that a search found.
    var snippet: Range<Int>?
    var author: Range<Int>?
    var feed: Range<Int>?
    var date: Range<Int>?
    /// The end of the parts before the date, in rows with the widest date.
    private let endBeforeDate: Int

    /// The widths from which a list shows its items' feeds, found text, and authors.
    private static let (enoughForFeeds, enoughForSnippets, enoughForAuthors) = (56, 130, 110)
    private static let widestName = 24
    /// The date is left out before the title gets narrower than this.
    private static let narrowestTitle = 12
    private static let (startOfTitle, gap) = (3, 2)

    /// `feedWidth` and `authorWidth` are the cells that names need; 0 if the list doesn't show them.
    init(columns: Int, dateWidth: Int, feedWidth: Int, authorWidth: Int, isFound: Bool) {
        var end = columns - 1
        func cutFromEnd(_ width: Int) -> Range<Int> {
            let part = max(0, end - width)..<max(0, end)
            end = part.lowerBound - Self.gap
            return part
        }
        if end - dateWidth - Self.gap - Self.startOfTitle >= Self.narrowestTitle { date = cutFromEnd(dateWidth) }
        endBeforeDate = end
        let widestName = min(columns / 5, Self.widestName)
        if feedWidth > 0, Self.showFeeds(columns: columns) { feed = cutFromEnd(min(feedWidth, widestName)) }
        // The user chooses by the title, so that gets most of the room.
        if isFound, Self.showSnippets(columns: columns) {
            snippet = cutFromEnd((end - Self.startOfTitle - Self.gap) * 2 / 5)
        }
        if authorWidth > 0, Self.showAuthors(columns: columns, isFound: isFound) {
            author = cutFromEnd(min(authorWidth, widestName))
        }
        title = Self.startOfTitle..<max(Self.startOfTitle, end)
    }

    /// The width of a part in a row whose date begins in this column. The part before the date gets the room that a
    /// short date leaves.
    func width(of part: Range<Int>, before dateStart: Int?) -> Int {
        guard let dateStart, part.upperBound == endBeforeDate else { return part.count }
        return dateStart - Self.gap - part.lowerBound
    }

    /// Whether lists over several feeds are wide enough to name the feed in each row.
    static func showFeeds(columns: Int) -> Bool { columns >= enoughForFeeds }

    /// Whether search results are wide enough for a column of found text.
    static func showSnippets(columns: Int) -> Bool { columns >= enoughForSnippets }

    /// Whether lists are wide enough for authors.
    static func showAuthors(columns: Int, isFound: Bool) -> Bool { !isFound && columns >= enoughForAuthors }
}

extension Snippet {
    /// The snippet for a column of this width, cut at its beginning so that the first hit is visible.
    func fitting(_ cells: Int) -> (text: String, hits: [Range<Int>]) {
        let before = cells / 3
        guard let first = hits.first?.lowerBound, first > before else { return (text, hits) }
        let bytes = Array(text.utf8)
        let space = bytes[first - before..<first].firstIndex(of: UInt8(ascii: " "))
        let start = space.map { $0 + 1 } ?? first
        let sign = "…"
        let shift = start - sign.utf8.count
        return (
            sign + String(decoding: bytes[start...], as: UTF8.self),
            hits.map { $0.lowerBound - shift..<$0.upperBound - shift }
        )
    }
}
