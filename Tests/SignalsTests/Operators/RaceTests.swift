import Signals
import Testing

@Suite struct RaceTests {
    private let subjects = (0..<3).map { _ in Subject<Int, Trouble>() }

    @Test(arguments: EndTests.ends)
    func `the first to send a value wins, and brings the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(Signal.race(subjects.map(\.signal)))
        subjects[1].send(1)
        subjects[0].send(2)
        subjects[2].send(.failed(.power))
        subjects[1].send(3)
        subjects[1].send(end)
        #expect(recorder.events == [.next(1), .next(3), end])
    }

    @Test func `the others are disposed of`() {
        let cleaned = Counter()
        let loser = Signal<Int, Trouble> { _ in ActionDisposable { cleaned.increment() } }
        let recorder = Recorder(Signal.race([loser, subjects[0].signal, loser]))
        subjects[0].send(1)
        #expect(cleaned.count == 2)
        recorder.dispose()
    }

    @Test func `when one sends at once, those behind it are not started`() {
        let started = Counter()
        let late = Signal<Int, Trouble> { _ in
            started.increment()
            return nil
        }
        #expect(Recorder(Signal.race([.just(1), late])).events == [.next(1), .completed])
        #expect(started.count == 0)
    }

    @Test func `an end wins as well`() {
        let recorder = Recorder(Signal.race(subjects.map(\.signal)))
        subjects[2].send(.completed)
        subjects[0].send(1)
        #expect(recorder.events == [.completed])
    }

    @Test func `a race of none is empty`() {
        #expect(Recorder(Signal<Int, Trouble>.race([])).events == [.completed])
    }
}
