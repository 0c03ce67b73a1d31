import Library
import Signals

/// The library's changes, delivered on the main queue in order.
///
/// All models hear of a change before the code that asked for it continues, because its answer takes the same way.
@MainActor final class LibraryNews {
    let library: Library
    /// Failures to read or write, reported by models.
    let troubles: Subject<LibraryFailure, Never>

    private let told = Subject<LibraryChange, Never>()
    /// What to do when the library has answered, by the number of the request.
    private var waiting: [Int: @MainActor (MarkOutcome) -> Void] = [:]
    private let scope = ScopedDisposable()

    init(_ library: Library, troubles: Subject<LibraryFailure, Never>) {
        (self.library, self.troubles) = (library, troubles)
        scope.add(library.changes.onMain { [weak self] in self?.pass($0) })
    }

    /// All changes, without the answers to requests.
    var changes: Signal<LibraryChange, Never> { told.signal }

    /// Makes a mark, and passes the outcome to `tell` after all models have heard of it.
    func mark(_ target: MarkTarget, _ mark: Mark, tell: @escaping @MainActor (MarkOutcome) -> Void = { _ in }) {
        waiting[library.mark(target, mark)] = tell
    }

    /// Runs `body` when everything requested so far is written or has failed, and all models have heard of it.
    func whenHeard(_ body: @escaping @MainActor () -> Void) {
        waiting[library.requestReport()] = { _ in body() }
    }

    private func pass(_ change: LibraryChange) {
        guard case .done(let number, let outcome) = change else { return told.send(change) }
        waiting.removeValue(forKey: number)?(outcome)
    }
}
