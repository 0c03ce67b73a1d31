import MainQueue

extension Signal {
    /// Hears of the values on the main queue, where the interface lives; a disposed subscription hears of none.
    @discardableResult
    public func onMain(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        deliver(on: .main).onNext { value in
            MainQueue.assume { receive(value) }
        }
    }
}
