import Dispatch
import Locks
import SQLite
import Signals

/// Indexes stored items step by step in the background.
///
/// A separate queue extracts texts from HTML with a reading connection. Only a finished batch goes to the writer, in a
/// transaction so short that a mark can wait for it. The library stores the progress, so the next process continues
/// there; of two processes, one notices that it was overtaken and waits.
final class SearchIndexer: Sendable {
    private enum Step {
        case done
        case overtaken
        case nothingToDo
    }

    private let pool: DatabasePool
    /// A queue of its own, since it extracts texts from HTML for minutes in a new library.
    private let queue = DispatchQueue(label: "lede.library.search", qos: .utility)
    private let state = Locked(SearchIndexerState())
    private let caughtUpSubject = Subject<Void, Never>()

    /// Reports that everything is indexed, each time that there was background work.
    var caughtUp: Signal<Void, Never> { caughtUpSubject.signal }

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// Indexes everything that is missing now, and everything that is stored later.
    func begin() {
        state.withLock { $0.isKept = true }
        wake()
    }

    /// Starts when nothing was stored for a moment: storing goes first.
    func wake() {
        if state.withLock({ $0.recordNews() }) { goOn(in: SearchIndexerState.quiet) }
    }

    /// Indexes for at most this long, on the caller's thread. Returns whether there may be more to do.
    func run(for duration: Duration) throws -> Bool {
        let end = ContinuousClock.now + duration
        while try step() == .done { if ContinuousClock.now >= end { return true } }
        return false
    }

    private func goOn(in duration: Duration) {
        queue.asyncAfter(deadline: .now() + duration / .seconds(1)) { [weak self] in self?.work() }
    }

    private func work() {
        if let wait = state.withLock({ $0.timeToWait() }) { return goOn(in: wait) }
        // A failed read or write may work later, and user actions report the reason.
        switch (try? step()) ?? .nothingToDo {
        case .done:
            state.withLock { $0.hasWorked = true }
            goOn(in: .milliseconds(2))
        case .overtaken: goOn(in: .seconds(2))
        case .nothingToDo: rest()
        }
    }

    private func rest() {
        if state.withLock({ $0.looksForStaleVolume() }), (try? discardStaleVolume()) == true {
            state.withLock { $0.looksAgainForStaleVolume() }
            return goOn(in: .zero)
        }
        if state.withLock({ $0.goesOn() }) { return goOn(in: SearchIndexerState.quiet) }
        caughtUpSubject.send(())
    }

    /// Rebuilds a volume if more than a third of it is deleted or changed items.
    private func discardStaleVolume() throws -> Bool {
        // It reads all items once.
        let volume = try pool.read { database in
            try database.withCache(.small) { try database.staleSearchVolume() }
        }
        guard let volume else { return false }
        try pool.write { try $0.discard(volume) }
        return true
    }

    private func step() throws -> Step {
        let size = state.withLock { $0.beginBatch() }
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
            // Includes the commit, when SQLite writes.
            duration = start.duration(to: .now)
        }
        guard isIndexed else { return .overtaken }
        state.withLock { $0.adapt(to: duration, of: batch.size) }
        // In separate transactions, so that a mark can come between.
        for _ in 1...2 { try pool.write { try $0.merge(batch.volume) } }
        return .done
    }
}

/// When the indexer works, and how much at once.
struct SearchIndexerState {
    static let quiet = Duration.milliseconds(500)
    /// An endless refresh doesn't delay it.
    private static let patience = Duration.seconds(10)
    /// The desired time of a transaction: half of what a mark may have to wait.
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

    /// Notes that something was stored; returns whether to start work.
    mutating func recordNews() -> Bool {
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

    mutating func beginBatch() -> Int {
        hasNews = false
        return batchSize
    }

    mutating func adapt(to duration: Duration, of size: Int) {
        // The time of a small batch depends more on the transaction than on its texts.
        guard size > batchSize / 2 else { return }
        let factor = min(max(Self.transaction / max(duration, .microseconds(1)), 0.5), 1.5)
        batchSize = min(max(Int(Double(batchSize) * factor), 10_000), 1_000_000)
    }

    /// Once is enough, and only after indexing: volumes become outdated over months.
    mutating func looksForStaleVolume() -> Bool {
        guard hasWorked, !hasLookedForStaleVolume else { return false }
        hasLookedForStaleVolume = true
        return true
    }

    /// After one was rebuilt. One at a time, because searches lack its texts meanwhile.
    mutating func looksAgainForStaleVolume() { hasLookedForStaleVolume = false }

    /// Whether something was stored since the look that found nothing.
    mutating func goesOn() -> Bool {
        isRunning = hasNews
        return isRunning
    }
}
