import Dispatch
import Signals
import Testing

@Suite struct EndTests {
    static let ends: [Event<Int, Trouble>] = [.completed, .failed(.line)]

    private let subject = Subject<Int, Trouble>()

    @Test(arguments: ends)
    func `nothing follows the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(subject.signal)
        subject.send(1)
        for event in [end, .next(2), .completed, .failed(.power)] { subject.send(event) }
        #expect(recorder.events == [.next(1), end])
    }

    @Test(arguments: ends)
    func `nothing follows the end of a signal that does not stop by itself`(end: Event<Int, Trouble>) {
        let recorder = Recorder(
            Signal<Int, Trouble> { observer in
                for event in [.next(1), end, .next(2), .completed, .failed(.power)] { observer.send(event) }
                return nil
            })
        #expect(recorder.events == [.next(1), end])
    }

    @Test(arguments: ends)
    func `the work behind a signal is cleaned up once when it ends`(end: Event<Int, Trouble>) {
        let cleaned = Counter()
        let signal = Signal<Int, Trouble> { observer in
            observer.send(end)
            return ActionDisposable { cleaned.increment() }
        }
        signal.subscribe { _ in }.dispose()
        #expect(cleaned.count == 1)
    }

    @Test func `events sent while the end is delivered are ignored`() {
        let recorder = Recorder(subject.signal)
        subject.signal.subscribe { [subject] event in
            if event.isEnd { subject.send(2) }
        }
        subject.send(.completed)
        #expect(recorder.events == [.completed])
    }

    @Test func `only one of many threads that end a signal succeeds`() {
        let recorder = Recorder(subject.signal)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            subject.send(thread)
            subject.send(thread.isMultiple(of: 2) ? .completed : .failed(.line))
        }
        #expect(recorder.events.filter(\.isEnd).count == 1)
        #expect(recorder.events.last?.isEnd == true)
    }
}
