extension Signal {
    /// The values for a `for await` loop. Each loop makes its own subscription, and ends or throws as the signal does.
    ///
    ///     source  --1-2-----3----|
    ///     values  --1---2---3----|
    ///
    /// A signal doesn't wait for a slow loop: `policy` says which values are kept meanwhile, by default all. Cancelling
    /// the loop's task disposes of its subscription, drops the kept values and ends the loop.
    public func values(buffering policy: Buffering = .unbounded) -> Values<Value, Failure> {
        Values(signal: self, policy: policy)
    }
}

/// A signal's values as an asynchronous sequence.
public struct Values<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    fileprivate let signal: Signal<Element, Failure>
    fileprivate let policy: Buffering

    /// Subscribes at once, so that the loop also gets values sent before it asks for the first one.
    public func makeAsyncIterator() -> Iterator {
        let inbox = Inbox<Element, Failure>(keeping: policy)
        let subscription = ScopedDisposable()
        signal.subscribe { inbox.put($0) }.dispose(with: subscription)
        return Iterator(inbox: inbox, subscription: subscription)
    }

    /// Stays subscribed until the end, until its task is cancelled, or until nobody holds it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let inbox: Inbox<Element, Failure>
        fileprivate let subscription: ScopedDisposable

        public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            let event = await withTaskCancellationHandler(
                operation: { await inbox.take(isolation: actor) },
                onCancel: { [inbox, subscription] in
                    subscription.dispose()
                    inbox.close()
                },
                isolation: actor)
            switch event {
            case .next(let value): return value
            case .completed: return nil
            case .failed(let failure): throw failure
            }
        }
    }
}
