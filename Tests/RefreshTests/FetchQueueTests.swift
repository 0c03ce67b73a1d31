import Library
import Signals
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
        await started.wait { $0.count == 5 }
        #expect(started.entries == ["openedPage", "shownPicture", "feed", "laterPage", "laterPicture"])
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
