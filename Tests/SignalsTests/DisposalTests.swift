import Dispatch
import Signals
import System
import Testing

@Suite struct DisposalTests {
    private let subject = Subject<Int, Never>()

    @Test func `a disposed subscription gets nothing more`() {
        let recorder = Recorder(subject.signal)
        subject.send(1)
        recorder.dispose()
        subject.send(2)
        subject.send(.completed)
        #expect(recorder.events == [.next(1)])
    }

    @Test func `disposing of one subscription leaves the others`() {
        let recorders = [Recorder(subject.signal), Recorder(subject.signal)]
        recorders[0].dispose()
        subject.send(1)
        #expect(recorders.map(\.values) == [[], [1]])
    }

    @Test func `a subscription disposed of in a delivery gets none of the waiting events`() {
        let subscription = CompositeDisposable()
        let received = Locked<[Int]>([])
        let work = subject.signal.onNext { [subject] number in
            received.withLock { $0.append(number) }
            subject.send(number + 1)
            subscription.dispose()
        }
        subscription.add(work)
        subject.send(1)
        subject.send(5)
        #expect(received.withLock { $0 } == [1])
    }

    @Test func `the work behind a signal is cleaned up once, however often and wherever it is disposed of`() {
        let cleaned = Counter()
        let signal = Signal<Int, Never> { _ in ActionDisposable { cleaned.increment() } }
        let subscription = signal.subscribe { _ in }
        #expect(cleaned.count == 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in subscription.dispose() }
        #expect(cleaned.count == 1)
    }

    @Test func `the work behind a signal is cleaned up once when the subscription is disposed of in its last delivery`()
    {
        let cleaned = Counter()
        let subscription = CompositeDisposable()
        let source = Subject<Int, Never>()
        let signal = Signal<Int, Never> { observer in
            CompositeDisposable([
                source.signal.subscribe { observer.send($0) }, ActionDisposable { cleaned.increment() }
            ])
        }
        subscription.add(signal.subscribe { _ in subscription.dispose() })
        source.send(.completed)
        #expect(cleaned.count == 1)
    }

    @Test func `each subscriber starts the work behind a signal again`() {
        let started = Counter()
        let signal = Signal<Int, Never> { _ in
            started.increment()
            return nil
        }
        #expect(started.count == 0)
        signal.subscribe { _ in }
        signal.subscribe { _ in }
        #expect(started.count == 2)
    }

    @Test func `a subscription disposed of while another thread sends gets nothing afterwards`() {
        for _ in 0..<50 {
            let recorder = Recorder(subject.signal)
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { for number in 0..<100 { subject.send(number) } } else { recorder.dispose() }
            }
            let count = recorder.values.count
            subject.send(0)
            #expect(recorder.values.count == count)
        }
    }
}
