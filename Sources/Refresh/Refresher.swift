import Dispatch
import FoundationEssentials
import HTTP
package import Library
import Locks
package import Signals

/// Fetches, parses and stores many feeds at once.
package final class Refresher: Sendable {
    let collector: Collector
    let library: Library
    let leases: Leases
    /// Decides with the library which feeds may be fetched, and takes, renews and ends leases. A separate queue,
    /// because all of that waits for the writer, and its order decides who has a lease.
    let admission = DispatchQueue(label: "lede.refresh.admission")
    /// Waits for room. A separate queue, because its thread waits for most of a refresh: one thread, not one per feed.
    let feeder = DispatchQueue(label: "lede.refresh.feeder")
    let parsing = Lanes()
    let deliveries: Deliveries
    let traffic = Traffic()
    /// The memory of documents, from their first byte until they are stored.
    let budget = MemoryBudget()
    let backlog = ParsedBacklog()
    private let currentSettings: Locked<RefreshSettings>

    package init(library: Library, settings: RefreshSettings) {
        self.library = library
        leases = Leases(in: library, renewedOn: admission)
        deliveries = Deliveries(to: library)
        // Every request has its own options, with another user agent and other limits.
        collector = Collector(client: Client(userAgent: "lede", budget: budget), lanes: parsing)
        currentSettings = Locked(settings)
    }

    /// May be changed at any time. Running fetches continue with the old settings.
    package var settings: RefreshSettings {
        get { currentSettings.withLock { $0 } }
        set { currentSettings.withLock { $0 = newValue } }
    }

    /// Starts a refresh for each subscriber, and completes when every feed is finished.
    ///
    /// A feed that is already being fetched isn't fetched twice: all of its refreshes get the result. With `insisting`,
    /// feeds are fetched that would otherwise be skipped. Disposing of the subscription stops the refresh: it keeps
    /// what has come and fetches nothing more.
    package func refresh(_ feeds: [Feed], insisting: Bool = false) -> Signal<RefreshEvent, Never> {
        // Those of a server are fetched there.
        let feeds = feeds.filter { $0.account == nil }
        return Signal { [self] observer in
            let run = RefreshRun(feeds, observer) { self.clearFailures($0) }
            admission.async { self.admit(feeds, to: run, insisting: insisting) }
            return ActionDisposable { self.stop(run) }
        }
    }

    /// Clears the failure of these feeds.
    private func clearFailures(_ feeds: [FeedID]) {
        // If the library can't write, they wait longer.
        if !feeds.isEmpty { try? library.clearFailures(feeds, at: Date()) }
    }

    /// Waits until everything that has come is stored. For the end of a program that has stopped its refreshes.
    package func drain() {
        admission.sync {}
        traffic.waitForAsked()
        // Cancelled fetches end their leases there.
        admission.sync {}
    }
}
