import Glibc

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

/// What a signal sends to its subscribers: values, then at most one end.
public enum Event<Value: Sendable, Failure: Error>: Sendable {
    case next(Value)
    case completed
    case failed(Failure)

    /// Whether this event is the last one.
    public var isEnd: Bool {
        if case .next = self { false } else { true }
    }

    /// Returns the event with its value transformed.
    public func map<Output: Sendable>(_ transform: (Value) -> Output) -> Event<Output, Failure> {
        switch self {
        case .next(let value): .next(transform(value))
        case .completed: .completed
        case .failed(let failure): .failed(failure)
        }
    }
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}

/// A subscriber as the work behind a signal sees it: the target for events, from any thread.
///
/// It delivers one event at a time and ends once. An event sent during a delivery waits, but its sender doesn't. After
/// the subscription it releases the subscriber and ignores events.
public final class Observer<Value: Sendable, Failure: Error>: Sendable {
    /// Nil lets go of the subscriber.
    private let mailbox = SerialMailbox<Event<Value, Failure>?>()
    /// Nil after the subscription.
    private let receive: Serial<Signal<Value, Failure>.Receive?>
    private let subscription: CompositeDisposable

    init(of subscription: CompositeDisposable, _ receive: @escaping Signal<Value, Failure>.Receive) {
        self.receive = Serial(receive)
        self.subscription = subscription
        subscription.add { self.pass(nil) }
    }

    /// Whether the subscription is over. Long-running work checks this now and then.
    public var isDisposed: Bool { subscription.isDisposed }

    /// Sends an event. Does nothing after an end or a disposal.
    public func send(_ event: Event<Value, Failure>) { pass(event) }

    public func send(_ value: Value) { pass(.next(value)) }

    private func pass(_ event: Event<Value, Failure>?) {
        mailbox.pass(event) { event in
            if let event { deliver(event) } else { receive.state = nil }
        }
    }

    private func deliver(_ event: Event<Value, Failure>) {
        guard let receive = receive.state, !subscription.isDisposed else { return }
        if event.isEnd { self.receive.state = nil }
        receive(event)
    }
}

extension Signal {
    /// Sends one value, then completes.
    ///
    ///     just(1)  1|
    public static func just(_ value: Value) -> Signal {
        Signal(serial: { receive, _ in
            receive(.next(value))
            receive(.completed)
        })
    }

    /// Completes at once.
    ///
    ///     empty  |
    public static var empty: Signal {
        Signal(serial: { receive, _ in receive(.completed) })
    }

    /// Sends nothing and never ends.
    ///
    ///     never  ------
    public static var never: Signal {
        Signal(serial: { _, _ in })
    }

    /// Fails at once.
    ///
    ///     fail(e)  x
    public static func fail(_ failure: Failure) -> Signal {
        Signal(serial: { receive, _ in receive(.failed(failure)) })
    }

    /// Makes a signal for each subscriber when it subscribes.
    ///
    ///     deferred { .just(now) }  now|
    public static func deferred(_ make: @escaping @Sendable () -> Signal) -> Signal {
        Signal(serial: { receive, subscription in make().start(receive, subscription) })
    }

    /// Sends the elements of a sequence in order, then completes. It stops when the subscription ends, so the sequence
    /// may be endless.
    ///
    ///     from([1, 2, 3])  123|
    public static func from(_ elements: some Sequence<Value> & Sendable) -> Signal {
        Signal(serial: { receive, subscription in
            for element in elements {
                guard !subscription.isDisposed else { return }
                receive(.next(element))
            }
            receive(.completed)
        })
    }

    /// Sends the answer of a function that calls back: a value and completion, or a failure. The function runs once per
    /// subscriber, and only its first answer counts.
    ///
    ///     from { answer in … }  -----1|
    public static func from(
        _ ask: @escaping @Sendable (_ answer: @escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
    ) -> Signal {
        Signal { observer in
            ask { result in
                switch result {
                case .success(let value):
                    observer.send(value)
                    observer.send(.completed)
                case .failure(let failure): observer.send(.failed(failure))
                }
            }
            return nil
        }
    }
}

extension Signal where Failure == Never {
    /// Sends the answer of a function that calls back with a value and never fails.
    public static func from(
        _ ask: @escaping @Sendable (_ answer: @escaping @Sendable (Value) -> Void) -> Void
    ) -> Signal {
        from { (answer: @escaping @Sendable (Result<Value, Never>) -> Void) in ask { answer(.success($0)) } }
    }
}

extension Signal {
    /// Subscribes to the values only.
    @discardableResult
    public func onNext(_ receive: @escaping @Sendable (Value) -> Void) -> any Disposable {
        let subscription = CompositeDisposable()
        start(
            { event in
                if case .next(let value) = event {
                    if !subscription.isDisposed { receive(value) }
                } else {
                    subscription.dispose()
                }
            }, subscription)
        return subscription
    }

    /// Passes all events on, and runs the given actions before the subscriber gets the event.
    ///
    ///     source     --1-----2-----|
    ///     on(next:)  --1-----2-----|
    ///                  next  next
    ///
    /// `ended` follows `completed` and `failed`. `disposed` comes once and last: after the subscription is over and its
    /// work is cleaned up, whether it ended or was disposed of.
    public func on(
        started: (@Sendable () -> Void)? = nil,
        next: (@Sendable (Value) -> Void)? = nil,
        completed: (@Sendable () -> Void)? = nil,
        failed: (@Sendable (Failure) -> Void)? = nil,
        ended: (@Sendable () -> Void)? = nil,
        disposed: (@Sendable () -> Void)? = nil
    ) -> Signal {
        Signal(serial: { receive, subscription in
            started?()
            // A separate part, so that what the source adds later is also cleaned up before `disposed`.
            let work = CompositeDisposable()
            subscription.add(work)
            start(
                { event in
                    switch event {
                    case .next(let value): next?(value)
                    case .completed: completed?()
                    case .failed(let failure): failed?(failure)
                    }
                    if event.isEnd { ended?() }
                    receive(event)
                }, work)
            if let disposed { subscription.add(disposed) }
        })
    }

    /// Passes all events on, and writes each as a line with a name, by default to standard error.
    ///
    ///     source          --1-------------|
    ///     log("numbers")  --1-------------|
    ///                     numbers: next 1 numbers: completed
    ///
    /// It also logs the start and the disposal of each subscription. Characters that could control a terminal are
    /// written as their numbers.
    public func log(_ name: String, to write: (@Sendable (String) -> Void)? = nil) -> Signal {
        let write = write ?? writeToStandardError
        let log = { @Sendable (what: String) in write("\(name): \(what)".visible) }
        return on(
            started: { log("started") },
            next: { log("next \($0)") },
            completed: { log("completed") },
            failed: { log("failed \($0)") },
            disposed: { log("disposed") })
    }
}

@Sendable private func writeToStandardError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // In one piece, so that the lines of several threads don't mix. Failure to write is ignored.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

extension String {
    /// The text with every invisible character, including line breaks, written as its number.
    fileprivate var visible: String {
        unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
    }
}
