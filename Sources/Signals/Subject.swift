import Locks

/// A hot source: what is sent to it goes to everyone who is subscribed at that moment, in one order for all.
///
/// It completes when nobody holds it any longer, since nobody can send to it then.
package final class Subject<Value: Sendable, Failure: Error>: Sendable {
    private let subscribers = Locked(Subscribers<Value, Failure>())

    package init() {}

    // Without an end a subscriber and the work behind it would hold each other for good.
    deinit { send(.completed) }

    package var signal: Signal<Value, Failure> {
        Signal { [subscribers] observer in
            let key = subscribers.withLock { $0.add(observer) }
            observer.deliver()
            return ActionDisposable { subscribers.withLock { $0.remove(key) } }
        }
    }

    package func send(_ value: Value) { send(.next(value)) }

    package func send(_ event: Event<Value, Failure>) {
        let observers = subscribers.withLock { $0.enqueue(event) }
        for observer in observers { observer.deliver() }
    }
}

/// The observers of one hot source, kept under that source's lock.
struct Subscribers<Value: Sendable, Failure: Error> {
    private var observers: [Int: Observer<Value, Failure>] = [:]
    private var nextKey = 0
    private var end: Event<Value, Failure>?

    /// Adds an observer; to one that comes after the end, only the end is left to tell.
    mutating func add(_ observer: Observer<Value, Failure>) -> Int {
        if let end { observer.enqueue(end) }
        defer { nextKey += 1 }
        observers[nextKey] = observer
        return nextKey
    }

    mutating func remove(_ key: Int) { observers[key] = nil }

    /// Puts the event in line for every observer, and tells whom to deliver to when the lock is free again.
    mutating func enqueue(_ event: Event<Value, Failure>) -> [Observer<Value, Failure>] {
        guard end == nil else { return [] }
        if event.isEnd { end = event }
        let receivers = Array(observers.values)
        for observer in receivers { observer.enqueue(event) }
        return receivers
    }
}
