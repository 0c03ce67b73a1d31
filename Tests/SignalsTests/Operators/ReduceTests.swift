import Signals
import Testing

@Suite struct ReduceTests {
    @Test func `reduce sends the result of all values on completion`() {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.reduce(10, +))
        for number in 1...3 { source.send(number) }
        #expect(recorder.events == [])
        source.send(.completed)
        #expect(recorder.events == [.next(16), .completed])
    }

    @Test func `reduce without a value sends the initial result`() {
        #expect(Signal<Int, Trouble>.empty.reduce(10, +).told == [.next(10), .completed])
    }

    @Test func `reduce sends no result after a failure`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).reduce(0, +).told == [.failed(.line)])
    }

    @Test func `reduce begins with the initial result for each subscriber`() {
        let sum = Signal<Int, Trouble>.from([1, 2]).reduce(into: 0) { $0 += $1 }
        #expect(sum.told == [.next(3), .completed])
        #expect(sum.told == [.next(3), .completed])
    }
}
