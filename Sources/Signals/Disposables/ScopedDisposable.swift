/// Disposes of its parts when it goes out of life: what an object owns for as long as it lives.
public final class ScopedDisposable: Disposable {
    private let parts = CompositeDisposable()

    public init() {}

    deinit { dispose() }

    public func add(_ part: any Disposable) { parts.add(part) }

    public func dispose() { parts.dispose() }

    /// Completes when this is disposed of or goes out of life. It does not hold on to it.
    public var end: Signal<Never, Never> {
        Signal(serial: { [parts] receive, subscription in
            let key = parts.add { receive(.completed) }
            subscription.add { parts.remove(key) }
        })
    }
}
