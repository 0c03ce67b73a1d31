import Library
import Signals
import Typesetting
import ViewModels

/// The line on top: where the person is, and how far a refresh has got.
struct TitleBar {
    let model: ReaderModel
    let theme: Theme

    func draw(on canvas: Canvas) {
        canvas.fillBackground(of: theme.bar.over(theme.background))
        let place = place
        let progressStart = drawProgress(after: Self.startOfPlace + place.cellWidth, on: canvas)
        canvas.write(
            "lede", row: 0, column: 1, style: theme.name.over(theme.bar), limit: progressStart - 2)
        let afterPlace = canvas.write(
            place, row: 0, column: Self.startOfPlace, style: theme.bar, limit: progressStart - Self.startOfPlace - 2)
        guard let share = unreadShare, afterPlace + share.cellWidth + 4 <= progressStart else { return }
        canvas.write(share, row: 0, column: afterPlace + 2, style: theme.hint.over(theme.bar))
    }

    private static let startOfPlace = 1 + "lede".count + 2
    /// Shorter names of feeds say nothing.
    private static let enoughForNames = 8

    /// How much is unread of what is listed.
    private var unreadShare: String? {
        guard model.place == .items, let source = model.items.source, source.narrowing == nil,
            !model.items.isFound, let entry = model.feeds.selectedEntry
        else { return nil }
        return switch (entry.content, source.scope) {
        case (.feed(let feed), .feed(let id)) where id == feed.id: "\(feed.unread) unread of \(feed.total)"
        case (.group(let group), .tag(let tag)) where tag == group.tag: "\(group.unread) unread"
        case (.query(let query), .query(let id)) where id == query.id:
            entry.isBeingCounted
                ? "being counted …"
                : "\(query.counts.unread) unread of \(query.counts.items)"
        case (.smart(.all), .all): "\(model.feeds.unread) unread of \(entry.count)"
        default: nil
        }
    }

    private var place: String {
        switch model.place {
        case .welcome: "welcome"
        case .feeds:
            [model.feeds.tag.map { "tag \($0)" }, model.feeds.narrowing?.text].compactMap(\.self).joined(by: " · ")
        case .items: model.items.source?.name ?? ""
        case .article: model.openArticle?.feedName ?? ""
        case .links: "links"
        case .failures: "failures"
        case .information: "about a feed"
        case .help: "help"
        }
    }

    /// Draws the bar at the right and tells where it begins. The names of what is being fetched have what is left between it
    /// and where the person is, which comes first, and always the same room, so that it stays where it is.
    private func drawProgress(after placeEnd: Int, on canvas: Canvas) -> Int {
        guard let progress = model.refresh.progress else { return canvas.columns }
        var end = canvas.columns - 1
        let isWide = canvas.columns >= 60
        let length = isWide ? 16 : 8
        let count = "\(progress.done)/\(progress.total)"
        let bytes = isWide && progress.bytes > 0 ? "\(ByteCount(progress.bytes))" : ""
        let room = min(
            canvas.columns / 3, end - placeEnd - length - count.count - bytes.count - (bytes.isEmpty ? 5 : 7))
        if canvas.columns >= 80, room >= Self.enoughForNames {
            let names = progress.current.map(\.withoutScheme).joined(by: ", ")
            canvas.write(names, row: 0, column: end - room, style: theme.bar, limit: room)
            end -= room + 2
        }
        if !bytes.isEmpty { end = canvas.write(bytes, row: 0, endingAt: end, style: theme.bar) - 2 }
        end = canvas.write(count, row: 0, endingAt: end) - 1
        let filled = length * progress.done / max(progress.total, 1)
        end = canvas.write(String(repeating: "─", count: length - filled), row: 0, endingAt: end, style: theme.bar)
        return canvas.write(String(repeating: "━", count: filled), row: 0, endingAt: end, style: theme.mark)
    }
}
