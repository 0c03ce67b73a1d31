extension Signal where Failure == Never {
    /// Passes every value to `target`, without holding it, until the result is disposed of or the signal completes.
    ///
    /// If the object is gone, the next value ends the binding. To end it at once, let the object own a
    /// `ScopedDisposable` and add the result to it.
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
