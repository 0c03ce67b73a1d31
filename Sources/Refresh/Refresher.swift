import Dispatch
import HTTP
package import Library
package import Signals

/// Fetches, parses and stores many feeds at once.
package final class Refresher: Sendable {
    private let collector: Collector
    private let transfersInFlight: Int
    /// Waits for room, so that one thread waits and not one a feed.
    private let feeder = DispatchQueue(label: "lede.refresh.feeder")
    private let parsing = Lanes(label: "lede.refresh.parsing")
    private let deliveries: Deliveries
    /// The bytes of documents that may wait to be stored.
    private static let waitingBytes = 8 << 20

    package init(library: Library, userAgent: String, transfersInFlight: Int = 256) {
        self.deliveries = Deliveries(to: library)
        self.collector = Collector(client: Client(userAgent: userAgent), lanes: parsing)
        self.transfersInFlight = transfersInFlight
    }

    /// Starts a refresh for each subscriber, which completes when every feed has been dealt with.
    ///
    /// Disposing of the subscription stops it: what has arrived by then is kept, and nothing more is asked for.
    package func refresh(_ feeds: [Feed]) -> Signal<RefreshEvent, Never> {
        Signal { [self] observer in
            let run = RefreshRun(
                collector: collector, parsing: parsing, deliveries: deliveries,
                allowance: Allowance(feeds: transfersInFlight, bytes: Self.waitingBytes), observer: observer)
            feeder.async { run.feed(feeds) }
            return ActionDisposable { run.cancel() }
        }
    }
}
