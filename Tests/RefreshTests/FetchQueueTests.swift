import Dispatch
import HTTP
import Library
import Signals
import System
import TestSupport
import Testing

@testable import Refresh

@Suite(.timeLimit(.minutes(5))) struct FetchQueueTests {
    private let queue = FetchQueue()
    private let run = TestRun()
    private let started = Record<String>()

    private func limit(_ atOnce: Int, perHost: Int = .max) {
        var settings = RefreshSettings(userAgent: "lede")
        (settings.transfers, settings.transfersPerHost) = (atOnce, perHost)
        queue.limit(to: settings)
    }

    private func job(
        _ name: String, _ priority: FetchPriority = .feed, of host: String = "a", for run: TestRun? = nil
    ) -> TestFetch {
        TestFetch(
            name: name, priority: priority, host: FeedHost(of: "https://\(host).example/"), runs: [run ?? self.run],
            started: started)
    }

    @Test func `jobs begin in the order of their urgency`() async {
        limit(1)
        queue.add(FetchPriority.allCases.reversed().map { job("\($0)", $0) })
        await started.wait { $0.count == 6 }
        #expect(started.entries == ["openedPage", "shownPicture", "feed", "laterPage", "laterPicture", "download"])
    }

    @Test func `an urgent job doesn't wait for jobs that are under way`() async {
        limit(1, perHost: 1)
        queue.add([job("1", .laterPicture), job("2", .laterPicture)])
        await started.wait { $0 == ["1"] }
        queue.add([job("3", .openedPage)])
        await started.wait { $0 == ["1", "3"] }
        _ = queue.finish(job("1", .laterPicture))
        await started.wait { $0 == ["1", "3", "2"] }
    }

    @Test func `a waiting job becomes urgent when an urgent run joins`() async {
        limit(1)
        queue.add([job("1", .laterPicture), job("2", .laterPicture), job("3", .laterPicture)])
        await started.wait { $0 == ["1"] }
        queue.add([job("3", .shownPicture, for: TestRun())])
        await started.wait { $0 == ["1", "3"] }
        #expect(queue.finish(job("3")).count == 2)
        _ = queue.finish(job("1"))
        await started.wait { $0 == ["1", "3", "2"] }
        _ = queue.finish(job("2"))
        #expect(queue.isEmpty(.laterPicture) && queue.isEmpty(.shownPicture))
    }

    @Test func `hosts take turns, and none gets more jobs than its limit`() async {
        limit(9, perHost: 2)
        queue.add([job("a1"), job("a2"), job("a3"), job("a4"), job("b1", of: "b")])
        await started.wait { $0.count == 3 }
        #expect(started.entries == ["a1", "b1", "a2"])
        _ = queue.finish(job("b1", of: "b"))
        _ = queue.finish(job("a1"))
        await started.wait { $0.count == 4 }
        #expect(started.entries.last == "a3")
    }

    @Test func `a host is free once its document is here, unless that failed`() async {
        limit(9, perHost: 1)
        queue.add([job("1"), job("2"), job("3")])
        await started.wait { $0 == ["1"] }
        queue.receive(job("1"), size: 1, isHostFree: true)
        await started.wait { $0 == ["1", "2"] }
        queue.receive(job("2"), size: 0, isHostFree: false)
        let waiting: [TestFetch] = queue.takeWaiting(for: FeedHost(of: "https://a.example/")!)
        #expect(waiting.map(\.name) == ["3"])
        #expect(started.entries == ["1", "2"])
    }

    @Test func `a job is stopped when its last run leaves`() async {
        let (other, stopped) = (TestRun(), Record<String>())
        limit(1)
        queue.add([job("1"), job("2")])
        queue.add([job("1", for: other)])
        await started.wait { $0 == ["1"] }
        #expect(queue.hold(ActionDisposable { stopped.add("1") }, for: job("1")))
        #expect(queue.leave(run, TestFetch.self).map(\.name) == ["2"])
        #expect(stopped.entries.isEmpty)
        #expect(queue.leave(other, TestFetch.self).isEmpty)
        #expect(stopped.entries == ["1"])
        #expect(!queue.hold(ActionDisposable {}, for: job("1")))
        #expect(queue.current(job("1")) == nil)
    }

    @Test func `a stopped job begins again if another run has joined it`() async {
        limit(1)
        queue.add([job("1")])
        await started.wait { $0 == ["1"] }
        queue.leave(run, TestFetch.self)
        queue.add([job("1", for: TestRun())])
        #expect(started.entries == ["1"])
        queue.giveUp(job("1"))
        await started.wait { $0 == ["1", "1"] }
        #expect(queue.finish(job("1")).count == 1)
        queue.waitForBegun(.feed)
    }

    @Test func `limits that change apply to waiting jobs`() async {
        limit(1)
        queue.add([job("1"), job("2")])
        await started.wait { $0 == ["1"] }
        limit(2)
        await started.wait { $0 == ["1", "2"] }
    }
}

private final class TestRun: Sendable {}

private struct TestFetch: FetchJob, Equatable {
    let name: String
    var priority: FetchPriority
    let host: FeedHost?
    var runs: [TestRun]
    let started: Record<String>

    var key: FetchKey { .picture(name) }

    mutating func join(_ other: TestFetch) {
        priority = other.priority
        joinRuns(of: other)
    }

    func start() { started.add(name) }

    static func == (left: TestFetch, right: TestFetch) -> Bool { left.name == right.name }
}

@Suite(.timeLimit(.minutes(5))) struct HostTests {
    private let gate = Gate()
    private let crowd: LoopbackServer

    init() throws {
        crowd = try LoopbackServer { [gate] _ in .held(until: gate, .feed("a")) }
    }

    @Test func `a host is asked for two feeds at once and no more`() async throws {
        let other = try LoopbackServer { _ in .feed("b") }
        let urls = (1...10).map { crowd.url("/#\($0)") } + [other.url("/")]
        let newsstand = try Newsstand(urls) { $0.transfersPerHost = 2 }
        let (_, told) = try newsstand.begin()
        // The last feed is fetched once all others have been passed over.
        try other.waitForHits(on: "/")
        try crowd.waitForHits(2, on: "/")
        #expect(crowd.hits("/") == 2)
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(crowd.hits("/") == 10)
    }

    @Test func `feeds of another host don't wait for those of a slow one`() async throws {
        let other = try LoopbackServer { .feed("of \($0.path)") }
        let urls = (1...10).map { crowd.url("/#\($0)") } + (1...10).map { other.url("/\($0)") }
        let newsstand = try Newsstand(urls) { $0.transfersPerHost = 2 }
        let (_, told) = try newsstand.begin()
        let quick = try newsstand.feeds.suffix(10)
        await told.wait { told in quick.allSatisfy { feed in told.contains { $0.outcome(of: feed)?.new == 1 } } }
        #expect(crowd.hits("/") == 2)
        gate.open()
        await told.wait { $0.last == .completed }
    }

    @Test func `a host's next feed is fetched after a failure`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let newsstand = try Newsstand((1...10).map { server.url("/\($0)") }) { $0.transfersPerHost = 1 }
        #expect(try await newsstand.outcomes().allSatisfy { $0 != nil })
        #expect(server.requests.count == 10)
    }

    @Test func `settings changed during a refresh apply to waiting feeds`() async throws {
        let first = Gate()
        let server = try LoopbackServer { [gate] request in
            .held(until: request.path == "/first" ? first : gate, .feed("a"))
        }
        let newsstand = try Newsstand([server.url("/first")] + (1...10).map { server.url("/#\($0)") }) {
            $0.transfersPerHost = 1
        }
        let (_, told) = try newsstand.begin()
        try first.waitUntilReached()
        newsstand.refresher.settings.transfersPerHost = 5
        first.open()
        try server.waitForHits(5, on: "/")
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(server.hits("/") == 10)
    }
}

@Suite(.timeLimit(.minutes(5))) struct SlotTests {
    @Test func `no more transfers run than allowed`() async throws {
        let inFlight = Locked((now: 0, ever: 0, atMost: 0))
        let partner = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in
            let number = inFlight.withLock { state in
                state = (state.now + 1, state.ever + 1, max(state.atMost, state.now + 1))
                return state.ever
            }
            // Every second request also lets the one before it finish. Then both slots are taken, and other requests
            // wait.
            if number.isMultiple(of: 2) {
                partner.signal()
            } else {
                _ = partner.wait(timeout: .now() + Deadline.patience)
            }
            inFlight.withLock { $0.now -= 1 }
            return .feed("a")
        }
        // The part after # isn't sent, so these feeds share one URL.
        let newsstand = try Newsstand((1...20).map { server.url("/#\($0)") }, change: { $0.transfers = 2 })
        _ = try await newsstand.refresh()
        #expect(server.hits("/") == 20)
        #expect(inFlight.withLock { $0.atMost } == 2)
        #expect(try newsstand.feeds.map(\.total) == Array(repeating: 1, count: 20))
    }

    @Test func `a slot is free again after a failure`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let newsstand = try Newsstand((1...20).map { server.url("/\($0)") }, change: { $0.transfers = 1 })
        #expect(try await newsstand.outcomes().allSatisfy { $0 != nil })
    }
}

@Suite struct MemoryLimitTests {
    private var limit = MemoryLimit()

    private mutating func ask(_ count: Int) { for _ in 1...count { limit.begin() } }

    @Test mutating func `no more feeds are fetched at once than the limit`() {
        ask(2)
        #expect(limit.hasRoom(for: 3))
        #expect(!limit.hasRoom(for: 2))
    }

    @Test mutating func `documents of unknown length are expected to be long`() {
        ask(31)
        #expect(limit.hasRoom(for: 256))
        ask(1)
        #expect(!limit.hasRoom(for: 256))
    }

    @Test mutating func `after short documents more feeds are fetched at once`() {
        for _ in 1...20 {
            ask(1)
            limit.receive(1000)
            limit.leave(1000)
        }
        ask(100)
        #expect(limit.hasRoom(for: 256))
    }

    @Test mutating func `no feed is fetched while more than 16 MB wait to be stored`() {
        ask(2)
        limit.receive(20 << 20)
        #expect(!limit.hasRoom(for: 256))
        limit.leave(20 << 20)
        #expect(limit.hasRoom(for: 256))
    }

    @Test mutating func `fetches without a document free their part of the limit`() {
        ask(32)
        for _ in 1...32 { limit.receive(0) }
        #expect(limit.hasRoom(for: 1))
    }

    @Test func `one feed may always be fetched, however long it is`() {
        #expect(limit.hasRoom(for: 0))
    }
}
