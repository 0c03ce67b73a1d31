import Dispatch
import Locks
import SQLite
import Signals

/// Indexes what was stored, bit by bit and in the background.
///
/// Texts are taken out of their HTML on a queue of its own, from a connection that reads; only a finished batch goes to
/// the writer, in a transaction so short that a mark can wait behind it. How far it is stands in the library, so the
/// next process goes on there; of two processes at it the one that finds itself overtaken waits.
final class SearchIndexer: Sendable {
    private enum Step {
        case done
        case overtaken
        case nothingToDo
    }

    private let pool: DatabasePool
    /// Its own, since it takes texts out of their HTML for minutes when a library is new.
    private let queue = DispatchQueue(label: "lede.library.search", qos: .utility)
    private let state = Locked(SearchIndexerState())
    private let caughtUpSubject = Subject<Void, Never>()

    /// Tells that everything is indexed, each time that there was something to do in the background.
    var caughtUp: Signal<Void, Never> { caughtUpSubject.signal }

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// Indexes from now on what is not indexed yet, and what will be stored.
    func begin() {
        state.withLock { $0.isKept = true }
        wake()
    }

    /// Goes to work when nothing has been stored for a moment: storing goes first.
    func wake() {
        if state.withLock({ $0.noteNews() }) { goOn(in: SearchIndexerState.quiet) }
    }

    /// Indexes for so long at most, on the caller's thread.
    func run(for duration: Duration) throws {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end, try step() == .done {}
    }

    private func goOn(in duration: Duration) {
        queue.asyncAfter(deadline: .now() + duration / .seconds(1)) { [weak self] in self?.work() }
    }

    private func work() {
        if let wait = state.withLock({ $0.timeToWait() }) { return goOn(in: wait) }
        // Who can't read or write now may be able to later, and hears why from what the person does.
        switch (try? step()) ?? .nothingToDo {
        case .done:
            state.withLock { $0.hasWorked = true }
            goOn(in: .milliseconds(2))
        case .overtaken: goOn(in: .seconds(2))
        case .nothingToDo: rest()
        }
    }

    private func rest() {
        // Once is enough, and where something was indexed: volumes grow stale in months.
        if state.withLock({ $0.looksForStaleVolume() }), (try? discardStaleVolume()) == true { return goOn(in: .zero) }
        if state.withLock({ $0.goesOn() }) { return goOn(in: SearchIndexerState.quiet) }
        caughtUpSubject.send(())
    }

    /// Has one volume written anew that is half of what is gone, or was changed.
    private func discardStaleVolume() throws -> Bool {
        // It looks at all items once.
        let volume = try pool.read { database in
            try database.withCache(.small) { try database.staleSearchVolume() }
        }
        guard let volume else { return false }
        try pool.write { try $0.discard(volume) }
        return true
    }

    private func step() throws -> Step {
        let size = state.withLock { $0.takeBatch() }
        guard let batch = try pool.read({ try SearchBatch.next(of: size, in: $0) }) else {
            guard try pool.read({ try $0.volumeToMerge() }) != nil else { return .nothingToDo }
            try pool.write { try $0.mergeCompleteVolume() }
            return .done
        }
        var duration = Duration.zero
        let (isIndexed, _) = try pool.write { database in
            let start = ContinuousClock.now
            return (try database.index(batch), start)
        } committed: { _, start in
            // With its end, at which SQLite writes.
            duration = start.duration(to: .now)
        }
        guard isIndexed else { return .overtaken }
        state.withLock { $0.adapt(to: duration, of: batch.size) }
        // In transactions of their own, so that a mark may come between.
        for _ in 1...2 { try pool.write { try $0.merge(batch.volume) } }
        return .done
    }
}

/// When the indexer works, and how much it takes on at once.
struct SearchIndexerState {
    static let quiet = Duration.milliseconds(500)
    /// A refresh that goes on and on is not waited for.
    private static let patience = Duration.seconds(10)
    /// What a transaction should take: half of what a mark may have to wait.
    private static let transaction = Duration.milliseconds(10)

    var isKept = false
    /// Whether there was something to do.
    var hasWorked = false
    private var isRunning = false
    private var hasNews = false
    private var hasLookedForStaleVolume = false
    private var lastNews = ContinuousClock.now
    private var waitingSince: ContinuousClock.Instant?
    /// In bytes of text.
    private var batchSize = 50_000

    /// Notes that something was stored, and tells whether work has to be begun.
    mutating func noteNews() -> Bool {
        guard isKept else { return false }
        lastNews = .now
        hasNews = true
        defer { isRunning = true }
        return !isRunning
    }

    mutating func timeToWait() -> Duration? {
        let wait = lastNews + Self.quiet - .now
        let since = waitingSince ?? .now
        guard wait > .zero, since.duration(to: .now) < Self.patience else {
            if wait <= .zero { waitingSince = nil }
            return nil
        }
        waitingSince = since
        return wait
    }

    mutating func takeBatch() -> Int {
        hasNews = false
        return batchSize
    }

    mutating func adapt(to duration: Duration, of size: Int) {
        // A small batch says more about what a transaction costs than about its texts.
        guard size > batchSize / 2 else { return }
        let factor = min(max(Self.transaction / max(duration, .microseconds(1)), 0.5), 1.5)
        batchSize = min(max(Int(Double(batchSize) * factor), 10_000), 1_000_000)
    }

    mutating func looksForStaleVolume() -> Bool {
        guard hasWorked, !hasLookedForStaleVolume else { return false }
        hasLookedForStaleVolume = true
        return true
    }

    /// Whether something came since the look that found nothing.
    mutating func goesOn() -> Bool {
        isRunning = hasNews
        return isRunning
    }
}
