import Dispatch
import Signals
import Testing

@Suite struct RetryBackingOffTests {
    private let clock = VirtualScheduler()
    private let started = Counter()

    private func retrying(_ count: Int, _ backOff: BackOff) -> Signal<Int, Trouble> {
        Signal<Int, Trouble>.fail(.line).on(started: { [started] in started.increment() })
            .retry(count, backingOff: backOff, on: clock)
    }

    /// How often the source has been started after each of so many seconds.
    private func starts(in seconds: Int) -> [Int] {
        (0..<seconds).map { _ in
            clock.advance(by: .seconds(1))
            return started.count
        }
    }

    @Test func `each attempt waits longer, but never longer than the limit`() {
        let recorder = Recorder(retrying(4, BackOff(first: .seconds(1), limit: .seconds(3))))
        #expect(started.count == 1)
        #expect(starts(in: 9) == [2, 2, 3, 3, 3, 4, 4, 4, 5])
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `the failure after the last attempt does not wait`() {
        #expect(retrying(0, BackOff(first: .seconds(1), limit: .seconds(3))).told == [.failed(.line)])
    }

    @Test func `the failed attempt is cleaned up before the wait`() {
        let cleaned = Counter()
        let signal = Signal<Int, Trouble>.fail(.line).finally { cleaned.increment() }
        let subscription = signal.retry(backingOff: BackOff(first: .seconds(1), limit: .seconds(1)), on: clock)
            .subscribe { _ in }
        #expect(cleaned.count == 1)
        subscription.dispose()
    }

    @Test func `disposed of while it waits, it starts nothing anew`() {
        retrying(4, BackOff(first: .seconds(1), limit: .seconds(3))).subscribe { _ in }.dispose()
        #expect(starts(in: 5) == [1, 1, 1, 1, 1])
    }

    @Test func `a wait that is over on another thread as soon as it begins loses no attempt`() async {
        let queue = DispatchQueue(label: "retry")
        let source = Signal<Int, Trouble>.fail(.line).on(started: { [started] in started.increment() })
        let noWait = BackOff(first: .zero, limit: .zero)
        let recorder = Recorder(source.retry(2000, backingOff: noWait, on: .queue(queue)))
        #expect(await recorder.waitForEnd())
        #expect(started.count == 2001)
    }

    @Test func `delays grow by the factor up to the limit`() {
        let backOff = BackOff(first: .seconds(1), factor: 3, limit: .seconds(20))
        let delays = sequence(first: backOff.first) { backOff.delay(after: $0) }.prefix(5)
        #expect(Array(delays) == [1, 3, 9, 20, 20].map { .seconds($0) })
    }

    @Test func `a limit and a factor of any size overflow nothing`() {
        let backOff = BackOff(first: .seconds(1), factor: .greatestFiniteMagnitude, limit: .seconds(Int64.max))
        #expect(backOff.delay(after: .seconds(Int64.max)) == .seconds(Int64.max))
        #expect(backOff.delay(after: .seconds(1)) == .seconds(Int64.max))
    }
}
