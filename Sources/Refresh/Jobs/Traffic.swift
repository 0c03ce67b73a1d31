import Dispatch
import Library
import Locks
import Signals

/// The feeds that wait and those that are under way, between the threads that see to them.
final class Traffic: Sendable {
    private struct State {
        var jobs = FeedJobs()
        var isWaitedFor = false
    }

    private let state = Locked(State())
    /// That something has changed, for which the feeder waits.
    private let news = DispatchSemaphore(value: 0)
    /// Every feed that is asked for and not dealt with.
    private let asked = DispatchGroup()

    /// All that wait or are under way.
    var feeds: [FeedID] { state.withLock { $0.jobs.feeds } }

    /// Has a run wait for those of its feeds that others wait for; returned are the other feeds, and which are asked already.
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

    /// Waits until another feed may be asked for, and returns it; nil where none waits. For one thread at a time.
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

    /// Notes what stops the asking for a feed; false where that is to be stopped already.
    func note(_ asking: any Disposable, for feed: FeedID) -> Bool {
        state.withLock { $0.jobs.note(asking, for: feed) }
    }

    /// Notes that there is an answer for a feed, with a document of so many bytes, and whether its host may be asked for
    /// another.
    func receive(_ feed: FeedID, size: Int, isHostFree: Bool) {
        change { jobs in
            jobs.receive(feed, size: size)
            if isHostFree { jobs.freeHost(of: feed) }
        }
    }

    func freeHost(of feed: FeedID) { change { $0.freeHost(of: feed) } }

    /// Ends with a feed whose document of so many bytes has been dealt with; returned is who waited for it.
    func finish(_ feed: FeedID, size: Int) -> [RefreshRun] {
        defer { asked.leave() }
        return change { $0.finish(feed, size: size) }
    }

    /// Ends with a feed whose asking was stopped, or lines it up again where somebody has come to wait for it since. Who waits
    /// for all that was asked waits for what is done `then`, too.
    func giveUp(_ feed: FeedID, then: () -> Void) {
        change { $0.giveUp(feed) }
        then()
        asked.leave()
    }

    /// Has a run wait for nothing any more; returned are the feeds that are forgotten, and what stops the asking for others.
    func leave(_ run: RefreshRun) -> (feeds: [FeedID], askings: [any Disposable]) {
        change { $0.leave(run) }
    }

    /// Takes out all that waits for a host.
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
