import Signals
import Testing

@Suite struct CollectTests {
    @Test func `all values come as one array with completion, also when there is none`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).collect().told == [.next([1, 2]), .completed])
        #expect(Signal<Int, Trouble>.empty.collect().told == [.next([]), .completed])
    }

    @Test func `a failure drops what was collected`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).collect().told == [.failed(.line)])
    }

    @Test func `values are collected by so many, and what is left comes with completion`() {
        #expect(Signal<Int, Trouble>.from(1...5).collect(2).toldValues == [[1, 2], [3, 4], [5]])
        #expect(Signal<Int, Trouble>.empty.collect(2).told == [.completed])
    }
}
