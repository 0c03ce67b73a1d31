/// A stream of values over time, started anew for each subscriber.
///
/// The closure runs once per subscription and returns what to dispose of when that subscription ends.
/// What a subscriber may rely on is numbered in Documentation/signals.md.
package struct Signal<Value: Sendable, Failure: Error>: Sendable {
    private let start: @Sendable (Observer<Value, Failure>) -> (any Disposable)?

    package init(_ start: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?) {
        self.start = start
    }

    /// Starts the signal for one subscriber, who hears of every event until the end or until the result is disposed.
    @discardableResult
    package func subscribe(_ receive: @escaping @Sendable (Event<Value, Failure>) -> Void) -> any Disposable {
        let observer = Observer(receive)
        if let work = start(observer) { observer.onEnd(work) }
        return observer
    }

    /// Starts the signal for a subscriber who cares only for the values.
    @discardableResult
    package func onNext(_ receive: @escaping @Sendable (Value) -> Void) -> any Disposable {
        subscribe { event in
            if case .next(let value) = event { receive(value) }
        }
    }
}
