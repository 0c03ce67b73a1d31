import Configuration
import FoundationEssentials
import Library
import Signals
import Terminal
import Typesetting
import ViewModels

/// The queue of episodes: what plays, titles, feeds, and where each stopped. Heard ones are dim.
struct EpisodesView: ScreenView {
    static let (helpHeading, plural) = ("in the queue of episodes", "episodes")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.open, does: "play the episode from where it stopped"),
        FirstKey(.pausePlaying, does: "pause, or go on"),
        FirstKey(.openNotes, does: "open its notes"),
        .goBack
    ]
    let model: ReaderModel

    private var queue: EpisodesScreen { model.screens.episodes }

    func follow(by schedule: PaintSchedule) {
        schedule.follow(queue.$episodes)
        schedule.follow(queue.$downloadedBytes)
        schedule.follow(queue.$cursor)
    }

    func fit(to canvas: Canvas) { queue.fit(canvas.rows) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        let episodes = queue.episodes
        if episodes.isEmpty {
            let text = "No episodes: \(model.session.pressing(.enqueue)) on an item with an audio or video file."
            return ScreenMessage.write(text, atTopOf: canvas, style: theme.hint)
        }
        let playing = model.actions.listening.item
        let progress = model.actions.downloading.progress
        canvas.drawRows(of: queue.cursor, isFocused: isFocused) { index, isSelected, canvas in
            let episode = episodes[index]
            let style = episode.item.isHeard ? theme.read : .plain
            let row = theme.row(isSelected: isSelected, base: style)
            row.fill(canvas)
            if episode.id == playing { canvas.write("▸", row: 0, column: 1, style: row.style(theme.mark)) }
            let size =
                canvas.columns < 60 || progress[episode.id] != nil ? nil : episode.bytes.map { "\(ByteCount($0))" }
            let states = [episode.fileWords(progress[episode.id]), size ?? "", episode.placeWords]
            let end = canvas.write(
                states.filter { !$0.isEmpty }.joined(separator: " · ").truncated(toCells: canvas.columns / 2), row: 0,
                endingAt: canvas.columns - 1, style: row.style(theme.hint))
            let titleEnd = canvas.write(
                CleanText.line(episode.item.displayTitle), row: 0, column: 3, style: row.style(style), limit: end - 5)
            canvas.write(
                CleanText.line(episode.feedName), row: 0, column: titleEnd + 2, style: row.style(theme.hint),
                limit: end - titleEnd - 4)
        }
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? { ScrollBar(on: canvas, of: queue.cursor) }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let row = queue.cursor.row(under: event, on: canvas) else { return false }
        queue.choose(row)
        return true
    }
}

// Words.
extension EpisodesView {
    var title: String { "episodes" }
    var titleRemark: String? {
        queue.downloadedBytes > 0 ? "files of \(ByteCount(queue.downloadedBytes))" : nil
    }
    var windowTitle: String? { "Episodes" }
    var summary: String { queue.episodes.isEmpty ? "" : String(row: queue.cursor.row + 1, of: queue.cursor.count) }
    var hinted: [HintedOperation] {
        [
            HintedOperation(.open, "play"), HintedOperation(.openNotes, "notes"),
            HintedOperation(.download, "download"),
            HintedOperation(.dequeue, "remove"), HintedOperation(.toggleHeard, "heard"), HintedOperation(.back, "back"),
            HintedOperation(.help, "keys")
        ]
    }
}
