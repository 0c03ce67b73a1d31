package import Library
package import Signals
import Subscriptions
import System

/// The queue of episodes, in its order.
@MainActor package final class EpisodesScreen: ReaderPart, ScreenModel, CursorList {
    unowned let reader: ReaderModel
    let screen = Screen.episodes
    @Published package private(set) var episodes: [Episode] = []
    /// The room that downloaded files take up, in bytes.
    @Published package private(set) var downloadedBytes = 0
    @Published package private(set) var cursor = ListCursor()
    private let reading: Inquiry

    init(_ reader: ReaderModel) {
        self.reader = reader
        reading = Inquiry(reader.session.news)
    }

    /// Shows the queue, once all changes so far are written.
    func show() {
        session.change("Loading the queue") { [news = session.news, weak reader] finish in
            news.whenHeard {
                reader?.screens.episodes.read { reader?.backStack.go(to: .episodes) }
                finish()
            }
        }
    }

    /// Reads the queue again while it is shown.
    func follow(_ change: LibraryChange) {
        guard reader.backStack.path.contains(screen) else { return }
        switch change {
        case .episodes, .marked, .marks, .restored, .rewritten, .subscriptions: read()
        case .feed, .queries, .query, .pages, .newItems, .done: break
        }
    }

    /// Reads the queue off the main queue, as it may be long. The cursor stays on its episode.
    private func read(then: @escaping @MainActor @Sendable () -> Void = {}) {
        let folder = DownloadSettings(session.config, session.paths).folder
        reading.ask { library throws(LibraryFailure) in
            (try library.episodes(), try library.downloadedBytes(in: folder))
        } receive: { [weak self] answer in
            guard let self, let answer else { return }
            if downloadedBytes != answer.1 { downloadedBytes = answer.1 }
            show(answer.0)
            then()
        }
    }

    private func show(_ episodes: [Episode]) {
        let chosen = selected?.id
        if self.episodes != episodes { self.episodes = episodes }
        var cursor = cursor
        cursor.count = episodes.count
        if let row = episodes.firstIndex(where: { $0.id == chosen }) { cursor.move(to: row) }
        if cursor != self.cursor { self.cursor = cursor }
    }

    package var selected: Episode? { episodes.indices.contains(cursor.row) ? episodes[cursor.row] : nil }

    /// Sets the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.height != height { cursor.height = height }
    }

    /// Moves to the row under the mouse.
    package func choose(_ row: Int) { go(toRow: row) }

    var content: any Scrollable { self }
    func moveCursor(_ change: (inout ListCursor) -> Void) { change(&cursor) }

    var item: Item? { selected?.item }
    var article: Article? { reader.article(of: item) }
    func isOfRow(_ operation: Operation) -> Bool { operation.isOfItem }

    func open() {
        if let selected { reader.actions.listening.play(selected) }
    }
}

// Changing the queue.
extension EpisodesScreen {
    func dequeue() {
        guard let item = reader.here.item, item.isQueued else {
            return session.status = .refused("This item isn't in the queue of episodes")
        }
        reader.items.mark(item, .unqueued)
        session.status = .done("Took “\(item.displayTitle)” out of the queue (\(session.key(.undo)) to undo)")
    }

    func toggleHeard() {
        guard let item = reader.here.item else { return }
        reader.items.mark(item, item.isHeard ? .unheard : .heard)
        session.status = .done(item.isHeard ? "Marked not heard" : "Marked heard")
    }

    /// Takes all heard episodes out of the queue.
    func clearHeard() {
        let heard = ItemSet(episodes.filter(\.item.isHeard).map(\.id))
        if heard.isEmpty { return session.status = .refused("No heard episodes in the queue") }
        session.library.mark(.items(heard), .unqueued)
        session.status = .done(
            "Took \(heard.count.counted("heard episode")) out of the queue (\(session.key(.undo)) to undo)")
    }

    /// Moves the episode at the cursor in the queue, at once on the screen.
    func moveEpisode(by steps: Int) {
        guard let selected, reader.screen == screen else { return }
        let row = min(max(cursor.row + steps, 0), episodes.count - 1)
        var moved = episodes
        moved.insert(moved.remove(at: cursor.row), at: row)
        episodes = moved
        moveCursor { $0.move(to: row) }
        session.library.moveEpisode(selected.id, by: steps)
    }
}

extension Episode {
    /// What has become of its file: “34% of 52 MB, 2 min”.
    package func fileWords(_ progress: Downloading.Progress? = nil) -> String {
        if item.isHeard { return "heard" }
        if let progress {
            guard let total = progress.total, total > 0 else { return "\(ByteCount(progress.bytes))…" }
            let rest = progress.minutes.map { ", \($0) min" } ?? ""
            return "\(min(100, 100 * progress.bytes / total))% of \(ByteCount(total))\(rest)"
        }
        return switch download.stage {
        case .wanted: download.failure.map { "waiting: \($0)" } ?? "to download"
        case .paused: "paused"
        case .failed: "failed: \(download.failure ?? "unknown reason")"
        case .kept: "ready"
        case .unwanted: ""
        }
    }

    /// Where it stopped, and how long it is: “12:34 of 1:02:03”.
    package var placeWords: String {
        let length = duration.map { PlayingTime(milliseconds: $0).description }
        if position == 0 { return length ?? "" }
        let place = PlayingTime(milliseconds: position)
        return length.map { "\(place) of \($0)" } ?? "at \(place)"
    }

    /// As far as anybody has said.
    package var bytes: Int? { download.total ?? announcedBytes }
}
