import Dispatch
import Signals
import Testing

@Suite struct FromCallbackTests {
    @Test func `a function that calls back with a value is a signal of that value`() async {
        let queue = DispatchQueue(label: "callback")
        let signal = Signal<Int, Never>.from { answer in
            queue.async { answer(3) }
        }
        let recorder = Recorder(signal)
        #expect(await recorder.waitForEnd())
        #expect(recorder.events == [.next(3), .completed])
    }

    @Test(arguments: [Result<Int, Trouble>.success(1), .failure(.line)])
    func `a function that calls back with a result is a signal of its value or its failure`(
        result: Result<Int, Trouble>
    ) {
        let signal = Signal<Int, Trouble>.from { answer in answer(result) }
        #expect(signal.told == (result == .success(1) ? [.next(1), .completed] : [.failed(.line)]))
    }

    @Test func `only the first answer of a callback counts`() {
        let signal = Signal<Int, Trouble>.from { answer in
            answer(.success(1))
            answer(.failure(.line))
        }
        #expect(signal.told == [.next(1), .completed])
    }

    @Test func `a function that calls back runs once for each subscriber`() {
        let called = Counter()
        let signal = Signal<Int, Never>.from { answer in
            called.increment()
            answer(called.count)
        }
        #expect(called.count == 0)
        #expect([signal.told, signal.told] == [[.next(1), .completed], [.next(2), .completed]])
    }
}
