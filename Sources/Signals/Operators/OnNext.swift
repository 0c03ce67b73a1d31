extension Signal {
    /// Subscribes for the values alone.
    @discardableResult
    public func onNext(_ receive: @escaping @Sendable (Value) -> Void) -> any Disposable {
        subscribe { event in
            if case .next(let value) = event { receive(value) }
        }
    }
}
