import Dispatch
import FeedParser
import FoundationEssentials
import HTTP
import Library
import Locks
import Signals

/// One refresh under way: from the feeds asked for to the last one stored.
final class RefreshRun: Sendable {
    private struct State {
        var isCancelled = false
        var transfers: Set<TransferID> = []
    }

    private let library: Library
    private let client: Client
    private let parsing: Lanes
    private let observer: Observer<RefreshEvent, Never>
    /// One for each feed that may be under way at once.
    private let slots: DispatchSemaphore
    private let feedsUnderWay = DispatchGroup()
    private let state = Locked(State())

    init(
        library: Library, client: Client, transfersInFlight: Int, parsing: Lanes,
        observer: Observer<RefreshEvent, Never>
    ) {
        self.library = library
        self.client = client
        self.parsing = parsing
        self.observer = observer
        slots = DispatchSemaphore(value: transfersInFlight)
    }

    /// Starts a transfer whenever there is a slot for one: for a queue whose thread may wait.
    func feed(_ feeds: [Feed]) {
        for feed in feeds {
            slots.wait()
            guard !state.withLock({ $0.isCancelled }) else {
                slots.signal()
                break
            }
            feedsUnderWay.enter()
            observer.send(.began(feed.id))
            fetch(feed)
        }
        feedsUnderWay.notify(queue: parsing.next) { self.observer.send(.completed) }
    }

    func cancel() {
        let transfers = state.withLock { state in
            state.isCancelled = true
            defer { state.transfers = [] }
            return state.transfers
        }
        for transfer in transfers { client.cancel(transfer) }
    }

    private func fetch(_ feed: Feed) {
        if let path = LocalFile.path(of: feed.url) {
            parsing.async { self.finish(feed, with: self.readLocalFile(path, for: feed)) }
            return
        }
        let validators = Validators(etag: feed.etag, lastModified: feed.lastModified)
        let transfer = TransferID()
        state.withLock { _ = $0.transfers.insert(transfer) }
        client.fetch(Request(feed.url, validators: validators), as: transfer) { result in
            self.state.withLock { _ = $0.transfers.remove(transfer) }
            self.parsing.async { self.finish(feed, with: self.store(result, for: feed)) }
        }
        // The cancelling may have come before there was something to cancel.
        if state.withLock({ $0.isCancelled }) { client.cancel(transfer) }
    }

    private func finish(_ feed: Feed, with outcome: FeedOutcome?) {
        if let outcome { observer.send(.finished(feed.id, outcome)) }
        // Only now, so that documents don't pile up where parsing and storing are slower than the network.
        slots.signal()
        feedsUnderWay.leave()
    }

    /// Nil where the person stopped the refresh, which is no failing of the feed.
    private func store(_ result: Result<Response, FetchFailure>, for feed: Feed) -> FeedOutcome? {
        switch result {
        case .success(let response) where response.isNotModified:
            keeping { () throws(LibraryFailure) in
                let (etag, lastModified) = (response.validators.etag, response.validators.lastModified)
                try library.noteUnchanged(etag: etag, lastModified: lastModified, for: feed.id, at: Date())
                return .unchanged
            }
        case .success(let response):
            store(
                response.body, contentType: response.contentType, from: response.url,
                response.validators, for: feed)
        case .failure(.cancelled): nil
        case .failure(let failure): note(failure.description, for: feed)
        }
    }

    private func readLocalFile(_ path: String, for feed: Feed) -> FeedOutcome {
        do {
            let document = try LocalFile.read(path)
            return store(document, contentType: nil, from: feed.url, Validators(), for: feed)
        } catch {
            return note(error.description, for: feed)
        }
    }

    private func store(
        _ document: [UInt8], contentType: String?, from url: String, _ validators: Validators, for feed: Feed
    ) -> FeedOutcome {
        do {
            let parsed = try FeedParser.parse(document, contentType: contentType, baseURL: url)
            return keeping { () throws(LibraryFailure) in
                let (etag, lastModified) = (validators.etag, validators.lastModified)
                return .stored(
                    try library.store(parsed, etag: etag, lastModified: lastModified, for: feed.id, at: Date()))
            }
        } catch {
            return note(error.description, for: feed)
        }
    }

    private func note(_ reason: String, for feed: Feed) -> FeedOutcome {
        keeping { () throws(LibraryFailure) in
            try library.noteFailure(reason, for: feed.id, at: Date())
            return .failed(reason)
        }
    }

    /// What the library can't write is this feed's failure, and the others go on.
    private func keeping(_ outcome: () throws(LibraryFailure) -> FeedOutcome) -> FeedOutcome {
        do { return try outcome() } catch { return .failed(error.description) }
    }
}
