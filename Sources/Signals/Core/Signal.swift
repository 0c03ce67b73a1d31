/// A stream of values over time, started anew for each subscriber.
///
/// Whether a signal is hot is said by its source: a `Subject` or a `MutableProperty` goes on whoever listens, and
/// `share()` makes one subscription serve many. Documentation/development/signals.md has the numbered promises.
public struct Signal<Value: Sendable, Failure: Error>: Sendable {
    public typealias Receive = @Sendable (Event<Value, Failure>) -> Void

    /// Starts the work for one subscriber, whose `receive` is called with one event at a time and none after the end.
    ///
    /// What there is to clean up is added to the subscription. Whoever made that disposes of it after an end.
    let start: @Sendable (_ receive: @escaping Receive, _ subscription: CompositeDisposable) -> Void

    /// A signal whose events are serial already, and end once.
    init(serial start: @escaping @Sendable (@escaping Receive, CompositeDisposable) -> Void) {
        self.start = start
    }

    /// A signal of any work: the closure runs once per subscription, sends to the observer from whatever threads, and
    /// returns what is to be disposed of when the subscription ends.
    public init(_ work: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?) {
        self.init(serial: { receive, subscription in
            let observer = Observer(of: subscription, receive)
            if let cleanUp = work(observer) { subscription.add(cleanUp) }
        })
    }

    /// Starts the signal for one subscriber, who hears of every event until the end or until the result is disposed of.
    @discardableResult
    public func subscribe(_ receive: @escaping Receive) -> any Disposable {
        let subscription = CompositeDisposable()
        start(in: subscription, receive)
        return subscription
    }

    /// Starts the signal with a subscription that is there already and that ends with it, unless that is over.
    func start(in subscription: CompositeDisposable, _ receive: @escaping Receive) {
        guard !subscription.isDisposed else { return }
        start(
            { event in
                guard !subscription.isDisposed else { return }
                receive(event)
                if event.isEnd { subscription.dispose() }
            }, subscription)
    }

    /// Starts the signal as a part of another subscription, which forgets it at its end.
    @discardableResult
    func start(partOf whole: CompositeDisposable, _ receive: @escaping Receive) -> CompositeDisposable {
        let part = whole.makePart()
        start(in: part, receive)
        return part
    }

    /// A signal whose subscribers receive what `relay` makes of each event: it is asked once per subscriber.
    func relay<Output: Sendable, OtherFailure: Error>(
        _ relay: @escaping @Sendable (@escaping Signal<Output, OtherFailure>.Receive) -> Receive
    ) -> Signal<Output, OtherFailure> {
        Signal<Output, OtherFailure>(serial: { receive, subscription in start(relay(receive), subscription) })
    }
}
