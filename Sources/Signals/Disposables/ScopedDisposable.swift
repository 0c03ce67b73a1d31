/// Disposes of its parts when it goes out of life: what an object owns for as long as it lives.
public final class ScopedDisposable: Disposable {
    private let parts = CompositeDisposable()

    public init() {}

    deinit { dispose() }

    public func add(_ part: any Disposable) { parts.add(part) }

    public func dispose() { parts.dispose() }
}
