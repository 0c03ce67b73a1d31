import Dispatch
import Signals
import TestSupport
import Testing

@Suite struct IntervalTests {
    private let clock = VirtualScheduler()

    private var interval: Signal<Int, Never> { .interval(every: .seconds(3), on: clock) }

    @Test func `an interval sends its number when it ends`() {
        let recorder = Recorder(interval)
        clock.advance(by: .seconds(2))
        #expect(recorder.values == [])
        clock.advance(by: .seconds(1))
        #expect(recorder.values == [1])
        clock.advance(by: .seconds(9))
        #expect(recorder.values == [1, 2, 3, 4])
    }

    @Test func `intervals don't drift, however slow the subscriber is`() {
        let times = Recorder(interval.map { [clock] _ in clock.now })
        let slow = interval.onNext { [clock] _ in clock.advance(by: .seconds(1)) }
        clock.advance(by: .seconds(9))
        slow.dispose()
        #expect(times.values == [.seconds(3), .seconds(6), .seconds(9)])
    }

    @Test func `missed intervals aren't sent later`() {
        let isBusy = Counter()
        let recorder = Recorder(
            interval.map { [clock] count in
                isBusy.increment()
                if isBusy.count == 1 { clock.advance(by: .seconds(10)) }
                return count
            })
        clock.advance(by: .seconds(3))
        clock.advance(by: .seconds(2))
        #expect(recorder.values == [1, 5])
    }

    @Test func `fractions of a second end no interval twice`() {
        let recorder = Recorder(Signal<Int, Never>.interval(every: .seconds(1) / 3, on: clock))
        clock.advance(by: .seconds(100))
        #expect(recorder.values == Array(1...300))
    }

    @Test func `a disposed interval leaves no timer behind, even if disposed of in a delivery`() {
        let subscription = CompositeDisposable()
        let heard = Counter()
        subscription.add(
            interval.onNext { _ in
                heard.increment()
                subscription.dispose()
            })
        clock.advance(by: .seconds(100))
        #expect(heard.count == 1)
    }

    @Test func `an interval on a queue continues by itself`() async {
        let queue = DispatchQueue(label: "interval")
        let recorder = Recorder(Signal<Int, Never>.interval(every: .microseconds(50), on: .queue(queue)).take(100))
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == recorder.values.sorted())
        #expect(Set(recorder.values).count == 100)
    }
}

@Suite struct TimerTests {
    private let clock = VirtualScheduler()

    private var timer: Signal<Int, Trouble> { Signal.timer(after: .seconds(3), on: clock).map { 1 } }

    @Test func `a timer sends one value after its time, and completes`() {
        let recorder = Recorder(timer)
        clock.advance(by: .seconds(2))
        #expect(recorder.events == [])
        clock.advance(by: .seconds(10))
        #expect(recorder.events == [.next(1), .completed])
    }

    @Test func `a disposed timer sends nothing`() {
        let recorder = Recorder(timer)
        recorder.dispose()
        clock.advance(by: .seconds(10))
        #expect(recorder.events == [])
    }

    @Test func `each subscriber of a timer has its own time`() {
        let timer = timer
        let first = Recorder(timer)
        clock.advance(by: .seconds(2))
        let second = Recorder(timer)
        clock.advance(by: .seconds(1))
        #expect([first, second].map(\.values) == [[1], []])
    }
}
