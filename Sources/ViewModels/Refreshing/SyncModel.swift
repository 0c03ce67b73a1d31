package import Dispatch
import FoundationEssentials
import Library
import MainQueue
package import Signals
import Subscriptions
import Syncing

/// The syncs with feed servers: after marks, with each refresh, and when the reader ends.
@MainActor package final class SyncModel {
    /// How far the library and the servers agree.
    package enum Agreement: Equatable, Sendable {
        case agreed
        /// How many changes the servers don't have yet; 0 before the first sync.
        case behind(Int)
        /// The last sync failed.
        case failed
    }

    /// Nil without feed servers.
    @Published package private(set) var agreement: Agreement?
    @Published package private(set) var isRunning = false
    /// When the last sync with everything began.
    private(set) var lastSync = Date.distantPast
    /// Whether the user is offline, so that nothing is synced.
    var isSwitchedOff: @MainActor () -> Bool = { false }

    private let syncer: Syncer?
    private let news: LibraryNews
    private let looking: Inquiry
    private let run = SerialDisposable()
    /// What to do once the running sync has ended.
    private var next: (extent: SyncExtent, isInsisting: Bool)?
    private let failuresSubject = Subject<String, Never>()
    private let scope = ScopedDisposable()

    init(_ syncer: Syncer?, _ news: LibraryNews) {
        self.syncer = syncer
        self.news = news
        looking = Inquiry(news)
        scope.add(
            news.changes.filter(\.mayNeedSending)
                // Without servers, marks must not set timers.
                .filter { [weak self] _ in MainQueue.assume { self?.agreement != nil } }
                .debounce(for: Self.pauseAfterMark, on: .main).onMain { [weak self] _ in self?.start(.sending) })
    }

    private static let pauseAfterMark = Duration.seconds(2)

    /// The reasons of failed syncs that the user has asked for.
    var failures: Signal<String, Never> { failuresSubject.signal }

    /// Whether the urls file names feed servers.
    var hasAccounts: Bool { syncer?.settings.accounts.isEmpty == false }

    /// Syncs all accounts. With `insisting`, also those whose last sync failed a moment ago, and tells of failures.
    func start(_ extent: SyncExtent, insisting: Bool = false) {
        guard let syncer, hasAccounts, !isSwitchedOff() else { return }
        guard !isRunning else {
            let isEverything = extent == .everything || next?.extent == .everything
            return next = (isEverything ? .everything : .sending, insisting || next?.isInsisting == true)
        }
        if extent == .everything { lastSync = Date() }
        isRunning = true
        run.hold(
            syncer.sync(nil, extent, insisting: insisting).deliver(on: .main).subscribe { [weak self] event in
                MainQueue.assume { self?.handle(event, insisting: insisting) }
            })
    }

    private func handle(_ event: Event<SyncEvent, Never>, insisting: Bool) {
        switch event {
        case .next(.ended(let key, let outcome)):
            if insisting, let failure = outcome.failure { failuresSubject.send("\(key.url): \(failure)") }
        case .next: break
        case .completed:
            isRunning = false
            update()
            guard let next else { return }
            self.next = nil
            start(next.extent, insisting: next.isInsisting)
        }
    }

    /// Looks again how far the library and the servers agree.
    func update() {
        guard hasAccounts else { return agreement = nil }
        looking.ask { library throws(LibraryFailure) in
            Agreement(try library.accounts())
        } receive: { [weak self] agreement in
            if let self, let agreement, agreement != self.agreement { self.agreement = agreement }
        }
    }

    func stop() {
        next = nil
        run.release()
        isRunning = false
    }

    /// Sends what the servers don't have yet, for a moment at most. For the end of the reader.
    package func sendLast(within time: DispatchTimeInterval = .seconds(3)) {
        stop()
        guard let syncer, hasAccounts, !isSwitchedOff() else { return }
        let unsent = (try? news.library.accounts())?.contains { $0.unsentMarks + $0.unsentChanges > 0 }
        guard unsent == true else { return }
        let end = DispatchSemaphore(value: 0)
        let run = syncer.sync(nil, .sending).subscribe { event in
            if case .completed = event { end.signal() }
        }
        _ = end.wait(timeout: .now() + time)
        run.dispose()
    }
}

extension SyncModel.Agreement {
    fileprivate init(_ accounts: [Account]) {
        let unsent = accounts.reduce(0) { $0 + $1.unsentMarks + $1.unsentChanges }
        if accounts.contains(where: { $0.failures > 0 }) {
            self = .failed
        } else {
            let isNew = accounts.contains { $0.lastSuccess == nil }
            self = unsent > 0 || isNew ? .behind(unsent) : .agreed
        }
    }
}

extension LibraryChange {
    /// Whether a server may have to hear of it.
    fileprivate var mayNeedSending: Bool {
        switch self {
        case .marked, .restored, .marks, .subscriptions: true
        default: false
        }
    }
}
