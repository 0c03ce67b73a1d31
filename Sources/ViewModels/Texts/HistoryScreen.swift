package import Library
package import Signals
import System

/// The undo history, latest change first. The user can go back to any point of it, and forward again.
@MainActor package final class HistoryScreen: ReaderPart, ScreenModel, CursorList {
    unowned let reader: ReaderModel
    let screen = Screen.history
    @Published package private(set) var steps: [Step] = []
    @Published package private(set) var cursor = ListCursor()
    /// The step for which Enter has to be pressed again.
    private var asked: Int64?

    /// The journal keeps this many steps.
    private static let mostSteps = 1000

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// The row of the user's latest change that isn't undone.
    package var current: Int? { steps.firstIndex { !$0.isUndone && $0.action.isOfUser } }

    /// Shows the history, once all changes so far are written.
    func show() {
        session.change("Loading the history") { [news = session.news, weak self] finish in
            news.whenHeard {
                self?.showSteps()
                finish()
            }
        }
    }

    private func showSteps() {
        guard read() else { return }
        if steps.isEmpty { return session.status = .done("No changes to undo yet") }
        cursor.move(to: current ?? steps.count - 1)
        reader.backStack.go(to: screen)
    }

    /// Sets the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.height != height { cursor.height = height }
    }

    /// Reads the history again. The cursor stays on its step.
    private func read() -> Bool {
        let chosen = selected?.id
        guard let read = session.news.reporting(try session.library.journal(limit: Self.mostSteps)) else {
            return false
        }
        steps = read
        asked = nil
        cursor.count = steps.count
        if let row = steps.firstIndex(where: { $0.id == chosen }) { cursor.move(to: row) }
        return true
    }

    /// Updates the history while it is shown.
    func update() {
        if reader.backStack.screen == screen { _ = read() }
    }

    private var selected: Step? { steps.indices.contains(cursor.row) ? steps[cursor.row] : nil }

    /// Moves to the row under the mouse.
    package func choose(_ row: Int) { go(toRow: row) }

    var content: any Scrollable { self }

    func moveCursor(_ change: (inout ListCursor) -> Void) {
        asked = nil
        change(&cursor)
    }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .undo: current != nil
        case .showLinks: false
        case .redo: steps.contains { $0.isUndone && $0.action.isOfUser }
        default: nil
        }
    }

    /// Undoes or redoes everything up to the step at the cursor. The first call only says what the second one will do.
    func open() {
        guard let step = selected else { return }
        guard step.action != .ruled else {
            return session.status = .refused(
                "Rules made this change (\(session.key(.undoRules)) to undo the last change by rules)")
        }
        guard step.action.isOfUser else { return session.status = .refused("A sync made this change") }
        let back = !step.isUndone
        let way = steps.filter { other in
            other.action.isOfUser && other.isUndone != back && (back ? other.id > step.id : other.id <= step.id)
        }
        guard !way.isEmpty else { return session.status = .done("You are already at this step") }
        guard asked == step.id else {
            asked = step.id
            return session.status = .done(
                "Press \(session.key(.open)) again to \(back ? "undo" : "redo") \(way.count.counted("step"))")
        }
        reader.actions.undoing.perform(way.count, undone: back) { [weak self] in self?.update() }
    }
}
