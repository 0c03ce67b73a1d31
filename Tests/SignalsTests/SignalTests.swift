import Dispatch
import Signals
import System
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

@Suite struct DeferredTests {
    @Test func `a deferred signal is made again for each subscriber`() {
        let made = Counter()
        let signal = Signal<Int, Trouble>.deferred {
            made.increment()
            return .just(made.count)
        }
        #expect(made.count == 0)
        #expect([signal.told, signal.told] == [[.next(1), .completed], [.next(2), .completed]])
    }

    @Test func `disposing of the subscription disposes of a deferred signal`() {
        let cleaned = Counter()
        Signal<Int, Trouble>.deferred { .never.on(disposed: { cleaned.increment() }) }.subscribe { _ in }.dispose()
        #expect(cleaned.count == 1)
    }
}

@Suite struct FromSequenceTests {
    @Test func `the elements of a sequence come in order, then the end`() {
        #expect(Signal<Int, Trouble>.from(1...3).told == [.next(1), .next(2), .next(3), .completed])
    }

    @Test func `an endless sequence stops when the subscription ends`() {
        let isFree = comesToAnEnd { #expect(Signal<Int, Trouble>.from(1...).take(2).toldValues == [1, 2]) }
        #expect(isFree)
    }

    @Test func `each subscriber gets the whole sequence`() {
        let numbers = Signal<Int, Trouble>.from([1, 2])
        #expect(numbers.toldValues == numbers.toldValues)
        #expect(numbers.toldValues == [1, 2])
    }
}

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

@Suite struct OnTests {
    private let subject = Subject<Int, Trouble>()
    private let steps = Locked<[String]>([])

    private func note(_ step: String) { steps.withLock { $0.append(step) } }

    private var watched: Signal<Int, Trouble> {
        let source = Signal<Int, Trouble> { [subject, steps] observer in
            let subscription = subject.signal.subscribe { observer.send($0) }
            return ActionDisposable {
                subscription.dispose()
                steps.withLock { $0.append("cleaned up") }
            }
        }
        return source.on(
            started: { [self] in note("started") },
            next: { [self] in note("next \($0)") },
            completed: { [self] in note("completed") },
            failed: { [self] in note("failed \($0)") },
            ended: { [self] in note("ended") },
            disposed: { [self] in note("disposed") })
    }

    private func subscribe() -> any Disposable {
        watched.subscribe { [self] in note("heard \($0)") }
    }

    @Test func `an action runs before the subscriber gets the event, and disposal after the clean-up`() {
        _ = subscribe()
        for event in [.next(1), .completed] as [Event<Int, Trouble>] { subject.send(event) }
        #expect(
            steps.withLock { $0 } == [
                "started", "next 1", "heard next(1)", "completed", "ended", "heard completed", "cleaned up", "disposed"
            ])
    }

    @Test func `the action for a failure gets its reason`() {
        _ = subscribe()
        subject.send(.failed(.power))
        #expect(steps.withLock { $0 }.prefix(3) == ["started", "failed power", "ended"])
    }

    @Test func `disposing of a subscription runs no action for an end`() {
        subscribe().dispose()
        subject.send(.completed)
        #expect(steps.withLock { $0 } == ["started", "cleaned up", "disposed"])
    }

    @Test func `the action for disposal runs after all work is cleaned up, even if it began later`() {
        let inner = Signal<Int, Trouble>.never.on(disposed: { [self] in note("inner") })
        let subscription = subject.signal.flatMap(.merge) { _ in inner }
            .on(disposed: { [self] in note("outer") })
            .subscribe { _ in }
        subject.send(1)
        subscription.dispose()
        subscription.dispose()
        #expect(steps.withLock { $0 } == ["inner", "outer"])
    }

    @Test func `each subscription runs the actions separately`() {
        let subscriptions = [subscribe(), subscribe()]
        subject.send(1)
        #expect(steps.withLock { $0 }.filter { $0 == "next 1" }.count == 2)
        for subscription in subscriptions { subscription.dispose() }
    }
}

@Suite struct LogTests {
    private let lines = Locked<[String]>([])

    private func log<Value: Sendable>(_ events: Event<Value, Trouble>...) -> [String] {
        Signal.sending(events).log("source", to: { [lines] line in lines.withLock { $0.append(line) } })
            .subscribe { _ in }.dispose()
        return lines.withLock { $0 }
    }

    @Test func `a log has a line for each event and for the beginning and end of a subscription`() {
        #expect(
            log(.next(1), .completed) == ["source: started", "source: next 1", "source: completed", "source: disposed"])
    }

    @Test func `a log names the reason of a failure`() {
        #expect(log(Event<Int, Trouble>.failed(.power)).contains("source: failed power"))
    }

    @Test func `a log writes control characters as their numbers`() {
        let hostile = "a\u{1B}[2J\nb\u{9B}31m\u{202E}\u{2028}é猫"
        #expect(log(.next(hostile)).contains("source: next a\\u{1B}[2J\\u{A}b\\u{9B}31m\\u{202E}\\u{2028}é猫"))
    }
}
