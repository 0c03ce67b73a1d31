import Dispatch
import Signals
import TestSupport
import Testing

@Suite struct SubscribeOnTests {
    private let clock = VirtualScheduler()
    private let started = Counter()
    private let cleaned = Counter()

    private var work: Signal<Int, Trouble> {
        Signal { [started, cleaned] observer in
            started.increment()
            observer.send(1)
            return ActionDisposable { cleaned.increment() }
        }
    }

    @Test func `subscribe(on:) starts and cleans up the work on the scheduler`() {
        let recorder = Recorder(work.subscribe(on: clock))
        #expect(started.count == 0)
        clock.advance()
        #expect(recorder.events == [.next(1)])
        recorder.dispose()
        #expect(cleaned.count == 0)
        clock.advance()
        #expect(cleaned.count == 1)
    }

    @Test(arguments: EndTests.ends)
    func `subscribe(on:) passes the end on, and cleans up on the scheduler`(end: Event<Int, Trouble>) {
        let subject = Subject<Int, Trouble>()
        let recorder = Recorder(
            Signal<Int, Trouble> { [cleaned] observer in
                CompositeDisposable([
                    subject.signal.subscribe { observer.send($0) }, ActionDisposable { cleaned.increment() }
                ])
            }.subscribe(on: clock))
        clock.advance()
        subject.send(end)
        #expect(recorder.events == [end])
        #expect(cleaned.count == 0)
        clock.advance()
        #expect(cleaned.count == 1)
    }

    @Test func `subscribe(on:) never starts work that is disposed of before its turn`() {
        Recorder(work.subscribe(on: clock)).dispose()
        clock.advance()
        #expect(started.count == 0)
    }

    @Test(.timeLimit(.minutes(5))) func `disposing stops an endless source on a serial queue`() async {
        let queue = DispatchQueue(label: "endless")
        let recorder = Recorder(Signal<Int, Never>.from(0...).subscribe(on: .queue(queue)))
        #expect(await recorder.wait(for: 3))
        recorder.dispose()
        queue.sync {}
    }
}
