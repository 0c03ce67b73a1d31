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
    /// Asks the library which feeds may be fetched, and takes, renews and ends leases. It is a queue of its own since all of
    /// that waits for the writer, and its order decides who has a lease.
    let admission = DispatchQueue(label: "lede.refresh.admission")
    /// Waits for room. It is a queue of its own since its thread waits for most of a refresh: one thread, and not one a feed.
    let feeder = DispatchQueue(label: "lede.refresh.feeder")
    let parsing = Lanes()
    let deliveries: Deliveries
    let traffic = Traffic()
    /// What documents may take, from their first byte on to when they are stored.
    let budget = MemoryBudget()
    let backlog = ParsedBacklog()
    private let currentSettings: Locked<RefreshSettings>

    package init(library: Library, settings: RefreshSettings) {
        self.library = library
        leases = Leases(in: library, renewedOn: admission)
        deliveries = Deliveries(to: library)
        // Every request has options of its own, which name another agent and other limits.
        collector = Collector(client: Client(userAgent: "lede", budget: budget), lanes: parsing)
        currentSettings = Locked(settings)
    }

    /// May be changed at any time; what is under way goes on as it began.
    package var settings: RefreshSettings {
        get { currentSettings.withLock { $0 } }
        set { currentSettings.withLock { $0 = newValue } }
    }

    /// Starts a refresh for each subscriber, which completes when every feed has been dealt with.
    ///
    /// A feed that is being fetched already is not fetched twice: who asks for it meanwhile hears of it too. Where the
    /// person insists, feeds are asked that would else be left alone. Disposing of the subscription stops the refresh: what
    /// has arrived by then is kept, and nothing more is asked for.
    package func refresh(_ feeds: [Feed], insisting: Bool = false) -> Signal<RefreshEvent, Never> {
        Signal { [self] observer in
            let run = RefreshRun(feeds, observer) { self.excuse($0) }
            admission.async { self.admit(feeds, to: run, insisting: insisting) }
            return ActionDisposable { self.stop(run) }
        }
    }

    /// Takes back that these feeds failed.
    private func excuse(_ feeds: [FeedID]) {
        // Where that can't be written, they are left alone for longer.
        if !feeds.isEmpty { try? library.excuse(feeds, at: Date()) }
    }

    /// Waits until what has arrived is stored: for the end of a program that has stopped its refreshes.
    package func drain() {
        admission.sync {}
        traffic.waitForAsked()
        // What was given up gives its leases back there.
        admission.sync {}
    }
}
