import Dispatch
import Signals
import Testing

/// Who holds whom: a subscription holds its subscriber, and releases it when it is over.
@Suite struct LifetimeTests {
    private final class Subscriber: Sendable {
        func hear() {}
    }

    /// Operators with state, a timer and a change of queue. `OperatorTests` tests every operator.
    private static func chain(_ source: Signal<Int, Never>) -> Signal<Int, Never> {
        source.map { $0 + 1 }.distinctUntilChanged().throttle(for: .zero, on: .queue(queue)).deliver(on: .queue(queue))
    }

    private static let queue = DispatchQueue(label: "lifetime")

    private func subscribe(to signal: Signal<Int, Never>) -> (subscription: any Disposable, isHeld: () -> Bool) {
        let subscriber = Subscriber()
        let subscription = signal.subscribe { _ in subscriber.hear() }
        return (subscription, { [weak subscriber] in subscriber != nil })
    }

    @Test func `a subscription holds its subscriber, even if nobody holds the subscription`() {
        let subject = Subject<Int, Never>()
        let isHeld = subscribe(to: subject.signal).isHeld
        #expect(isHeld())
        subject.send(.completed)
    }

    @Test func `a disposed subscription releases its subscriber`() {
        let subject = Subject<Int, Never>()
        let (subscription, isHeld) = subscribe(to: Self.chain(subject.signal))
        subscription.dispose()
        Self.queue.sync {}
        #expect(!isHeld())
    }

    @Test func `a completed signal releases its subscribers`() {
        let subject = Subject<Int, Never>()
        let isHeld = subscribe(to: subject.signal.map { $0 + 1 }.distinctUntilChanged()).isHeld
        subject.send(.completed)
        #expect(!isHeld())
    }

    @Test func `a subject that nobody holds any longer releases its subscribers`() {
        let isHeld = subscribe(to: Subject<Int, Never>().signal.map { $0 + 1 }).isHeld
        #expect(!isHeld())
    }

    @Test func `a property that nobody holds any longer releases its subscribers`() {
        let isHeld = subscribe(to: MutableProperty(1).signal.map { $0 + 1 }).isHeld
        #expect(!isHeld())
    }

    @Test func `a subscription doesn't hold the property`() {
        var property: MutableProperty<Int>? = MutableProperty(1)
        weak let held = property
        let subscription = property?.signal.onNext { _ in }
        property = nil
        #expect(held == nil)
        subscription?.dispose()
    }

    @Test func `a subscriber that owns its subscription can be deallocated with it`() {
        let subject = Subject<Int, Never>()
        func subscribeWithOwner() -> any Disposable {
            let owner = ScopedDisposable()
            let subscription = subject.signal.onNext { _ in withExtendedLifetime(owner) {} }
            owner.add(subscription)
            return subscription
        }
        let subscription = subscribeWithOwner()
        #expect(comesToAnEnd { subscription.dispose() })
    }

    @Test func `a value may read its property while being deallocated`() {
        final class Last: Sendable {
            let property: MutableProperty<Last?>
            init(_ property: MutableProperty<Last?>) { self.property = property }
            deinit { _ = property.value }
        }
        let property = MutableProperty<Last?>(nil)
        #expect(
            comesToAnEnd {
                property.value = Last(property)
                property.value = nil
            })
    }
}
