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
    func mark(_ target: MarkTarget, _ mark: Mark, tell: @escaping @MainActor (MarkOutcome) -> Void) {
        waiting[library.mark(target, mark)] = tell
    }

    /// Runs `body` when everything requested so far is written or has failed, and all models have heard of it.
    func whenHeard(_ body: @escaping @MainActor () -> Void) {
        waiting[library.requestReport()] = { _ in body() }
    }

    /// Reads the library; reports a failure, and returns nil.
    func reporting<Value>(_ value: @autoclosure () throws(LibraryFailure) -> Value) -> Value? {
        do { return try value() } catch {
            troubles.send(error)
            return nil
        }
    }

    private func pass(_ change: LibraryChange) {
        guard case .done(let number, let outcome) = change else { return told.send(change) }
        waiting.removeValue(forKey: number)?(outcome)
    }
}

/// Works off the main queue. New work replaces the work before.
@MainActor final class LatestWork {
    /// Whether work is running.
    @Published private(set) var isUnderWay = false

    // Each has its own queue, so that slow work such as a filter doesn't delay other work.
    private let queue = QueueScheduler(label: "lede.latest-work")
    private let result = SerialDisposable()
    /// Counts the calls that replaced or dropped work.
    private var turn = 0

    /// Starts work, and drops the result of earlier work.
    func begin<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, receive: @escaping @MainActor @Sendable (Result) -> Void
    ) {
        turn += 1
        if !isUnderWay { isUnderWay = true }
        result.hold(
            Signal<Result, Never>.deferred { .just(work()) }
                .subscribe(on: queue)
                .onMain { [weak self, turn] result in
                    receive(result)
                    // Unless more work was started meanwhile.
                    if let self, turn == self.turn, isUnderWay { isUnderWay = false }
                })
    }

    /// Drops the result.
    func drop() {
        turn += 1
        result.release()
        if isUnderWay { isUnderWay = false }
    }
}

/// Queries the library off the main queue. A new query replaces the one before.
@MainActor final class Inquiry {
    private let news: LibraryNews
    private let asking = LatestWork()

    init(_ news: LibraryNews) { self.news = news }

    /// Whether a query is running.
    var isUnderWay: Bool { asking.isUnderWay }
    var isUnderWayToFollow: Property<Bool> { asking.$isUnderWay }

    /// Runs a query in place of the last one. Passes nil, and reports the failure, if the library can't be read.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (Library) throws(LibraryFailure) -> Answer,
        receive: @escaping @MainActor @Sendable (Answer?) -> Void
    ) {
        asking.begin { [library = news.library] in
            Result { () throws(LibraryFailure) in try question(library) }
        } receive: { [news] answer in
            switch answer {
            case .success(let answer): receive(answer)
            case .failure(let failure):
                news.troubles.send(failure)
                receive(nil)
            }
        }
    }

    /// Drops the query's result.
    func drop() { asking.drop() }
}
