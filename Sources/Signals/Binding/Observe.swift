import MainQueue

extension Signal where Failure == Never {
    /// Hears of every value at once, where all of them are sent on the main queue: the process ends where one is not.
    @discardableResult
    public func observe(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        onNext { value in MainQueue.assume { receive(value) } }
    }
}

extension Property {
    /// Hears of the value now, and of every later one at once, where it is set on the main queue alone.
    @discardableResult
    public func observe(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        signal.observe(receive)
    }
}
