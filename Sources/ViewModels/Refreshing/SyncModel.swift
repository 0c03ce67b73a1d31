package import Dispatch
import FoundationEssentials
package import Library
package import Signals
import Subscriptions
import Syncing
import System
import URLs

/// The syncs with feed servers and a shared folder: after marks, with each refresh, and when the reader ends.
@MainActor package final class SyncModel {
    /// How far the library and the servers agree.
    package enum Agreement: Equatable, Sendable {
        case agreed
        /// How many changes the servers don't have yet; 0 before the first sync.
        case behind(Int)
        /// The last sync failed, or the user has to decide something.
        case failed
    }

    /// How many items a long sync has taken so far, and of how many if that is known.
    package struct Progress: Equatable, Sendable {
        package let done: Int
        package let total: Int?
    }

    /// Nil without feed servers.
    @Published package private(set) var agreement: Agreement?
    @Published package private(set) var isRunning = false
    /// Nil when no sync runs, and for short ones.
    @Published package private(set) var progress: Progress?
    /// The accounts as the library last knew them.
    @Published package private(set) var accounts: [Account] = []
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
    /// What the running sync, or the last one, has done with each account.
    private var counts: [AccountKey: SyncCounts] = [:]
    private var isTelling = false
    private var arrivals: (key: AccountKey, watch: ArrivalWatch)?
    private let reading = SerialDisposable()
    private var isReading = false
    /// How to read the folder again once it is read, because something came meanwhile.
    private var nextReading: (key: AccountKey, isInsisting: Bool)?
    /// What to call an account.
    var name: @MainActor (AccountKey) -> String = { $0.url.shownAddress }
    private let scope = ScopedDisposable()

    init(_ syncer: Syncer?, _ news: LibraryNews) {
        self.syncer = syncer
        self.news = news
        looking = Inquiry(news)
        scope.add(news.changes.filter { $0 == .subscriptions }.onMain { [weak self] _ in self?.update() })
        scope.add(
            news.changes.filter(\.mayNeedSending)
                // Without servers, marks must not set timers.
                .filter { [weak self] _ in MainQueue.assume { self?.hasAccounts == true } }
                .debounce(for: Self.pauseAfterMark, on: .main).onMain { [weak self] _ in self?.start(.sending) })
    }

    private static let pauseAfterMark = Duration.seconds(2)

    /// The reasons of failed syncs that the user has asked for, and new titles that were lost.
    var failures: Signal<String, Never> { failuresSubject.signal }

    /// New items of the last sync.
    var newItems: Int { counts.values.reduce(0) { $0 + $1.newItems } }

    /// Whether the urls file names feed servers, or the config a folder.
    var hasAccounts: Bool { syncer?.settings.accounts.isEmpty == false }

    /// A folder needs no network.
    private var accountsInReach: Set<AccountKey> {
        let keys = syncer?.settings.accounts.map(\.key) ?? []
        return Set(isSwitchedOff() ? keys.filter(\.isFolder) : keys)
    }

    /// Whether only a shared folder is synced, and no server.
    var isOfFolderOnly: Bool { syncer?.settings.accounts.allSatisfy(\.key.isFolder) == true }

    /// Syncs all accounts. With `insisting`, also those whose last sync failed a moment ago, and tells of failures.
    func start(_ extent: SyncExtent, insisting: Bool = false) {
        guard let syncer, !accountsInReach.isEmpty else { return }
        guard !isRunning else {
            let isEverything = extent == .everything || next?.extent == .everything
            return next = (isEverything ? .everything : .sending, insisting || next?.isInsisting == true)
        }
        if extent == .everything { lastSync = Date() }
        isRunning = true
        counts = [:]
        run.hold(
            syncer.sync(accountsInReach, extent, insisting: insisting).deliver(on: .main).subscribe {
                [weak self] event in
                MainQueue.assume { self?.handle(event, insisting: insisting) }
            })
    }

    private func handle(_ event: Event<SyncEvent, Never>, insisting: Bool) {
        switch event {
        case .next(.ended(let key, let outcome)):
            counts[key] = outcome.counts
            if insisting, let reason = outcome.obstacle { failuresSubject.send("\(name(key)): \(reason)") }
            let titles = outcome.counts.overruledTitles
            if titles > 0 { failuresSubject.send("\(titles.counted("new title")) on \(name(key)) replaced by yours") }
        case .next(.progress(let key, let counts)):
            self.counts[key] = counts
            tellSoon()
        case .next(.began): break
        case .completed:
            (isRunning, progress) = (false, nil)
            update()
            guard let next else { return }
            self.next = nil
            start(next.extent, insisting: next.isInsisting)
        }
    }

    /// The screen shows few steps of the progress, and none of a short sync.
    private static let moment = DispatchTimeInterval.milliseconds(300)
    private static let least = 100

    private func tellSoon() {
        if isTelling { return }
        isTelling = true
        MainQueue.async(after: Self.moment) { [weak self] in
            guard let self else { return }
            isTelling = false
            guard isRunning else { return }
            let progress = Progress(counts.values)
            if max(progress.done, progress.total ?? 0) >= Self.least, progress != self.progress {
                self.progress = progress
            }
        }
    }

    /// Reads what other devices write into the shared folder, soon after it has arrived.
    package func watchFolder() {
        let key = syncer?.settings.accounts.map(\.key).first(where: \.isFolder)
        guard key != arrivals?.key else { return }
        arrivals = key.map { key in
            let watch = ArrivalWatch(in: key.url, of: news.library) { [weak self] isBack in
                MainQueue.async { self?.readFolder(key, insisting: isBack) }
            }
            return (key, watch)
        }
    }

    func readFolder(_ key: AccountKey, insisting: Bool) {
        guard let syncer, arrivals?.key == key else { return }
        guard !isReading else { return nextReading = (key, insisting || nextReading?.isInsisting == true) }
        isReading = true
        reading.hold(
            syncer.sync([key], .everything, insisting: insisting).deliver(on: .main).subscribe { [weak self] event in
                guard case .completed = event else { return }
                MainQueue.assume { self?.endReading() }
            })
    }

    private func endReading() {
        update()
        isReading = false
        guard let nextReading else { return }
        self.nextReading = nil
        readFolder(nextReading.key, insisting: nextReading.isInsisting)
    }

    /// Looks again how far the library and the servers agree.
    func update() {
        guard hasAccounts else { return (agreement, accounts) = (nil, []) }
        looking.ask { library throws(LibraryFailure) in
            try library.accounts()
        } receive: { [weak self] accounts in
            guard let self, let accounts else { return }
            if accounts != self.accounts { self.accounts = accounts }
            let agreement = Agreement(accounts)
            if agreement != self.agreement { self.agreement = agreement }
        }
    }

    func stop() {
        next = nil
        reading.release()
        (isReading, nextReading) = (false, nil)
        run.release()
        (isRunning, progress) = (false, nil)
    }

    /// Sends what the servers don't have yet, for a moment at most. For the end of the reader.
    package func sendLast(within time: DispatchTimeInterval = .seconds(3)) {
        stop()
        arrivals = nil
        guard let syncer, !accountsInReach.isEmpty else { return }
        let unsent = (try? news.library.accounts())?.contains { $0.unsentMarks + $0.unsentChanges > 0 }
        guard unsent == true else { return }
        let end = DispatchSemaphore(value: 0)
        let run = syncer.sync(accountsInReach, .sending).subscribe { event in
            if case .completed = event { end.signal() }
        }
        _ = end.wait(timeout: .now() + time)
        run.dispose()
    }
}

extension SyncModel.Progress {
    fileprivate init(_ counts: some Collection<SyncCounts>) {
        let totals = counts.map(\.expected)
        self.init(
            done: counts.reduce(0) { $0 + $1.received },
            total: totals.contains(nil) ? nil : totals.compactMap(\.self).reduce(0, +))
    }
}

extension SyncOutcome {
    /// Why an account wasn't synced, in words; nil if it was, or if somebody stopped it.
    fileprivate var obstacle: String? {
        switch self {
        case .leftOut(.waiting(let date?, isToldToWait: true)):
            "its server asked lede to wait until \(LocalTime(minuteAfter: date).brief(at: Date()))"
        case .leftOut(.anotherLede): "another lede is syncing it"
        case .leftOut(.waiting), .leftOut(.stopped), .leftOut(.unknown), .done, .failed, .failedHere: failure
        }
    }
}

extension SyncModel.Agreement {
    fileprivate init(_ accounts: [Account]) {
        let unsent = accounts.reduce(0) { $0 + $1.unsentMarks + $1.unsentChanges }
        if accounts.contains(where: \.isTroubled) {
            self = .failed
        } else {
            self = accounts.allSatisfy(\.isInAgreement) ? .agreed : .behind(unsent)
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
