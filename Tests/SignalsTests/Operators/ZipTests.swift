import Signals
import Testing

@Suite struct ZipTests {
    private let first = Subject<Int, Trouble>()
    private let second = Subject<String, Trouble>()

    private var recorder: Recorder<String, Trouble> {
        Recorder(first.signal.zip(with: second.signal).map { "\($0)\($1)" })
    }

    @Test func `zip pairs values in order, and early values wait`() {
        let recorder = recorder
        for number in 1...3 { first.send(number) }
        #expect(recorder.values == [])
        for letter in ["a", "b"] { second.send(letter) }
        #expect(recorder.values == ["1a", "2b"])
    }

    @Test func `zip completes with the last pair of a completed signal`() {
        let recorder = recorder
        first.send(1)
        first.send(2)
        first.send(.completed)
        second.send("a")
        #expect(recorder.events == [.next("1a")])
        second.send("b")
        #expect(recorder.events == [.next("1a"), .next("2b"), .completed])
    }

    @Test func `zip completes at once with a signal that has nothing waiting`() {
        let recorder = recorder
        second.send("a")
        first.send(1)
        second.send(.completed)
        #expect(recorder.events == [.next("1a"), .completed])
    }

    @Test func `a failure of either signal ends zip, whatever waits`() {
        let recorder = recorder
        first.send(1)
        second.send(.failed(.line))
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `zip combines three signals in their order`() {
        let numbers = Signal<Int, Never>.from([1, 2])
        let three = numbers.zip(with: .from(["a", "b", "c"]), .from([true, false]))
        #expect(
            Recorder(three.map { "\($0) \($1) \($2)" }).events == [.next("1 a true"), .next("2 b false"), .completed])
    }

    @Test func `zip makes rows of many signals, and ends with the shortest`() {
        let signals: [Signal<Int, Never>] = [.from([1, 2, 3]), .from([4, 5]), .from([7, 8, 9])]
        #expect(Recorder(Signal.zip(signals)).events == [.next([1, 4, 7]), .next([2, 5, 8]), .completed])
    }

    @Test func `zip of no signals completes at once`() {
        #expect(Recorder(Signal<Int, Trouble>.zip([])).events == [.completed])
    }

    @Test func `zip keeps what a hot signal sends while the other starts`() {
        let recorder = Recorder(second.signal.zip(with: .from(1...3)).map { "\($1)\($0)" })
        for letter in ["a", "b", "c"] { second.send(letter) }
        #expect(recorder.events == [.next("1a"), .next("2b"), .next("3c"), .completed])
    }
}
