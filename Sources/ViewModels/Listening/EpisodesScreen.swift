package import Library
package import Signals
import System

/// The queue of episodes, in its order.
@MainActor package final class EpisodesScreen: ReaderPart, ScreenModel, CursorList {
    unowned let reader: ReaderModel
    let screen = Screen.episodes
    @Published package private(set) var episodes: [Episode] = []
    @Published package private(set) var cursor = ListCursor()
    private let reading: Inquiry

    init(_ reader: ReaderModel) {
        self.reader = reader
        reading = Inquiry(reader.session.news)
    }

    /// Shows the queue, once all changes so far are written.
    func show() {
        session.change("Loading the queue") { [news = session.news, weak self] finish in
            news.whenHeard {
                self?.read { self?.reader.backStack.go(to: .episodes) }
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
        reading.ask { library throws(LibraryFailure) in
            try library.episodes()
        } receive: { [weak self] episodes in
            guard let self, let episodes else { return }
            show(episodes)
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
    func move(by steps: Int) {
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
    /// What becomes of it: where it stopped, or whether it was heard, and its file.
    package var stateWords: String {
        if item.isHeard { return "heard" }
        let length = duration.map { PlayingTime(milliseconds: $0).description }
        if position > 0 {
            let place = PlayingTime(milliseconds: position)
            return length.map { "\(place) of \($0)" } ?? "at \(place)"
        }
        switch download.stage {
        case .wanted: return "to download"
        case .paused: return "download paused"
        case .failed: return "failed: \(download.failure ?? "unknown reason")"
        case .kept, .unwanted: return length ?? ""
        }
    }
}
