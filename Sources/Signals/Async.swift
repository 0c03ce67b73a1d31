import System

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

/// What to keep of values that come faster than they are read.
public enum Buffering: Sendable {
    case unbounded
    /// Keeps this many of the newest values and drops older ones.
    case newest(Int)
    /// Keeps this many of the oldest values and drops newer ones.
    case oldest(Int)
}

/// Keeps the events of a signal until a task reads them one by one.
private final class Inbox<Value: Sendable, Failure: Error>: Sendable {
    typealias Taker = CheckedContinuation<Event<Value, Failure>, Never>

    private struct State: Sendable {
        var values = RingBuffer<Value>()
        var end: Event<Value, Failure>?
        /// The task that waits for an event. Nothing is kept while it waits.
        var taker: Taker?

        /// Keeps an event, and returns the value that is dropped for it.
        mutating func keep(_ event: Event<Value, Failure>, _ policy: Buffering) -> Value? {
            // Events that arrive after the loop was left are dropped.
            guard end == nil else { return nil }
            guard case .next(let value) = event else {
                end = event
                return nil
            }
            switch policy {
            case .newest(let count): return values.append(value, keeping: count)
            case .oldest(let count) where values.count >= count: return value
            case .oldest, .unbounded:
                values.append(value)
                return nil
            }
        }

        mutating func takeFirst() -> Event<Value, Failure>? {
            if let value = values.popFirst() { return .next(value) }
            defer { if end != nil { end = .completed } }
            return end
        }
    }

    private let policy: Buffering
    private let state = Locked(State())

    init(keeping policy: Buffering) {
        self.policy = policy
    }

    func put(_ event: Event<Value, Failure>) {
        // The dropped value is released after the lock, since its deinit may call out.
        let (taker, _) = state.withLock { state in
            let taker = state.taker.take()
            return (taker, taker == nil ? state.keep(event, policy) : nil)
        }
        taker?.resume(returning: event)
    }

    /// Returns the next event, waiting for it if necessary. After the end it returns completion.
    func take(isolation: isolated (any Actor)? = #isolation) async -> Event<Value, Failure> {
        await withCheckedContinuation { taker in
            let event = state.withLock { state in
                let event = state.takeFirst()
                if event == nil { state.taker = taker }
                return event
            }
            if let event { taker.resume(returning: event) }
        }
    }

    /// Drops the kept events, and completes.
    func close() {
        let before = state.withLock { state in
            defer { state = State(end: .completed) }
            return state
        }
        before.taker?.resume(returning: .completed)
    }
}

extension Signal {
    /// Sends the elements of an asynchronous sequence, then its end. It requests an element only after the previous one
    /// was delivered.
    ///
    ///     sequence    --1--2--3--|
    ///     from(async) --1--2--3--|
    ///
    /// Disposing of a subscription cancels the task that reads the sequence.
    public static func from<Elements: AsyncSequence & Sendable>(async elements: Elements) -> Signal
    where Elements.Element == Value, Elements.Failure == Failure {
        Signal { observer in
            let task = Task {
                do throws(Failure) {
                    for try await element in elements { observer.send(element) }
                    observer.send(.completed)
                } catch {
                    observer.send(.failed(error))
                }
            }
            return ActionDisposable { task.cancel() }
        }
    }

    /// Sends the result of asynchronous work, then completes. Disposing of a subscription cancels the work's task.
    ///
    ///     work        --(1)
    ///     from(async) --1|
    public static func from(async work: @escaping @Sendable () async throws(Failure) -> Value) -> Signal {
        Signal { observer in
            let task = Task {
                do throws(Failure) {
                    observer.send(try await work())
                    observer.send(.completed)
                } catch {
                    observer.send(.failed(error))
                }
            }
            return ActionDisposable { task.cancel() }
        }
    }
}
