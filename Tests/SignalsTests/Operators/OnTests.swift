import Signals
import System
import Testing

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
