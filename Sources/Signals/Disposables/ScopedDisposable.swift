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
