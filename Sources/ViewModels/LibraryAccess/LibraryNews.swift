import Library
import Signals

/// What the library tells, heard on the main queue in the order in which it happened.
///
/// Everybody hears of a change before what was asked for by its number goes on: there is no second way from the writer to here.
@MainActor final class LibraryNews {
    let library: Library
    /// Where models tell what they could not read or write.
    let troubles: Subject<LibraryFailure, Never>

    private let told = Subject<LibraryChange, Never>()
    /// What waits for what was asked for by a number.
    private var waiting: [Int: @MainActor (MarkOutcome) -> Void] = [:]
    private let scope = ScopedDisposable()

    init(_ library: Library, troubles: Subject<LibraryFailure, Never>) {
        (self.library, self.troubles) = (library, troubles)
        scope.add(library.changes.onMain { [weak self] in self?.pass($0) })
    }

    /// All of it but what was asked for by a number.
    var changes: Signal<LibraryChange, Never> { told.signal }

    /// Makes a mark, and tells what it changed once everybody has heard of it.
    func mark(_ target: MarkTarget, _ mark: Mark, tell: @escaping @MainActor (MarkOutcome) -> Void = { _ in }) {
        waiting[library.mark(target, mark)] = tell
    }

    /// Does something once everything asked for so far is written, or can't be, and everybody has heard of it.
    func whenHeard(_ body: @escaping @MainActor () -> Void) {
        waiting[library.askToHear()] = { _ in body() }
    }

    private func pass(_ change: LibraryChange) {
        guard case .done(let number, let outcome) = change else { return told.send(change) }
        waiting.removeValue(forKey: number)?(outcome)
    }
}
