import Dispatch
import Library
import Locks
import Signals

/// The waiting and running feeds, shared between threads.
final class Traffic: Sendable {
    private struct State {
        var jobs = FeedJobs()
        var isWaitedFor = false
    }

    private let state = Locked(State())
    /// Signalled at each change, for the feeder.
    private let news = DispatchSemaphore(value: 0)
    /// Entered for every feed whose fetch has begun and isn't finished.
    private let asked = DispatchGroup()

    /// All feeds that wait or are being fetched.
    var feeds: [FeedID] { state.withLock { $0.jobs.feeds } }

    /// Adds a run to those of its feeds that are already in the list. Returns the other feeds, and those whose fetch
    /// has begun.
    func join(_ run: RefreshRun, to feeds: [Feed]) -> (rest: [Feed], begun: [FeedID]) {
        state.withLock { state in
            var (rest, begun): ([Feed], [FeedID]) = ([], [])
            for feed in feeds {
                switch state.jobs.join(run, to: feed.id) {
                case nil: rest.append(feed)
                case true?: begun.append(feed.id)
                case false?: break
                }
            }
            return (rest, begun)
        }
    }

    func add(_ new: [FeedJob]) {
        change { jobs in
            for job in new { jobs.add(job) }
        }
    }

    /// Waits until another feed may be fetched, and returns it; nil if none waits. Only for one thread at a time.
    func next(_ settings: () -> RefreshSettings) -> FeedJob? {
        while true {
            let settings = settings()
            let next = state.withLock { state in
                let next = state.jobs.next(settings)
                switch next {
                case .feed: asked.enter()
                case .later: state.isWaitedFor = true
                case .none: break
                }
                return next
            }
            switch next {
            case .feed(let job): return job
            case .none: return nil
            case .later: news.wait()
            }
        }
    }

    /// Stores the handle that cancels a fetch; returns false if the fetch was already cancelled.
    func setHandle(_ asking: any Disposable, for feed: FeedID) -> Bool {
        state.withLock { $0.jobs.setHandle(asking, for: feed) }
    }

    /// Records the answer for a feed, with a document of this size, and whether its host is free for another.
    func receive(_ feed: FeedID, size: Int, isHostFree: Bool) {
        change { jobs in
            jobs.receive(feed, size: size)
            if isHostFree { jobs.freeHost(of: feed) }
        }
    }

    func freeHost(of feed: FeedID) { change { $0.freeHost(of: feed) } }

    /// Removes a finished feed whose document had this size, and returns the runs that waited for it.
    func finish(_ feed: FeedID, size: Int) -> [RefreshRun] {
        defer { asked.leave() }
        return change { $0.finish(feed, size: size) }
    }

    /// Removes a cancelled feed, or queues it again if another run has joined it since. Waiting for all fetches
    /// includes `then`.
    func giveUp(_ feed: FeedID, then: () -> Void) {
        change { $0.giveUp(feed) }
        then()
        asked.leave()
    }

    /// Removes a run from all feeds. Returns the waiting feeds that are dropped, and the handles that cancel others.
    func leave(_ run: RefreshRun) -> (feeds: [FeedID], askings: [any Disposable]) {
        change { $0.leave(run) }
    }

    /// Removes and returns all feeds that wait for a host.
    func takeWaiting(for host: FeedHost) -> [FeedJob] { change { $0.takeWaiting(for: host) } }

    func waitForAsked() { asked.wait() }

    private func change<Result: Sendable>(_ body: (inout FeedJobs) -> Result) -> Result {
        let (result, isWaitedFor) = state.withLock { state in
            defer { state.isWaitedFor = false }
            return (body(&state.jobs), state.isWaitedFor)
        }
        if isWaitedFor { news.signal() }
        return result
    }
}
