import FoundationEssentials
import Library
import Signals
import System
import Terminal
import Typesetting
import ViewModels

/// The list of feeds.
struct FeedsView: ScreenView {
    static let (helpHeading, plural) = ("in the feed list", "feeds")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.open, does: "open the selected feed or list"),
        FirstKey(.refreshAll, does: "refresh all feeds"),
        FirstKey(.addFeed, does: "add a feed"),
        FirstKey(.back, does: "quit")
    ]
    let model: ReaderModel

    func follow(by schedule: PaintSchedule) {
        let feeds = model.feeds
        schedule.follow(feeds.$entries)
        schedule.follow(feeds.$cursor, shownIn: [.feedCursor, .foot])
        schedule.follow(feeds.$selectionStart)
        schedule.follow(feeds.$weeks)
        schedule.follow(feeds.$highlighted)
        schedule.follow(feeds.$paused)
    }

    func fit(to canvas: Canvas) { model.feeds.fit(canvas.rows) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        FeedListView(model: model, theme: theme, now: now, isFocused: isFocused).draw(on: canvas)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? { ScrollBar(on: canvas, of: model.feeds.cursor) }

    var cursorPart: StaleParts { .feedCursor }

    func movement(since painted: PaintedCursors) -> ListMovement? {
        // While the user selects, all rows between the cursor and the start may change.
        model.feeds.selection == nil ? model.feeds.cursor.movement(since: painted.feeds) : nil
    }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let cell = canvas.cell(of: event), model.feeds.choose(inRow: cell.row),
            let entry = model.feeds.selectedEntry
        else { return false }
        guard case .group = entry.content, cell.column <= 2 * entry.depth + 2 else { return true }
        model.perform(.toggleFold)
        return false
    }

    func pressTitle() { model.perform(.sort) }
}

// Words.
extension FeedsView {
    var title: String { isPartial ? filters : "\(model.feeds.unread) unread" }

    var titleRemark: String? { isPartial ? nil : "in \(model.feeds.all.count.counted("feed"))" }

    private var isPartial: Bool { !filters.isEmpty }

    /// What filters the list.
    private var filters: String {
        [model.feeds.tag.map { "\(model.feeds.wordForTag) \($0)" }, model.feeds.narrowing?.text].compactMap(\.self)
            .joined(separator: " · ")
    }

    var summary: String {
        if model.feeds.selection != nil { return "\(model.feeds.selectedFeeds.count.counted("feed")) selected" }
        let cursor = model.feeds.cursor
        let unread = cursor.count == 0 ? unread : "\(String(row: cursor.row + 1, of: cursor.count)) · \(unread)"
        // The number of failures counts all feeds, not only the listed ones.
        if isPartial { return unread }
        let (failed, moved, invalid) = (
            model.screens.failures.failureCount, model.feeds.reading.movedCount, model.screens.failures.invalidLineCount
        )
        var parts = [unread]
        if failed > 0 { parts.append("\(failed) failed") }
        if moved > 0 { parts.append("\(moved) moved") }
        if invalid > 0 { parts.append(invalid.counted("invalid line")) }
        return parts.joined(separator: " · ") + (parts.count > 1 ? " (\(model.session.key(.showFailures)))" : "")
    }

    /// The unread count of the listed feeds. With a tag they form one group, or none if only saved searches have the
    /// tag.
    private var unread: String {
        if model.feeds.narrowing != nil { return "\(model.feeds.unreadOfListed) unread in these feeds" }
        guard model.feeds.tag != nil else { return "\(model.feeds.unread) unread" }
        let count = model.feeds.entries.first(where: \.isGroup)?.count ?? 0
        return "\(count) unread \(model.feeds.isOfGroup ? "in this group" : "with this tag")"
    }

    var hinted: [HintedOperation] {
        if model.feeds.selection != nil {
            return [HintedOperation(.groupFeed, "move"), HintedOperation(.select, "cancel")]
        }
        return [
            HintedOperation(.open, "open"), HintedOperation(.refreshAll, "refresh all"),
            HintedOperation(.addFeed, "add"),
            HintedOperation(.help, "keys")
        ]
    }
}

/// The list of feeds in their groups, with unread counts and fetch failures.
struct FeedListView {
    let model: ReaderModel
    let theme: Theme
    let now: Date
    let isFocused: Bool

    /// From this width on, rows show how many items came in the last weeks.
    private static let enoughForWeeks = 40
    /// A reason that doesn't fit is useful only from this many cells on.
    private static let enoughForReason = 24
    /// The least digits and the other cells at the end of a row for the unread count. New items and weeks stand in
    /// columns before it.
    private static let (leastDigits, margins) = (3, 3)

    func draw(on canvas: Canvas) {
        let entries = model.feeds.entries
        if entries.isEmpty {
            ScreenMessage.write(wordsForNothing, atTopOf: canvas, style: theme.hint)
        }
        canvas.drawRows(of: model.feeds.cursor, isFocused: isFocused) { index, isSelected, canvas in
            let base = entries[index].hasUnread ? theme.unread : theme.read
            let row = theme.row(isSelected: isSelected, isFocused: isFocused, base: base)
            row.fill(canvas)
            let isInSelection = model.feeds.selection?.contains(index) == true
            if isInSelection { canvas.write("▌", row: 0, column: 0, style: row.style(theme.mark)) }
            draw(entries[index], at: index, as: row, on: canvas)
        }
    }

    private var wordsForNothing: String {
        if model.feeds.narrowing != nil { return "No feeds match." }
        guard let tag = model.feeds.tag else { return model.wordsForNoFeeds }
        let feeds = model.feeds.all.filter { $0.tags.contains(tag) }
        let theirs = model.feeds.isOfGroup ? "in this group" : "with this tag"
        let words =
            feeds.isEmpty
            ? "No feeds have this tag any more"
            : "All feeds \(theirs) are \(feeds.allSatisfy(\.isHidden) ? "hidden" : "read")"
        return "\(words): \(model.session.pressing(.clearTag)) to show all feeds."
    }

    private func draw(_ entry: FeedListEntry, at index: Int, as row: RowStyle, on canvas: Canvas) {
        let style = row.style(style(of: entry))
        // Formats don't apply to groups, as they can't show a group's sign.
        if !entry.isGroup, let text = model.row(of: entry, at: index, columns: canvas.columns - 2) {
            canvas.inner.write(
                typed: text, row: 0, column: 0, style: style, highlights: row.highlights, at: .feeds)
            return
        }
        switch entry.content {
        case .smart, .query: draw(entry, style: style, as: row, on: canvas)
        case .group(let group):
            canvas.write(group.isFolded ? "▸" : "▾", row: 0, column: 1 + 2 * entry.depth, style: row.style(theme.hint))
            draw(entry, style: style, as: row, on: canvas)
        case .feed(let feed): draw(feed, entry, style: style, as: row, on: canvas)
        }
    }

    private func draw(_ entry: FeedListEntry, style: CellStyle, as row: RowStyle, on canvas: Canvas) {
        let end = drawCount(of: entry, style: style, on: canvas)
        let column = indent(of: entry)
        canvas.write(
            entry.name, row: 0, column: column, style: style, limit: end - column,
            highlights: entry.isGroup ? Highlights() : row.highlights, at: .feeds)
    }

    private func draw(_ feed: Feed, _ entry: FeedListEntry, style: CellStyle, as row: RowStyle, on canvas: Canvas) {
        var end = drawCount(of: entry, style: style, on: canvas)
        let columnEnd = min(end, columnEnd(on: canvas))
        let sign = sign(of: feed)
        let name = feed.displayName
        let column = indent(of: entry)
        // What keeps a feed from being fetched matters more than its history.
        if canvas.columns >= Self.enoughForWeeks, sign?.words.isEmpty ?? true, let known = model.feeds.weeks.first {
            let weeks = model.feeds.weeks[feed.id] ?? known.value.map { _ in 0 }
            let start = columnEnd - weeks.count
            canvas.write("\(Sparkline(weeks))", row: 0, column: start, style: row.style(theme.hint))
            end = start - 2
        }
        if let news = model.refresh.news[feed.id] {
            end = canvas.write("+\(news)", row: 0, endingAt: min(end, columnEnd), style: row.style(theme.mark)) - 2
        }
        let nameEnd = canvas.write(
            feed.isNamedByAddress ? name.shortenedAddress(toCells: end - column) : name, row: 0, column: column,
            style: style, limit: end - column,
            highlights: row.highlights, at: .feeds)
        guard let sign else { return }
        canvas.write(sign.sign, row: 0, column: column - 2, style: row.style(sign.style))
        let room = end - nameEnd - 2
        // Advice follows the colon. Three letters of a reason would be useless.
        let cause = sign.words.split(separator: ": ", maxSplits: 1).first.map(String.init) ?? ""
        let fitting = [sign.words, cause].first { $0.cellWidth <= room }
        let words = fitting ?? (room >= Self.enoughForReason ? sign.words : sign.brief)
        guard words.cellWidth <= room || room >= Self.enoughForReason else { return }
        canvas.write(words, row: 0, column: nameEnd + 2, style: row.style(sign.style), limit: room)
    }

    /// Where the column before the counts ends, the same in all rows: no feed has more unread items than all feeds.
    private func columnEnd(on canvas: Canvas) -> Int {
        canvas.columns - max("\(model.feeds.unread)".count, Self.leastDigits) - Self.margins
    }

    /// The style of the name. Only feeds are bold. A highlighted name keeps the weight of unread feeds.
    private func style(of entry: FeedListEntry) -> CellStyle {
        if entry.isGroup { return theme.group }
        guard entry.feed != nil || !entry.hasUnread else { return theme.unreadAbove }
        let style = entry.hasUnread ? theme.unread : theme.read
        guard let feed = entry.feed, let line = model.feeds.highlighted[feed.id],
            theme.highlightedFeeds.indices.contains(line)
        else { return style }
        return theme.highlightedFeeds[line]?.adding(entry.hasUnread ? style.attributes : []) ?? style
    }

    private func indent(of entry: FeedListEntry) -> Int { 3 + 2 * entry.depth }

    /// Draws the end of the row, and returns where the text before it has to end.
    private func drawCount(of entry: FeedListEntry, style: CellStyle, on canvas: Canvas) -> Int {
        let end = canvas.columns - 1
        if entry.isBeingCounted { return canvas.write("…", row: 0, endingAt: end, style: style) - 2 }
        var count = "\(entry.count)"
        // A filter may hide feeds of a group, but its list has their items, too.
        if case .group(let group) = entry.content, model.feeds.narrowing != nil, group.shownUnread < group.unread {
            count = "\(group.shownUnread) of \(count)"
        }
        return entry.count == 0 ? end : canvas.write(count, row: 0, endingAt: end, style: style) - 2
    }

    /// The sign before the name, and the words after it, in full and in brief.
    private func sign(of feed: Feed) -> (sign: String, words: String, brief: String, style: CellStyle)? {
        switch model.condition(of: feed, at: now) {
        case .fine: nil
        case .fetching: ("↻", "", "", theme.mark)
        case .waiting(let time): ("…", "waiting until \(time)", "until \(time)", theme.hint)
        case .gone: ("⚠", "gone", "gone", theme.problem)
        case .paused: ("‖", "paused", "paused", theme.hint)
        case .failed(let reason, let brief): ("⚠", reason, brief, theme.problem)
        }
    }
}
