import Signals
import Testing

@Suite struct ConstantTests {
    @Test func `just sends its value and completes`() {
        #expect(Signal<Int, Trouble>.just(1).told == [.next(1), .completed])
    }

    @Test func `empty completes and fail fails, without a value`() {
        #expect(Signal<Int, Trouble>.empty.told == [.completed])
        #expect(Signal<Int, Trouble>.fail(.line).told == [.failed(.line)])
    }

    @Test func `never sends nothing`() {
        #expect(Signal<Int, Trouble>.never.told == [])
    }
}
