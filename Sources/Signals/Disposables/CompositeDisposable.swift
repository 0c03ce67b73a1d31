import Locks
import Synchronization

/// Holds many disposables and disposes of them together; what is added afterwards is disposed of at once.
public final class CompositeDisposable: Disposable {
    /// Stands for one part, so that it can be taken out again.
    public struct Key: Sendable {
        fileprivate let number: Int
    }

    fileprivate struct Part: Sendable {
        let number: Int
        let dispose: @Sendable () -> Void
    }

    fileprivate struct Parts: Sendable {
        /// Most subscriptions have one part, which then needs no array.
        var first: Part?
        var others: [Part] = []
        var nextNumber = 0
    }

    private let disposed = Atomic(false)
    private let parts = Locked(Parts())

    public init(_ parts: [any Disposable] = []) {
        for part in parts { add(part) }
    }

    public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

    @discardableResult
    public func add(_ part: any Disposable) -> Key { add { part.dispose() } }

    /// Adds what is to be done once when this is disposed of.
    @discardableResult
    public func add(_ dispose: @escaping @Sendable () -> Void) -> Key {
        let (key, isLate) = parts.withLock { parts in
            let part = Part(number: parts.nextNumber, dispose: dispose)
            parts.nextNumber += 1
            let isLate = isDisposed
            if !isLate { parts.keep(part) }
            return (Key(number: part.number), isLate)
        }
        if isLate { dispose() }
        return key
    }

    /// Takes a part out without disposing of it.
    public func remove(_ key: Key) {
        // What is let go of goes after the lock: its deinit may call out.
        _ = parts.withLock { $0.take(key.number) }
    }

    public func dispose() {
        guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let parts = parts.withLock { parts in
            defer { parts = Parts() }
            return parts
        }
        parts.first?.dispose()
        for part in parts.others { part.dispose() }
    }
}

extension CompositeDisposable.Parts {
    fileprivate mutating func keep(_ part: CompositeDisposable.Part) {
        if first == nil && others.isEmpty { first = part } else { others.append(part) }
    }

    fileprivate mutating func take(_ number: Int) -> CompositeDisposable.Part? {
        if first?.number == number {
            defer { first = nil }
            return first
        }
        return others.firstIndex { $0.number == number }.map { others.remove(at: $0) }
    }
}
