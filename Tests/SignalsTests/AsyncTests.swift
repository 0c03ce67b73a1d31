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

@Suite(.timeLimit(.minutes(5))) struct ValuesTests {
    private let subject = Subject<Int, Trouble>()

    @Test func `a loop gets every value and ends with the signal`() async throws {
        var values: [Int] = []
        for try await value in Signal<Int, Trouble>.from(1...3).values() { values.append(value) }
        #expect(values == [1, 2, 3])
    }

    @Test func `a loop throws the signal's failure once, after the values before it`() async throws {
        var iterator = subject.signal.values().makeAsyncIterator()
        for event in [.next(1), .failed(.line)] as [Event<Int, Trouble>] { subject.send(event) }
        #expect(try await iterator.next() == 1)
        await #expect(throws: Trouble.line) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func `a loop waits for a value that is sent later`() async throws {
        let values = subject.signal.values()
        let isSubscribed = DispatchSemaphore(value: 0)
        let first = Task { () throws(Trouble) in
            var iterator = values.makeAsyncIterator()
            isSubscribed.signal()
            return try await iterator.next()
        }
        #expect(await isSubscribed.arrives())
        subject.send(7)
        #expect(try await first.value == 7)
    }

    private static let policies: [(policy: Buffering, kept: [Int])] = [
        (.unbounded, [1, 2, 3, 4, 5]), (.newest(2), [4, 5]), (.oldest(2), [1, 2]), (.newest(0), []), (.oldest(0), [])
    ]

    @Test(arguments: policies)
    func `unread values are kept as the policy says, and the end is always kept`(
        _ policy: Buffering, _ kept: [Int]
    ) async throws {
        var iterator = subject.signal.values(buffering: policy).makeAsyncIterator()
        for number in 1...5 { subject.send(number) }
        subject.send(.completed)
        var values: [Int] = []
        while let value = try await iterator.next() { values.append(value) }
        #expect(values == kept)
    }

    @Test func `a cancelled task ends its loop and disposes of the subscription`() async {
        let cleaned = Counter()
        let waits = DispatchSemaphore(value: 0)
        let signal = Signal<Int, Trouble> { observer in
            observer.send(1)
            return ActionDisposable { cleaned.increment() }
        }
        let loop = Task {
            for try await _ in signal.values() { waits.signal() }
        }
        #expect(await waits.arrives())
        #expect(cleaned.count == 0)
        loop.cancel()
        _ = await loop.result
        #expect(cleaned.count == 1)
    }

    @Test func `leaving a loop disposes of its subscription`() async throws {
        let cleaned = Counter()
        let signal = Signal<Int, Trouble> { observer in
            for number in 1...3 { observer.send(number) }
            return ActionDisposable { cleaned.increment() }
        }
        for try await value in signal.values() where value == 2 { break }
        #expect(cleaned.count == 1)
    }

    @Test func `each loop makes its own subscription`() async throws {
        let values = Signal<Int, Trouble>.from(1...2).values()
        for _ in 1...2 {
            var heard: [Int] = []
            for try await value in values { heard.append(value) }
            #expect(heard == [1, 2])
        }
    }

    @Test func `a loop gets everything that many threads send`() async throws {
        let values = subject.signal.values()
        var iterator = values.makeAsyncIterator()
        let queue = DispatchQueue(label: "senders")
        queue.async { [subject] in
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<500 { subject.send(thread * 1000 + number) }
            }
            subject.send(.completed)
        }
        var heard: Set<Int> = []
        while let value = try await iterator.next() { heard.insert(value) }
        #expect(heard.count == 4 * 500)
    }
}
