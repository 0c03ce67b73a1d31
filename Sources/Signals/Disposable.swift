import Synchronization
import System

/// Something that continues until it is disposed of: a subscription, or the work behind a signal.
///
/// Disposing twice is the same as disposing once, from any thread.
public protocol Disposable: Sendable {
    func dispose()
}

/// Runs an action the first time it is disposed of, then releases it.
public final class ActionDisposable: Disposable {
    private let action: Locked<(@Sendable () -> Void)?>

    public init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    public func dispose() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}

/// Disposes of several disposables together. A part added afterwards is disposed of at once.
///
/// Every subscription has one, and most have one or two parts, so these need no lock and no list.
public final class CompositeDisposable: Disposable, @unchecked Sendable {
    /// Identifies a part, so that it can be removed.
    public struct Key: Sendable {
        fileprivate let number: Int
    }

    /// The phases of a part, as bytes for the same reason as a mailbox's states.
    private enum Phase {
        static let empty: UInt8 = 0
        static let filling: UInt8 = 1
        static let filled: UInt8 = 2
        /// The part was removed.
        static let cleared: UInt8 = 3
        static let disposed: UInt8 = 4
    }

    private let firstPhase = Atomic(Phase.empty)
    private let secondPhase = Atomic(Phase.empty)
    // Safe to share: the thread that moves its phase to `filling`, or away from `filled`, has the part to itself.
    private var first: (@Sendable () -> Void)?
    private var second: (@Sendable () -> Void)?
    private let others = AtomicLazyReference<Parts>()
    private let hasOthers = Atomic(false)

    public init(_ parts: [any Disposable] = []) {
        for part in parts { add(part) }
    }

    public var isDisposed: Bool { firstPhase.load(ordering: .acquiring) == Phase.disposed }

    @discardableResult
    public func add(_ part: any Disposable) -> Key { add { part.dispose() } }

    /// Adds an action to run once when this is disposed of.
    @discardableResult
    public func add(_ dispose: @escaping @Sendable () -> Void) -> Key {
        if firstPhase.moves(from: Phase.empty, to: Phase.filling) {
            first = dispose
            if !firstPhase.moves(from: Phase.filling, to: Phase.filled) { first.take()?() }
            return Key(number: 0)
        }
        if secondPhase.moves(from: Phase.empty, to: Phase.filling) {
            second = dispose
            if !secondPhase.moves(from: Phase.filling, to: Phase.filled) { second.take()?() }
            return Key(number: 1)
        }
        return addToOthers(dispose)
    }

    /// Removes a part without disposing of it.
    public func remove(_ key: Key) {
        switch key.number {
        case 0: if firstPhase.moves(from: Phase.filled, to: Phase.cleared) { first = nil }
        case 1: if secondPhase.moves(from: Phase.filled, to: Phase.cleared) { second = nil }
        default: others.load()?.remove(key.number)
        }
    }

    /// Returns a new part that is disposed of with this one. If it is disposed of earlier, it is removed.
    func makePart() -> CompositeDisposable {
        let part = CompositeDisposable()
        let key = add(part)
        part.add { self.remove(key) }
        return part
    }

    public func dispose() {
        if let before = end() { disposeOfParts(after: before) }
    }

    /// Disposes of this at once, and of its parts on a scheduler.
    func dispose(on scheduler: some Scheduler) {
        if let before = end() { scheduler.run { self.disposeOfParts(after: before) } }
    }

    /// Marks this as disposed, and returns the previous phases; nil if it already was.
    private func end() -> (first: UInt8, second: UInt8)? {
        let before = firstPhase.exchange(Phase.disposed, ordering: .sequentiallyConsistent)
        if before == Phase.disposed { return nil }
        return (before, secondPhase.exchange(Phase.disposed, ordering: .sequentiallyConsistent))
    }

    private func disposeOfParts(after before: (first: UInt8, second: UInt8)) {
        // A part that is just being added disposes of itself.
        if before.first == Phase.filled { first.take()?() }
        if before.second == Phase.filled { second.take()?() }
        if hasOthers.load(ordering: .sequentiallyConsistent) { others.load()?.dispose() }
    }

    private func addToOthers(_ dispose: @escaping @Sendable () -> Void) -> Key {
        let others = others.load() ?? others.storeIfNil(Parts())
        let number = others.add(dispose)
        // The order matters: either this call sees the disposal, or the disposal sees that other parts exist.
        hasOthers.store(true, ordering: .sequentiallyConsistent)
        if firstPhase.load(ordering: .sequentiallyConsistent) == Phase.disposed { others.dispose() }
        return Key(number: number)
    }
}

extension Atomic<UInt8> {
    fileprivate borrowing func moves(from before: UInt8, to after: UInt8) -> Bool {
        compareExchange(expected: before, desired: after, ordering: .acquiringAndReleasing).exchanged
    }
}

/// All parts except the first two.
private final class Parts: Sendable {
    private struct State: Sendable {
        var parts: [(number: Int, dispose: @Sendable () -> Void)] = []
        var lastNumber = 1
    }

    private let state = Locked(State())

    func add(_ dispose: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.parts.append((state.lastNumber, dispose))
            return state.lastNumber
        }
    }

    func remove(_ number: Int) {
        // Removed parts are released after the lock, since their deinit may call out.
        _ = state.withLock { state in
            state.parts.firstIndex { $0.number == number }.map { state.parts.remove(at: $0).dispose }
        }
    }

    func dispose() {
        let parts = state.withLock { state in
            defer { state.parts = [] }
            return state.parts
        }
        for part in parts { part.dispose() }
    }
}

/// Holds one disposable at a time. Holding another disposes of the previous one.
public final class SerialDisposable: Disposable {
    private enum State {
        case holding((any Disposable)?)
        case disposed
    }

    private let state = Locked(State.holding(nil))

    public init() {}

    /// Holds `next` from now on, or disposes of it at once if this has been disposed of.
    public func hold(_ next: any Disposable) {
        let outgoing: (any Disposable)? = state.withLock { state in
            guard case .holding(let last) = state else { return next }
            state = .holding(next)
            return last
        }
        outgoing?.dispose()
    }

    /// Disposes of the held disposable, and holds nothing until the next.
    public func release() { hold(CompositeDisposable()) }

    public func dispose() {
        let outgoing: (any Disposable)? = state.withLock { state in
            guard case .holding(let last) = state else { return nil }
            state = .disposed
            return last
        }
        outgoing?.dispose()
    }
}

/// Disposes of its parts when it is deallocated. An object owns one for as long as it lives.
public final class ScopedDisposable: Disposable {
    private let parts = CompositeDisposable()

    public init() {}

    deinit { dispose() }

    /// Adds a part. A subscription is removed again when it ends.
    public func add(_ part: any Disposable) {
        let key = parts.add(part)
        (part as? CompositeDisposable)?.add { [weak parts] in parts?.remove(key) }
    }

    public func dispose() { parts.dispose() }

    /// Completes when this is disposed of or deallocated. The signal doesn't hold it.
    public var end: Signal<Never, Never> {
        Signal(serial: { [parts] receive, subscription in
            let key = parts.add { receive(.completed) }
            subscription.add { parts.remove(key) }
        })
    }
}

extension Disposable {
    /// Adds this to a scope, so that it ends with the object that owns the scope.
    public func dispose(with scope: ScopedDisposable) { scope.add(self) }
}
