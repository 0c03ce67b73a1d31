extension Signal where Failure == Never {
    /// Hands every value to the object, which it does not hold, until the result is disposed of or the signal completes.
    ///
    /// When the object is gone it ends with the next value; an object that owns a `ScopedDisposable` and adds the result
    /// to it ends it at once.
    @discardableResult
    public func bind<Target: AnyObject & Sendable>(
        to target: Target, _ set: @escaping @Sendable (Target, Value) -> Void
    ) -> any Disposable {
        let binding = CompositeDisposable()
        start(in: binding) { [weak target] event in
            guard case .next(let value) = event else { return }
            if let target { set(target, value) } else { binding.dispose() }
        }
        return binding
    }
}
