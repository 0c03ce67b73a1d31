import FoundationEssentials
import Library
import Spelling
import Terminal
import ViewModels

/// The list of feeds.
struct FeedsView: PlaceView {
    static let (helpHeading, plural) = ("in the feed list", "feeds")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.open, does: "open the selected feed or list"),
        FirstKey(.refreshAll, does: "refresh all feeds"),
        FirstKey(.addFeed, does: "add a feed"),
        FirstKey(.back, does: "quit")
    ]
    private let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    func follow(by schedule: PaintSchedule) {
        let feeds = model.feeds
        schedule.follow(feeds.$entries)
        schedule.follow(feeds.$cursor, shownIn: [.feedCursor, .foot])
        schedule.follow(feeds.$weeks)
        schedule.follow(feeds.$highlighted)
        schedule.follow(feeds.$paused)
    }

    func fit(to canvas: Canvas) { model.feeds.fit(canvas.rows) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        FeedListView(model: model, theme: theme, now: now, isFocused: isFocused).draw(on: canvas)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? { ScrollBar(on: canvas, of: model.feeds.cursor) }

    var cursorPart: Stale { .feedCursor }

    func movement(since painted: PaneCursors) -> ListMovement? {
        model.feeds.cursor.movement(since: painted.feeds)
    }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let cell = canvas.cell(of: event), model.chooseFeed(inRow: cell.row),
            let entry = model.feeds.selectedEntry
        else { return false }
        guard case .group = entry.content, cell.column <= 2 * entry.depth + 2 else { return true }
        model.perform(.toggleFold)
        return false
    }

    func pressTitle() { model.perform(.sort) }
    func scroll(by rows: Int) { model.scroll(.feeds, by: rows) }
    func scroll(toTop row: Int) { model.scroll(.feeds, toTop: row) }
}

// Words.
extension FeedsView {
    var title: String { isPartial ? filters : "\(model.feeds.unread) unread" }

    var titleRemark: String? { isPartial ? nil : "in \(model.feeds.all.count.counted("feed"))" }

    private var isPartial: Bool { !filters.isEmpty }

    /// What filters the list.
    private var filters: String {
        [model.feeds.tag.map { "\(model.feeds.wordForTag) \($0)" }, model.feeds.narrowing?.text].compactMap(\.self)
            .joined(by: " · ")
    }

    var summary: String {
        let cursor = model.feeds.cursor
        let unread = cursor.count == 0 ? unread : "\(String(row: cursor.row + 1, of: cursor.count)) · \(unread)"
        // The number of failures counts all feeds, not only the listed ones.
        if isPartial { return unread }
        let (failed, moved, invalid) = (model.failureCount, model.feeds.movedCount, model.invalidLineCount)
        var parts = [unread]
        if failed > 0 { parts.append("\(failed) failed") }
        if moved > 0 { parts.append("\(moved) moved") }
        if invalid > 0 { parts.append(invalid.counted("invalid line")) }
        return parts.joined(by: " · ") + (parts.count > 1 ? " (\(model.key(.showFailures)))" : "")
    }

    /// The unread count of the listed feeds. With a tag they form one group, or none if only saved searches have the
    /// tag.
    private var unread: String {
        if model.feeds.narrowing != nil { return "\(model.feeds.unreadOfListed) unread in these feeds" }
        guard model.feeds.tag != nil else { return "\(model.feeds.unread) unread" }
        let count = model.feeds.entries.first(where: \.isGroup)?.count ?? 0
        return "\(count) unread \(model.feeds.isOfGroup ? "in this group" : "with this tag")"
    }

    var hinted: [HintedOperation] { Self.hinted }

    private static let hinted = [
        HintedOperation(.open, "open"), HintedOperation(.refreshAll, "refresh all"), HintedOperation(.addFeed, "add"),
        HintedOperation(.help, "keys")
    ]
}
