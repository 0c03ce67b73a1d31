extension Signal {
    /// Subscribes to the values only.
    @discardableResult
    public func onNext(_ receive: @escaping @Sendable (Value) -> Void) -> any Disposable {
        let subscription = CompositeDisposable()
        start(
            { event in
                if case .next(let value) = event {
                    if !subscription.isDisposed { receive(value) }
                } else {
                    subscription.dispose()
                }
            }, subscription)
        return subscription
    }
}
