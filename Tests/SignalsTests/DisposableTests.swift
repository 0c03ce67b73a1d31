import Dispatch
import Signals
import System
import Testing

@Suite struct DisposableTests {
    private let disposed = Counter()

    private var part: ActionDisposable { ActionDisposable { [disposed] in disposed.increment() } }

    @Test func `an action runs once, from however many threads it is disposed of`() {
        let action = part
        DispatchQueue.concurrentPerform(iterations: 8) { _ in action.dispose() }
        #expect(disposed.count == 1)
    }

    @Test func `an action doesn't run unless it is disposed of`() {
        do { _ = part }
        #expect(disposed.count == 0)
    }

    @Test func `an action may dispose of itself`() {
        let composite = CompositeDisposable()
        composite.add(
            ActionDisposable { [disposed] in
                disposed.increment()
                composite.dispose()
            })
        composite.dispose()
        #expect(disposed.count == 1)
    }

    @Test func `a composite disposes of all its parts once`() {
        let composite = CompositeDisposable([part, part])
        composite.add(part)
        composite.dispose()
        composite.dispose()
        #expect(disposed.count == 3)
    }

    @Test func `a disposed composite disposes at once of an added part`() {
        let composite = CompositeDisposable()
        composite.dispose()
        composite.add(part)
        #expect(disposed.count == 1)
    }

    @Test func `a part removed from a composite isn't disposed of`() {
        let composite = CompositeDisposable()
        let keys = (1...3).map { _ in composite.add(part) }
        composite.remove(keys[1])
        composite.remove(keys[1])
        composite.dispose()
        composite.remove(keys[0])
        #expect(disposed.count == 2)
    }

    @Test func `a composite disposes of its parts in the order in which they were added`() {
        let order = Locked<[Int]>([])
        let composite = CompositeDisposable()
        let first = composite.add(ActionDisposable {})
        for number in 1...2 { composite.add { order.withLock { $0.append(number) } } }
        composite.remove(first)
        composite.add { order.withLock { $0.append(3) } }
        composite.dispose()
        #expect(order.withLock { $0 } == [1, 2, 3])
    }

    @Test func `a part may be added to a composite while it disposes of another`() {
        let composite = CompositeDisposable()
        composite.add { [part] in composite.add(part) }
        composite.dispose()
        #expect(disposed.count == 1)
    }

    @Test func `a composite disposes of the parts that several threads added and didn't remove`() {
        let composite = CompositeDisposable()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for number in 0..<200 {
                let key = composite.add(part)
                if number.isMultiple(of: 2) { composite.remove(key) }
            }
        }
        composite.dispose()
        #expect(disposed.count == 4 * 100)
    }

    @Test func `a serial disposable disposes of the previous one when it gets the next`() {
        let serial = SerialDisposable()
        serial.hold(part)
        #expect(disposed.count == 0)
        serial.hold(part)
        #expect(disposed.count == 1)
        serial.dispose()
        serial.dispose()
        #expect(disposed.count == 2)
    }

    @Test func `a disposed serial disposable disposes at once of what it gets`() {
        let serial = SerialDisposable()
        serial.dispose()
        serial.hold(part)
        #expect(disposed.count == 1)
    }

    @Test func `disposing of what a serial disposable held may give it the next`() {
        let serial = SerialDisposable()
        serial.hold(ActionDisposable { [part] in serial.hold(part) })
        #expect(comesToAnEnd { serial.hold(ActionDisposable {}) })
        serial.dispose()
        #expect(disposed.count == 1)
    }

    @Test func `a serial disposable that many threads use disposes of everything once`() {
        for _ in 0..<50 {
            let serial = SerialDisposable()
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for _ in 0..<4 { if thread == 0 { serial.dispose() } else { serial.hold(part) } }
            }
        }
        #expect(disposed.count == 50 * 3 * 4)
    }

    /// One disposable of each kind, holding an action.
    private static let kinds: [@Sendable (ActionDisposable) -> any Disposable] = [
        { $0 },
        { CompositeDisposable([$0, ActionDisposable {}]) },
        { action in
            let serial = SerialDisposable()
            serial.hold(action)
            return serial
        },
        { action in
            let scope = ScopedDisposable()
            action.dispose(with: scope)
            return scope
        }
    ]

    @Test(arguments: kinds.indices) func `a disposed disposable releases what it held`(_ kind: Int) {
        let live = Locked(0)
        func holder() -> any Disposable {
            let held = Tracked(live)
            return Self.kinds[kind](ActionDisposable { _ = held.pass(1) })
        }
        let disposable = holder()
        #expect(live.withLock { $0 } == 1)
        disposable.dispose()
        #expect(live.withLock { $0 } == 0)
    }

    @Test func `a composite forgets no part that is added while another thread disposes`() {
        for _ in 0..<200 {
            let composite = CompositeDisposable()
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                if thread == 0 { composite.dispose() } else { composite.add(part) }
            }
        }
        #expect(disposed.count == 200 * 3)
    }

    @Test func `a scope releases a subscription that is over`() {
        let scope = ScopedDisposable()
        let subject = Subject<Int, Never>()
        func subscribe() -> () -> Bool {
            let subscription = subject.signal.onNext { _ in }
            scope.add(subscription)
            return { [weak subscription = subscription as AnyObject] in subscription != nil }
        }
        let isHeld = subscribe()
        #expect(isHeld())
        subject.send(.completed)
        #expect(!isHeld())
    }

    @Test func `a scope disposes of its parts when deallocated`() {
        do {
            let scope = ScopedDisposable()
            scope.add(part)
            #expect(disposed.count == 0)
        }
        #expect(disposed.count == 1)
    }

    @Test func `a subscription in a scope ends with the object that owns the scope`() {
        final class Listener: Sendable {
            let scope = ScopedDisposable()
            init(to signal: Signal<Int, Never>, _ heard: Counter) {
                signal.onNext { _ in heard.increment() }.dispose(with: scope)
            }
        }
        let subject = Subject<Int, Never>()
        let heard = Counter()
        var listener: Listener? = Listener(to: subject.signal, heard)
        subject.send(1)
        withExtendedLifetime(listener) {}
        listener = nil
        subject.send(2)
        #expect(heard.count == 1)
    }

    @Test func `disposing of a scope early disposes of its parts once`() {
        do {
            let scope = ScopedDisposable()
            scope.add(part)
            scope.dispose()
        }
        #expect(disposed.count == 1)
    }
}
