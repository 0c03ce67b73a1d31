import Configuration
import FoundationEssentials
import Library
import Signals
import Terminal
import Typesetting
import ViewModels

/// A list of items: what is unread stands out, what is read steps back.
struct ItemListView {
    let model: ReaderModel
    let theme: Theme
    let now: Date
    var isFocused = true

    /// Where there is room for it, lists over several feeds say which feed an item is of.
    private static let enoughForFeeds = 56

    func draw(on canvas: Canvas) {
        model.items.fit(canvas.rows)
        let items = model.items.items.value
        if items.isEmpty { drawEmpty(on: canvas) }
        canvas.drawRows(of: model.items.cursor.value) { index, isSelected, canvas in
            let isSelected = isSelected || model.items.isInSelection(items[index])
            let row = theme.row(isSelected: isSelected, isFocused: isFocused, base: style(of: items[index]))
            row.fill(canvas)
            if model.items.isFound {
                draw(found: items[index], as: row, on: canvas)
            } else if let text = model.row(of: items[index], at: index, columns: canvas.columns - 2, now: now) {
                let style = row.style(style(of: items[index]))
                canvas.write(typed: text, row: 0, column: 1, style: style)
            } else {
                draw(items[index], as: row, on: canvas)
            }
        }
        canvas.drawScrollBar(
            of: model.items.cursor.value, offset: model.items.offset.value, total: model.items.total, style: theme.hint)
    }

    /// Says why there is nothing, and what to do.
    private func drawEmpty(on canvas: Canvas) {
        guard model.items.source.value != nil else { return }
        guard let feed = model.items.feed else {
            canvas.write("There is nothing here.", row: 0, column: 1, style: theme.hint)
            return
        }
        if model.refresh.fetching.value.contains(feed.id) {
            canvas.write("This feed is being fetched …", row: 0, column: 1, style: theme.hint)
        } else if let failure = feed.lastError {
            canvas.write(failure, row: 0, column: 1, style: theme.problem)
        } else if feed.lastSuccess == nil {
            canvas.write(
                "Nothing here yet: \(model.pressing(.refreshFeed)) to fetch this feed.", row: 0, column: 1,
                style: theme.hint)
        } else {
            canvas.write("This feed has no items.", row: 0, column: 1, style: theme.hint)
        }
    }

    private func draw(_ item: Item, as row: RowStyle, on canvas: Canvas) {
        let age = Age(of: item.date, at: now, format: model.config.value.text(.datetimeFormat)).text
        var end = canvas.write(age, row: 0, endingAt: canvas.columns - 1, style: row.style(theme.hint)) - 2
        if model.items.feed == nil, canvas.columns >= Self.enoughForFeeds {
            // So that names stand below each other whatever the age of an item.
            let column = canvas.columns - 7 - canvas.columns / 5
            let name = model.feeds.name(of: item.feed)
            canvas.write(name, row: 0, column: column, style: row.style(theme.hint), limit: end - column)
            end = column - 2
        }
        let sign = item.isStarred ? "★" : item.isRead ? " " : "●"
        canvas.write(sign, row: 0, column: 1, style: row.style(theme.mark))
        canvas.write(
            item.displayTitle, row: 0, column: 3, style: row.style(style(of: item)),
            limit: end - 3, highlights: row.isPlain ? theme.highlights : Highlights(), at: .items)
    }

    /// An item that was found: its title, and of its text what shows why, with the words that were looked for.
    private func draw(found item: Item, as row: RowStyle, on canvas: Canvas) {
        let age = Age(of: item.date, at: now, format: model.config.value.text(.datetimeFormat)).text
        let end = canvas.write(age, row: 0, endingAt: canvas.columns - 1, style: row.style(theme.hint)) - 2
        canvas.write(item.isStarred ? "★" : item.isRead ? " " : "●", row: 0, column: 1, style: row.style(theme.mark))
        let title = item.displayTitle
        // The bar of the cursor has no colours that hits could stand out by.
        let isPlain = row.isPlain
        let (titleHit, hit) =
            isPlain
            ? (row.style(theme.mark), row.style(theme.mark))
            : (row.style(style(of: item)).adding(.underline), row.style(.plain).adding(.underline))
        let snippet = model.finder.snippets.value[item.id]
        let titleEnd = canvas.write(
            title, hits: model.finder.query.hits(inTitle: title), row: 0, column: 3,
            limit: snippet == nil ? end - 3 : (end - 3) * 2 / 3, style: row.style(style(of: item)), hitStyle: titleHit)
        guard let snippet, titleEnd + 10 < end else { return }
        canvas.write(
            snippet.text, hits: snippet.hits, row: 0, column: titleEnd + 2, limit: end - titleEnd - 2,
            style: row.style(theme.hint), hitStyle: hit)
    }

    /// What its title looks like; one that is highlighted keeps the weight of what is unread.
    private func style(of item: Item) -> CellStyle {
        let style = item.isRead ? theme.read : theme.unread
        guard let line = model.highlights.line(for: item.id), theme.highlightedRows.indices.contains(line) else {
            return style
        }
        return theme.highlightedRows[line]?.adding(item.isRead ? [] : style.attributes) ?? style
    }
}
