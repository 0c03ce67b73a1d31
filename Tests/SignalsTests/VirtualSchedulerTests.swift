import Dispatch
import Signals
import System
import TestSupport
import Testing

@Suite struct VirtualSchedulerTests {
    private let clock = VirtualScheduler()
    private let done = Locked<[String]>([])

    private func work(_ name: String) -> @Sendable () -> Void {
        { [done] in done.withLock { $0.append(name) } }
    }

    private var names: [String] { done.withLock { $0 } }

    @Test func `a virtual scheduler runs work by time, then in the order of the requests`() {
        _ = clock.run(after: .seconds(2), work("third"))
        _ = clock.run(after: .seconds(1), work("first"))
        _ = clock.run(after: .seconds(1), work("second"))
        clock.advance(by: .seconds(2))
        #expect(names == ["first", "second", "third"])
    }

    @Test func `a virtual scheduler runs only due work, when its clock moves`() {
        clock.run(work("soon"))
        _ = clock.run(after: .seconds(1), work("later"))
        #expect(names == [])
        clock.advance()
        #expect(names == ["soon"])
    }

    @Test func `a virtual clock shows the time of the work while it runs`() {
        let times = Locked<[Duration]>([])
        for seconds in [1, 3] {
            _ = clock.run(after: .seconds(seconds)) { [clock] in times.withLock { $0.append(clock.now) } }
        }
        clock.advance(by: .seconds(5))
        #expect(times.withLock { $0 } == [.seconds(1), .seconds(3)])
        #expect(clock.now == .seconds(5))
    }

    @Test func `work that other work requests runs in the same move of the clock if it is due`() {
        _ = clock.run(after: .seconds(1)) { [clock, work] in
            _ = clock.run(after: .seconds(1), work("due"))
            _ = clock.run(after: .seconds(2), work("not due"))
        }
        clock.advance(by: .seconds(2))
        #expect(names == ["due"])
    }

    @Test func `work may move the virtual clock, which never goes back`() {
        _ = clock.run(after: .seconds(1)) { [clock] in clock.advance(by: .seconds(5)) }
        _ = clock.run(after: .seconds(2), work("met on the way"))
        clock.advance(by: .seconds(3))
        #expect(names == ["met on the way"])
        #expect(clock.now == .seconds(6))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func `a virtual scheduler runs overdue work next`(_ delay: Duration) {
        clock.advance(by: .seconds(1))
        _ = clock.run(after: delay, work("late"))
        clock.advance()
        #expect(names == ["late"])
        #expect(clock.now == .seconds(1))
    }

    @Test func `a virtual scheduler doesn't run work that is far in the future`() {
        _ = clock.run(after: .seconds(Int64.max), work("far"))
        clock.advance(by: .seconds(1_000_000_000))
        #expect(names == [])
    }

    @Test func `a virtual scheduler releases cancelled work without running it`() {
        let live = Locked(0)
        func callOff() {
            let held = Tracked(live)
            clock.run(after: .seconds(1)) { [work] in work("\(held.pass(1))")() }.dispose()
        }
        callOff()
        #expect(live.withLock { $0 } == 0)
        clock.advance(by: .seconds(1))
        #expect(names == [])
    }

    @Test func `a virtual scheduler runs work of many threads once and never turns its clock back`() {
        let count = Counter()
        let reversals = Counter()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var last = clock.now
            for number in 1...200 {
                _ = clock.run(after: .milliseconds(number % 7)) { count.increment() }
                clock.advance(by: .milliseconds(thread))
                let now = clock.now
                if now < last { reversals.increment() }
                last = now
            }
        }
        clock.advance(by: .seconds(1))
        #expect(count.count == 4 * 200)
        #expect(reversals.count == 0)
    }
}
