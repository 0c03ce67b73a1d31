import Locks
import Signals
import Testing

@Suite struct FinallyTests {
    private let subject = Subject<Int, Trouble>()
    private let finished = Counter()

    private func subscribe() -> any Disposable {
        subject.signal.finally { [finished] in finished.increment() }.subscribe { _ in }
    }

    @Test(arguments: EndTests.ends) func `the action is taken once when the signal ends`(end: Event<Int, Trouble>) {
        let subscription = subscribe()
        subject.send(1)
        #expect(finished.count == 0)
        subject.send(end)
        subscription.dispose()
        #expect(finished.count == 1)
    }

    @Test func `the action is taken once when the subscription is disposed of`() {
        let subscription = subscribe()
        subscription.dispose()
        subscription.dispose()
        subject.send(.completed)
        #expect(finished.count == 1)
    }

    @Test func `the action is taken when all work is cleaned up, also what began later`() {
        let steps = Locked<[String]>([])
        let inner = Signal<Int, Trouble>.never.finally { steps.withLock { $0.append("inner") } }
        let subscription = subject.signal.flattenMap { _ in inner }
            .finally { steps.withLock { $0.append("outer") } }
            .subscribe { _ in }
        subject.send(1)
        subscription.dispose()
        #expect(steps.withLock { $0 } == ["inner", "outer"])
    }

    @Test func `the action is taken when the subscriber has heard of the end`() {
        let steps = Locked<[String]>([])
        Signal<Int, Trouble>.empty.finally { steps.withLock { $0.append("finally") } }
            .subscribe { _ in steps.withLock { $0.append("end") } }
        #expect(steps.withLock { $0 } == ["end", "finally"])
    }
}
