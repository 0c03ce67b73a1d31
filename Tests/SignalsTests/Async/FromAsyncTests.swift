import Dispatch
import Signals
import System
import Testing

@Suite(.timeLimit(.minutes(5))) struct FromAsyncTests {
    /// Counts up to a limit, and counts how often it is asked.
    private struct Numbers: AsyncSequence, AsyncIteratorProtocol, Sendable {
        typealias Element = Int
        typealias Failure = Trouble

        let limit: Int
        var failure: Trouble?
        let asked: Counter
        var last = 0

        func makeAsyncIterator() -> Numbers { self }

        mutating func next() async throws(Trouble) -> Int? { try await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(Trouble) -> Int? {
            asked.increment()
            last += 1
            if last <= limit { return last }
            if let failure { throw failure }
            return nil
        }
    }

    private let asked = Counter()

    /// The events of a signal up to its end.
    private func events(of signal: Signal<Int, Trouble>) async -> [Event<Int, Trouble>] {
        let events = Locked<[Event<Int, Trouble>]>([])
        await withCheckedContinuation { done in
            signal.subscribe { event in
                events.withLock { $0.append(event) }
                if event.isEnd { done.resume() }
            }
        }
        return events.withLock { $0 }
    }

    @Test func `elements of an asynchronous sequence come in order, and then the end`() async {
        #expect(
            await events(of: Signal.from(async: Numbers(limit: 3, asked: asked))) == [
                .next(1), .next(2), .next(3), .completed
            ])
    }

    @Test func `an error of an asynchronous sequence becomes the failure`() async {
        #expect(
            await events(of: Signal.from(async: Numbers(limit: 1, failure: .power, asked: asked))) == [
                .next(1), .failed(.power)
            ])
    }

    @Test func `the next element is requested after the previous one was delivered`() async {
        let isDone = DispatchSemaphore(value: 0)
        Signal.from(async: Numbers(limit: 50, asked: asked)).subscribe { [asked] event in
            if case .next(let number) = event { #expect(asked.count == number) } else { isDone.signal() }
        }
        #expect(await isDone.arrives())
    }

    @Test func `disposing of the subscription cancels the asynchronous work`() async {
        let hasStarted = DispatchSemaphore(value: 0)
        let isCancelled = DispatchSemaphore(value: 0)
        let recorder = Recorder(
            Signal<Int, Never>.from(async: {
                let (stream, continuation) = AsyncStream<Int>.makeStream()
                continuation.onTermination = { _ in isCancelled.signal() }
                hasStarted.signal()
                for await number in stream { return number }
                return 0
            }))
        #expect(await hasStarted.arrives())
        recorder.dispose()
        #expect(await isCancelled.arrives())
        #expect(recorder.events == [])
    }

    @Test func `asynchronous work sends its result, then completes`() async {
        #expect(await events(of: Signal<Int, Trouble>.from(async: { 42 })) == [.next(42), .completed])
    }

    @Test func `asynchronous work that throws fails`() async {
        #expect(
            await events(of: Signal<Int, Trouble>.from(async: { () throws(Trouble) in throw .line })) == [
                .failed(.line)
            ])
    }

    @Test func `a signal of a signal's asynchronous values loses nothing`() async throws {
        let back = Signal.from(async: Signal<Int, Trouble>.from(1...100).values())
        var values: [Int] = []
        for try await value in back.values() { values.append(value) }
        #expect(values == Array(1...100))
    }
}
