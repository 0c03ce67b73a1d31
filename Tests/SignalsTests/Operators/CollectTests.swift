import Signals
import Testing

@Suite struct CollectTests {
    @Test func `collect sends all values as one array on completion, even if there are none`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).collect().told == [.next([1, 2]), .completed])
        #expect(Signal<Int, Trouble>.empty.collect().told == [.next([]), .completed])
    }

    @Test func `a failure drops collected values`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).collect().told == [.failed(.line)])
    }

    @Test func `collect sends arrays of the given size, and the rest on completion`() {
        #expect(Signal<Int, Trouble>.from(1...5).collect(2).toldValues == [[1, 2], [3, 4], [5]])
        #expect(Signal<Int, Trouble>.empty.collect(2).told == [.completed])
    }
}
