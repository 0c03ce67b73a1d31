import Locks
import Synchronization

/// Holds many disposables and disposes of them together; what is added afterwards is disposed of at once.
///
/// Every subscription has one, and most of these hold one part or two, which therefore need no lock and no list.
public final class CompositeDisposable: Disposable, @unchecked Sendable {
    /// Stands for one part, so that it can be taken out again.
    public struct Key: Sendable {
        fileprivate let number: Int
    }

    fileprivate enum Phase: UInt8, AtomicRepresentable {
        case empty
        case filling
        case filled
        /// The part was taken out.
        case cleared
        case disposed
    }

    private let firstPhase = Atomic(Phase.empty)
    private let secondPhase = Atomic(Phase.empty)
    // Safe to share: whoever moves its phase to `filling`, or away from `filled`, has the part to itself.
    private var first: (@Sendable () -> Void)?
    private var second: (@Sendable () -> Void)?
    private let others = AtomicLazyReference<Parts>()
    private let hasOthers = Atomic(false)

    public init(_ parts: [any Disposable] = []) {
        for part in parts { add(part) }
    }

    public var isDisposed: Bool { firstPhase.load(ordering: .acquiring) == .disposed }

    @discardableResult
    public func add(_ part: any Disposable) -> Key { add { part.dispose() } }

    /// Adds what is to be done once when this is disposed of.
    @discardableResult
    public func add(_ dispose: @escaping @Sendable () -> Void) -> Key {
        if firstPhase.moves(from: .empty, to: .filling) {
            first = dispose
            if !firstPhase.moves(from: .filling, to: .filled) { first.take()?() }
            return Key(number: 0)
        }
        if secondPhase.moves(from: .empty, to: .filling) {
            second = dispose
            if !secondPhase.moves(from: .filling, to: .filled) { second.take()?() }
            return Key(number: 1)
        }
        return addToOthers(dispose)
    }

    /// Takes a part out without disposing of it.
    public func remove(_ key: Key) {
        switch key.number {
        case 0: if firstPhase.moves(from: .filled, to: .cleared) { first = nil }
        case 1: if secondPhase.moves(from: .filled, to: .cleared) { second = nil }
        default: others.load()?.remove(key.number)
        }
    }

    /// A new one that is disposed of with this one, which forgets it when it is disposed of before.
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

    /// The phases that the disposal found; nil where it is not the first.
    private func end() -> (first: Phase, second: Phase)? {
        let before = firstPhase.exchange(.disposed, ordering: .sequentiallyConsistent)
        if before == .disposed { return nil }
        return (before, secondPhase.exchange(.disposed, ordering: .sequentiallyConsistent))
    }

    private func disposeOfParts(after before: (first: Phase, second: Phase)) {
        // One that is being added disposes of itself.
        if before.first == .filled { first.take()?() }
        if before.second == .filled { second.take()?() }
        if hasOthers.load(ordering: .sequentiallyConsistent) { others.load()?.dispose() }
    }

    private func addToOthers(_ dispose: @escaping @Sendable () -> Void) -> Key {
        let others = others.load() ?? others.storeIfNil(Parts())
        let number = others.add(dispose)
        // In this order, so that either this sees the disposal or the disposal sees that there are others.
        hasOthers.store(true, ordering: .sequentiallyConsistent)
        if firstPhase.load(ordering: .sequentiallyConsistent) == .disposed { others.dispose() }
        return Key(number: number)
    }
}

extension Atomic<CompositeDisposable.Phase> {
    fileprivate borrowing func moves(from before: Value, to after: Value) -> Bool {
        compareExchange(expected: before, desired: after, ordering: .acquiringAndReleasing).exchanged
    }
}

/// All parts but the first two.
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
        // What is let go of goes after the lock: its deinit may call out.
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
