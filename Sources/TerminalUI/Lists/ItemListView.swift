import Configuration
import FoundationEssentials
import Library
import Signals
import Terminal
import Typesetting
import ViewModels

/// A list of items, in which unread items stand out.
struct ItemListView {
    let model: ReaderModel
    let theme: Theme
    let now: Date
    let isFocused: Bool

    func draw(on canvas: Canvas) {
        let items = model.items.items
        if items.isEmpty { drawEmpty(on: canvas) }
        let dates = DateColumn(
            at: now, format: model.config.text(.datetimeFormat), isNarrow: DateColumn.isNarrow(canvas.columns))
        let columns = columns(of: canvas.columns, dateWidth: dates.width)
        canvas.drawRows(of: model.items.cursor, isFocused: isFocused) { index, isSelected, canvas in
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
                    highlights: highlights(in: row), at: .items)
            } else {
                draw(item, dates, in: columns, as: row, on: canvas)
            }
        }
    }

    private func columns(of columns: Int, dateWidth: Int) -> ItemColumns {
        let (items, feeds) = (model.items, model.feeds)
        let hasFeeds = items.feed == nil && ItemColumns.showFeeds(columns: columns, isFound: items.isFound)
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
            Message.write(emptiness(of: source), atTopOf: canvas, style: theme.hint)
        }
    }

    private func drawEmpty(_ feed: Feed, on canvas: Canvas) {
        if model.refresh.fetching.contains(feed.id) {
            Message.write("Fetching this feed…", atTopOf: canvas, style: theme.hint)
        } else if let failure = feed.lastError {
            Message.write(failure, atTopOf: canvas, style: theme.problem)
        } else if feed.lastSuccess == nil {
            let words = "No items yet: \(model.pressing(.refreshFeed)) to fetch this feed."
            Message.write(words, atTopOf: canvas, style: theme.hint)
        } else {
            Message.write("This feed has no items.", atTopOf: canvas, style: theme.hint)
        }
    }

    /// Why a filtered list, or a list over several feeds, is empty, and how to see what it leaves out.
    private func emptiness(of source: ItemSource) -> String {
        if source.narrowing != nil {
            return
                "No items match: \(model.pressing(.escape)) to \(model.isFoundBySearch ? "go back" : "show all")."
        }
        if model.items.unreadOnly, !source.unreadOnly {
            return "No unread items: \(model.pressing(.toggleShowRead)) to show read items."
        }
        return source.unreadOnly ? "No unread items." : "No items."
    }

    private func draw(_ item: Item, _ dates: DateColumn, in columns: ItemColumns, as row: RowStyle, on canvas: Canvas) {
        let dateStart = drawEdges(of: item, dates, in: columns, as: row, on: canvas)
        canvas.write(
            item.displayTitle, row: 0, column: columns.title.lowerBound, style: row.style(style(of: item)),
            limit: columns.width(of: columns.title, before: dateStart),
            highlights: highlights(in: row), at: .items)
    }

    /// The row with the cursor has no highlights.
    private func highlights(in row: RowStyle) -> Highlights { row.isPlain ? theme.highlights : Highlights() }

    /// Draws a search result: its title, and the part of its text with the found words.
    private func draw(
        found item: Item, _ dates: DateColumn, in columns: ItemColumns, as row: RowStyle, on canvas: Canvas
    ) {
        let dateStart = drawEdges(of: item, dates, in: columns, as: row, on: canvas)
        let title = item.displayTitle
        let style = style(of: item)
        canvas.write(
            title, hits: model.finder.query.hits(inTitle: title), row: 0, column: columns.title.lowerBound,
            limit: columns.width(of: columns.title, before: dateStart), style: row.style(style),
            hitStyle: hit(in: style, as: row))
        guard let part = columns.snippet else { return }
        let room = columns.width(of: part, before: dateStart)
        guard let snippet = model.finder.snippet(of: item.id)?.fitting(room) else { return }
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
