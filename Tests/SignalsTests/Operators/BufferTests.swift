import Signals
import Testing

@Suite struct BufferTests {
    private func buffered(_ count: Int, skip: Int? = nil, _ values: ClosedRange<Int>) -> [[Int]] {
        Signal<Int, Trouble>.from(values).buffer(count, skip: skip).toldValues
    }

    @Test func `a buffer sends an array as soon as it is full`() {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.buffer(2))
        for number in 1...3 { source.send(number) }
        #expect(recorder.values == [[1, 2]])
    }

    @Test func `the arrays of a buffer overlap if a new one begins before the last is full`() {
        #expect(buffered(3, skip: 1, 1...5) == [[1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5], [5]])
        #expect(buffered(3, skip: 2, 1...6) == [[1, 2, 3], [3, 4, 5], [5, 6]])
    }

    @Test func `a buffer leaves values out if a new array begins later`() {
        #expect(buffered(2, skip: 3, 1...7) == [[1, 2], [4, 5], [7]])
        #expect(buffered(1, skip: 3, 1...3) == [[1]])
    }

    @Test func `a failure drops the arrays of a buffer that aren't full`() {
        let source = Signal<Int, Trouble>.sending(.next(1), .next(2), .next(3), .failed(.line))
        #expect(source.buffer(2).told == [.next([1, 2]), .failed(.line)])
    }
}
