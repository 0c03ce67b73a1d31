/// A stream of values over time. Each subscription starts it again.
///
/// The source decides whether a signal is hot: a `Subject` or a `MutableProperty` continues whoever listens, and
/// `share()` makes one subscription serve many. Documentation/development/signals.md has the numbered promises.
public struct Signal<Value: Sendable, Failure: Error>: Sendable {
    public typealias Receive = @Sendable (Event<Value, Failure>) -> Void

    /// Starts the work for one subscriber. `receive` gets one event at a time and none after the end.
    ///
    /// The work adds its clean-up to the subscription. The subscription's creator disposes of it after an end.
    let start: @Sendable (_ receive: @escaping Receive, _ subscription: CompositeDisposable) -> Void

    /// Creates a signal whose events are already serial and end once.
    init(serial start: @escaping @Sendable (@escaping Receive, CompositeDisposable) -> Void) {
        self.start = start
    }

    /// Creates a signal of any work. The closure runs once per subscription and may send from any thread. It returns
    /// what to dispose of when the subscription ends.
    public init(_ work: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?) {
        self.init(serial: { receive, subscription in
            let observer = Observer(of: subscription, receive)
            if let cleanUp = work(observer) { subscription.add(cleanUp) }
        })
    }

    /// Starts the signal for one subscriber, which receives every event until the end or until the result is disposed
    /// of.
    @discardableResult
    public func subscribe(_ receive: @escaping Receive) -> any Disposable {
        let subscription = CompositeDisposable()
        start(in: subscription, receive)
        return subscription
    }

    /// Starts the signal with an existing subscription, which ends with it. Does nothing if that is already over.
    func start(in subscription: CompositeDisposable, _ receive: @escaping Receive) {
        guard !subscription.isDisposed else { return }
        start(
            { event in
                guard !subscription.isDisposed else { return }
                receive(event)
                if event.isEnd { subscription.dispose() }
            }, subscription)
    }

    /// Starts the signal as a part of another subscription, which removes the part at its end.
    @discardableResult
    func start(partOf whole: CompositeDisposable, _ receive: @escaping Receive) -> CompositeDisposable {
        let part = whole.makePart()
        start(in: part, receive)
        return part
    }

    /// Returns a signal that passes each event through a closure that `relay` makes once per subscriber.
    func relay<Output: Sendable, OtherFailure: Error>(
        _ relay: @escaping @Sendable (@escaping Signal<Output, OtherFailure>.Receive) -> Receive
    ) -> Signal<Output, OtherFailure> {
        Signal<Output, OtherFailure>(serial: { receive, subscription in start(relay(receive), subscription) })
    }
}
