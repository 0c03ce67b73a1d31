import MainQueue

extension Signal {
    /// Receives the values on the main queue, which owns the interface. A disposed subscription gets none.
    @discardableResult
    public func onMain(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        deliver(on: .main).onNext { value in
            MainQueue.assume { receive(value) }
        }
    }
}
