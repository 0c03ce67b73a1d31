/// Disposes of its parts when it goes out of life: what an object owns for as long as it lives.
public final class ScopedDisposable: Disposable {
    private let parts = CompositeDisposable()

    public init() {}

    deinit { dispose() }

    /// Owns a part until it is over, which of a subscription this hears.
    public func add(_ part: any Disposable) {
        let key = parts.add(part)
        (part as? CompositeDisposable)?.add { [weak parts] in parts?.remove(key) }
    }

    public func dispose() { parts.dispose() }

    /// Completes when this is disposed of or goes out of life. It does not hold on to it.
    public var end: Signal<Never, Never> {
        Signal(serial: { [parts] receive, subscription in
            let key = parts.add { receive(.completed) }
            subscription.add { parts.remove(key) }
        })
    }
}
