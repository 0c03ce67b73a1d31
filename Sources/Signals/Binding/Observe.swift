import MainQueue

extension Signal where Failure == Never {
    /// Receives every value at once. All of them must be sent on the main queue, or the process ends.
    @discardableResult
    public func observe(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        onNext { value in MainQueue.assume { receive(value) } }
    }
}

extension Property {
    /// Receives the current value, and every later one at once. The property must only be set on the main queue.
    @discardableResult
    public func observe(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        signal.observe(receive)
    }
}
