import Signals
import Testing

@Suite struct TakeLastTests {
    @Test(arguments: [(0, []), (1, [5]), (3, [3, 4, 5]), (5, [1, 2, 3, 4, 5]), (9, [1, 2, 3, 4, 5])])
    func `take(last:) sends the last values in order on completion`(count: Int, last: [Int]) {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.take(last: count))
        for number in 1...5 { source.send(number) }
        #expect(recorder.events == [])
        source.send(.completed)
        #expect(recorder.events == last.map(Event.next) + [.completed])
    }

    @Test func `take(last:) sends nothing after a failure`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).take(last: 1).told == [.failed(.line)])
    }

    @Test func `take(last:) stops in the last values when the subscription ends`() {
        #expect(Signal<Int, Trouble>.from(1...5).take(last: 3).take(1).told == [.next(3), .completed])
    }
}
