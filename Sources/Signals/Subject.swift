import Synchronization
import System

/// A hot source that sends each event to its current subscribers, in the same order to all.
///
/// It completes when nobody holds it, since nobody can send to it then.
public final class Subject<Value: Sendable, Failure: Error>: Sendable {
    private let broadcast = Broadcast<Value, Failure>()

    public let signal: Signal<Value, Failure>

    public init() {
        signal = Signal(serial: { [broadcast] receive, subscription in broadcast.join(receive, subscription) })
    }

    // Without an end, a subscriber and the work behind it would hold each other for good.
    deinit { broadcast.send(.completed) }

    public func send(_ value: Value) { broadcast.send(.next(value)) }

    public func send(_ event: Event<Value, Failure>) { broadcast.send(event) }
}

/// A hot source that repeats its last values, and its end, for later subscribers.
public final class ReplaySubject<Value: Sendable, Failure: Error>: Sendable {
    private struct Memory: Sendable {
        var values = RingBuffer<Value>()
        var hasEnded = false

        /// Keeps a value, and returns the one that it replaces.
        mutating func keep(_ event: Event<Value, Failure>, capacity: Int) -> Value? {
            guard !hasEnded else { return nil }
            // Every later subscriber gets the end.
            guard case .next(let value) = event else {
                hasEnded = true
                return nil
            }
            return values.append(value, keeping: capacity)
        }
    }

    public let signal: Signal<Value, Failure>

    private let capacity: Int
    private let broadcast: ReplayingBroadcast<Memory, Value, Failure>

    /// Remembers at most `capacity` values, by default all.
    public init(capacity: Int = .max) {
        precondition(capacity >= 0, "a capacity is not negative")
        self.capacity = capacity
        let broadcast = ReplayingBroadcast<Memory, Value, Failure>(Memory()) { memory in
            { [values = memory.values.elements] receive in for value in values { receive(.next(value)) } }
        }
        self.broadcast = broadcast
        signal = broadcast.signal
    }

    deinit { send(.completed) }

    public func send(_ value: Value) { send(.next(value)) }

    public func send(_ event: Event<Value, Failure>) {
        broadcast.send { memory in (event, memory.keep(event, capacity: capacity)) }
    }
}

extension Signal {
    /// Makes one subscription serve all subscribers. It starts with the first of them and is disposed of with the last.
    ///
    ///     source      --1--2--3--|
    ///     subscribed  --1--2--3--|
    ///     and later        ^--3--|
    ///
    /// A subscriber that comes when there are no others, or after an end, starts the work again.
    public func share() -> Signal { share(remembersCompletion: false) { Subject() } }

    /// Shares one subscription, and sends each late subscriber the last values, at most `count` of them.
    ///
    ///     source               --1--2--3--|
    ///     subscribed           --1--2--3--|
    ///     and later                 ^2-3--|
    ///     and after the end                  ^3|
    ///
    /// After completion, it keeps these values and the completion, and starts nothing again. A subscriber that comes
    /// after a failure, or when there are no others, starts the work again and gets no earlier values.
    public func share(replaying count: Int) -> Signal {
        share(remembersCompletion: true) { ReplaySubject(capacity: count) }
    }

    private func share<Source: HotSource<Value, Failure>>(
        remembersCompletion: Bool, over makeSource: @escaping @Sendable () -> Source
    ) -> Signal {
        let shared = Shared(self, remembersCompletion: remembersCompletion, over: makeSource)
        return Signal(serial: { receive, subscription in shared.join(receive, subscription) })
    }
}

/// A source that code sends to.
private protocol HotSource<Value, Failure>: Sendable {
    associatedtype Value: Sendable
    associatedtype Failure: Error

    var signal: Signal<Value, Failure> { get }

    func send(_ event: Event<Value, Failure>)
}

extension Subject: HotSource {}
extension ReplaySubject: HotSource {}

/// The shared work of a signal, which runs while there are subscribers.
private final class Shared<Source: HotSource>: Sendable {
    typealias Work = Signal<Source.Value, Source.Failure>

    /// One run of the work, from its first subscriber to its end or to its last subscriber.
    private final class Run: Sendable {
        let source: Source
        let subscription = CompositeDisposable()

        init(over source: Source) {
            self.source = source
        }
    }

    private struct State: Sendable {
        var run: Run?
        var subscribers = 0
        /// Whether the run has completed and is kept for late subscribers.
        var isComplete = false
    }

    private let work: Work
    private let remembersCompletion: Bool
    private let makeSource: @Sendable () -> Source
    private let state = Locked(State())

    init(_ work: Work, remembersCompletion: Bool, over makeSource: @escaping @Sendable () -> Source) {
        self.work = work
        self.remembersCompletion = remembersCompletion
        self.makeSource = makeSource
    }

    func join(_ receive: @escaping Work.Receive, _ subscription: CompositeDisposable) {
        let (run, isFirst) = state.withLock { state in
            let isFirst = state.run == nil
            let run = state.run ?? Run(over: makeSource())
            state.run = run
            state.subscribers += 1
            return (run, isFirst)
        }
        run.source.signal.start(receive, subscription)
        subscription.add { self.leave(run) }
        if isFirst { work.start(in: run.subscription) { self.tell($0, in: run) } }
    }

    private func tell(_ event: Event<Source.Value, Source.Failure>, in run: Run) {
        // Before anybody gets the end: a subscriber that then subscribes again starts a new run.
        if event.isEnd { finish(run, with: event) }
        run.source.send(event)
    }

    private func finish(_ run: Run, with end: Event<Source.Value, Source.Failure>) {
        state.withLock { state in
            guard state.run === run else { return }
            if case .completed = end, remembersCompletion { state.isComplete = true } else { state = State() }
        }
    }

    private func leave(_ run: Run) {
        let isLast = state.withLock { state in
            guard state.run === run, !state.isComplete else { return false }
            state.subscribers -= 1
            if state.subscribers > 0 { return false }
            state = State()
            return true
        }
        if isLast { run.subscription.dispose() }
    }
}

/// The subscribers of a hot source, which all get the same events in the same order.
///
/// A thread that finds the source busy leaves a closure. A message type for each type of values would cost at start,
/// where many sources are made, as much as the source itself.
private final class Broadcast<Value: Sendable, Failure: Error>: Sendable {
    typealias Admission = SerialMailbox<@Sendable () -> Void>.Admission

    /// One of the subscribers.
    struct Subscriber: Sendable {
        let number: Int
        fileprivate let receive: Signal<Value, Failure>.Receive
    }

    private let mailbox = SerialMailbox<@Sendable () -> Void>()
    private let subscribers = Serial<[Subscriber]>([])
    /// Nil before the end.
    private let end = Serial<Event<Value, Failure>?>(nil)
    private let subscribersSoFar = Atomic(0)

    func send(_ event: Event<Value, Failure>) { proceed(enter(with: event), with: event) }

    /// Subscribes to what is sent from now on, for as long as the subscription lasts.
    func join(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        let subscriber = subscriber(receive)
        proceed(enter(with: subscriber), with: subscriber)
        subscription.add { self.leave(subscriber.number) }
    }

    func leave(_ number: Int) { mailbox.pass({ self.remove(number) }) { $0() } }

    /// Creates a subscriber that hasn't joined yet.
    func subscriber(_ receive: @escaping Signal<Value, Failure>.Receive) -> Subscriber {
        Subscriber(number: subscribersSoFar.add(1, ordering: .relaxed).newValue, receive: receive)
    }

    // A caller enters under its own lock, which keeps the order, and proceeds after releasing that lock.

    func enter(with event: Event<Value, Failure>) -> Admission { mailbox.enter(with: { self.deliver(event) }) }

    func proceed(_ admission: Admission, with event: Event<Value, Failure>) {
        mailbox.proceed(admission, with: { self.deliver(event) }) { $0() }
    }

    func enter(with subscriber: Subscriber) -> Admission { mailbox.enter(with: { self.add(subscriber) }) }

    func proceed(_ admission: Admission, with subscriber: Subscriber) {
        mailbox.proceed(admission, with: { self.add(subscriber) }) { $0() }
    }

    // Nobody joins or leaves meanwhile: that waits in the mailbox.
    private func deliver(_ event: Event<Value, Failure>) {
        guard end.state == nil else { return }
        let hearing = subscribers.state
        if event.isEnd {
            end.state = event
            subscribers.state = []
        }
        for subscriber in hearing { subscriber.receive(event) }
    }

    private func add(_ subscriber: Subscriber) {
        if let end = end.state { subscriber.receive(end) } else { subscribers.update { $0.append(subscriber) } }
    }

    private func remove(_ number: Int) {
        subscribers.update { subscribers in
            if let place = subscribers.firstIndex(where: { $0.number == number }) { subscribers.remove(at: place) }
        }
    }
}

/// A broadcast with a memory: a new subscriber first gets what is remembered, and then all later events.
final class ReplayingBroadcast<Memory: Sendable, Value: Sendable, Failure: Error>: Sendable {
    /// Sends a late subscriber the events that it missed.
    typealias Replay = @Sendable (_ receive: Signal<Value, Failure>.Receive) -> Void

    private typealias Sent = (admission: Broadcast<Value, Failure>.Admission, event: Event<Value, Failure>)

    private let memory: Locked<Memory>
    private let broadcast = Broadcast<Value, Failure>()
    private let recall: @Sendable (inout Memory) -> Replay

    /// `recall` runs under the memory's lock; the closure that it returns doesn't.
    init(_ memory: Memory, recall: @escaping @Sendable (inout Memory) -> Replay) {
        self.memory = Locked(memory)
        self.recall = recall
    }

    var current: Memory { memory.withLock { $0 } }

    var signal: Signal<Value, Failure> { Signal(serial: { self.join($0, $1) }) }

    /// Changes the memory and sends the event that `change` returns, if any. `change` runs under the memory's lock.
    ///
    /// Events are sent in the order of their changes. `change` also returns the values that it drops, so that they are
    /// released after the lock: their deinit may call out.
    @discardableResult
    func send<Outgoing: Sendable>(_ change: (inout Memory) -> (Event<Value, Failure>?, Outgoing)) -> Bool {
        let (sent, _) = memory.withLock { memory -> (Sent?, Outgoing) in
            let (event, outgoing) = change(&memory)
            guard let event else { return (nil, outgoing) }
            return ((broadcast.enter(with: event), event), outgoing)
        }
        guard let sent else { return false }
        broadcast.proceed(sent.admission, with: sent.event)
        return true
    }

    private func join(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        let late = LateSubscriber(receive, subscription)
        let subscriber = broadcast.subscriber { late.send($0) }
        let (admission, tell) = memory.withLock { memory in (broadcast.enter(with: subscriber), recall(&memory)) }
        broadcast.proceed(admission, with: subscriber)
        subscription.add { [broadcast] in broadcast.leave(subscriber.number) }
        late.catchUp(tell)
    }
}

/// A subscriber that first gets earlier events. Events sent meanwhile, by any thread, wait for that.
private final class LateSubscriber<Value: Sendable, Failure: Error>: Sendable {
    private let receive: Signal<Value, Failure>.Receive
    private let subscription: CompositeDisposable
    private let hasCaughtUp = Atomic(false)
    /// Passes on what came meanwhile.
    private let waiting = Locked<[@Sendable () -> Void]>([])

    init(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        self.receive = receive
        self.subscription = subscription
    }

    /// Passes on an event that is sent now, one at a time.
    func send(_ event: Event<Value, Failure>) {
        if hasCaughtUp.load(ordering: .acquiring) || !keep(event) { receive(event) }
    }

    /// Passes on earlier events, then those that came meanwhile, unless the subscription has ended.
    func catchUp(_ tell: (Signal<Value, Failure>.Receive) -> Void) {
        tell { self.deliver($0) }
        while true {
            let waiting = takeWaiting()
            if waiting.isEmpty { return }
            for tell in waiting { tell() }
        }
    }

    private func deliver(_ event: Event<Value, Failure>) {
        if !subscription.isDisposed { receive(event) }
    }

    private func keep(_ event: Event<Value, Failure>) -> Bool {
        waiting.withLock { waiting in
            guard !hasCaughtUp.load(ordering: .relaxed) else { return false }
            waiting.append { self.deliver(event) }
            return true
        }
    }

    private func takeWaiting() -> [@Sendable () -> Void] {
        waiting.withLock { waiting in
            if waiting.isEmpty { hasCaughtUp.store(true, ordering: .releasing) }
            defer { waiting = [] }
            return waiting
        }
    }
}
