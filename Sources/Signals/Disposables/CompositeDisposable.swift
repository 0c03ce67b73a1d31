import Locks
import Synchronization

/// Holds many disposables and disposes of them together; what is added afterwards is disposed of at once.
///
/// Every subscription has one, and most of these hold a single part, which therefore needs no lock and no list.
public final class CompositeDisposable: Disposable, @unchecked Sendable {
    /// Stands for one part, so that it can be taken out again.
    public struct Key: Sendable {
        fileprivate let number: Int
    }

    private enum Phase: UInt8, AtomicRepresentable {
        case empty
        case filling
        case filled
        /// The first part was taken out.
        case cleared
        case disposed
    }

    private let phase = Atomic(Phase.empty)
    // Safe to share: whoever moves the phase to `filling`, or away from `filled`, has it to itself.
    private var first: (@Sendable () -> Void)?
    private let others = AtomicLazyReference<Parts>()
    private let hasOthers = Atomic(false)

    public init(_ parts: [any Disposable] = []) {
        for part in parts { add(part) }
    }

    public var isDisposed: Bool { phase.load(ordering: .acquiring) == .disposed }

    @discardableResult
    public func add(_ part: any Disposable) -> Key { add { part.dispose() } }

    /// Adds what is to be done once when this is disposed of.
    @discardableResult
    public func add(_ dispose: @escaping @Sendable () -> Void) -> Key {
        guard phase.compareExchange(expected: .empty, desired: .filling, ordering: .acquiring).exchanged else {
            return addToOthers(dispose)
        }
        first = dispose
        if !phase.compareExchange(expected: .filling, desired: .filled, ordering: .releasing).exchanged {
            disposeOfFirst()
        }
        return Key(number: 0)
    }

    /// Takes a part out without disposing of it.
    public func remove(_ key: Key) {
        if key.number > 0 {
            others.load()?.remove(key.number)
        } else if phase.compareExchange(expected: .filled, desired: .cleared, ordering: .acquiring).exchanged {
            first = nil
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

    /// The phase that the disposal found; nil where it is not the first.
    private func end() -> Phase? {
        let before = phase.exchange(.disposed, ordering: .sequentiallyConsistent)
        return before == .disposed ? nil : before
    }

    private func disposeOfParts(after before: Phase) {
        // A first one that is being added disposes of itself.
        if before == .filled { disposeOfFirst() }
        if hasOthers.load(ordering: .sequentiallyConsistent) { others.load()?.dispose() }
    }

    private func disposeOfFirst() {
        first.take()?()
    }

    private func addToOthers(_ dispose: @escaping @Sendable () -> Void) -> Key {
        let others = others.load() ?? others.storeIfNil(Parts())
        let number = others.add(dispose)
        // In this order, so that either this sees the disposal or the disposal sees that there are others.
        hasOthers.store(true, ordering: .sequentiallyConsistent)
        if phase.load(ordering: .sequentiallyConsistent) == .disposed { others.dispose() }
        return Key(number: number)
    }
}

/// All parts but the first.
private final class Parts: Sendable {
    private struct State: Sendable {
        var parts: [(number: Int, dispose: @Sendable () -> Void)] = []
        var lastNumber = 0
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
