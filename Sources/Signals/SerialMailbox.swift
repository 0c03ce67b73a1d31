import Synchronization
import System

/// Messages that are handled one at a time, although no thread waits. A thread that finds another one inside leaves its
/// message, and the thread inside handles it before it goes.
///
/// This keeps events serial. No lock is held while a message is handled, so the handler may enter again, which leaves a
/// message like any other.
struct SerialMailbox<Message: Sendable>: ~Copyable, Sendable {
    /// What happened to a thread that entered with a message.
    enum Admission {
        /// The thread is inside and still has to handle its message.
        case inside
        /// The thread is inside and its message is in the mail, which `leave` handles.
        case insideWithMail
        /// The thread isn't inside; another thread handles the message.
        case served
    }

    private let gate = Atomic(Gate.free)
    private let mail = Locked<[Message]>([])

    /// Handles the message, or leaves it to the thread inside. Messages are handled in the order in which they come.
    func pass(_ message: @autoclosure () -> Message, _ handle: (Message) -> Void) {
        proceed(enter(with: message()), with: message(), handle)
    }

    /// Finishes what `enter` began.
    func proceed(_ admission: Admission, with message: @autoclosure () -> Message, _ handle: (Message) -> Void) {
        switch admission {
        case .inside:
            handle(message())
            leave(handle)
        case .insideWithMail: leave(handle)
        case .served: break
        }
    }

    /// Enters or leaves a message, which is made only then. A thread that gets inside must call `proceed` or `leave`.
    func enter(with message: @autoclosure () -> Message) -> Admission {
        if gate.compareExchange(expected: Gate.free, desired: Gate.taken, ordering: .acquiring).exchanged {
            return .inside
        }
        let message = message()
        return mail.withLock { mail in
            mail.append(message)
            let before = gate.exchange(Gate.takenWithMail, ordering: .acquiringAndReleasing)
            return before == Gate.free ? .insideWithMail : .served
        }
    }

    /// Handles all messages that came meanwhile, and lets the next thread in.
    func leave(_ handle: (Message) -> Void) {
        while !gate.compareExchange(expected: Gate.taken, desired: Gate.free, ordering: .releasing).exchanged {
            let waiting = mail.withLock { mail in
                gate.store(Gate.taken, ordering: .relaxed)
                defer { mail = [] }
                return mail
            }
            for message in waiting { handle(message) }
        }
    }
}

/// The states of the gate. Cases of an enumeration would cost debug builds a lookup of types at each access, and the
/// runtime's lock for it makes busy threads wait for each other.
private enum Gate {
    static let free: UInt8 = 0
    static let taken: UInt8 = 1
    static let takenWithMail: UInt8 = 2
}

/// State of one subscription or source. Only its events access it, one at a time.
final class Serial<State>: @unchecked Sendable {
    // Safe to share: events are delivered one at a time, and a mailbox shows each thread what the one before wrote. It
    // also prevents overlaps, so that Swift needn't check each access for them.
    @exclusivity(unchecked) var state: State

    init(_ state: State) { self.state = state }

    /// Changes the state in place.
    func update<Result>(_ change: (inout State) -> Result) -> Result { change(&state) }
}

/// An operator that gets messages from several sides: each message may change its state and emit events.
///
/// It handles one message at a time. After it has emitted an end, it drops messages.
final class StateMachine<Message: Sendable, State, Value: Sendable, Failure: Error>: Sendable {
    /// Applies a message to the state. It passes resulting events to the machine's `emit`.
    typealias Transition = @Sendable (Message, inout State, StateMachine) -> Void

    private let mailbox = SerialMailbox<Message>()
    private let state: Serial<State>
    private let isOver = Serial(false)
    private let transition: Transition
    private let receive: Signal<Value, Failure>.Receive

    init(
        _ state: State, to receive: @escaping Signal<Value, Failure>.Receive, transition: @escaping Transition
    ) {
        self.state = Serial(state)
        self.receive = receive
        self.transition = transition
    }

    func send(_ message: Message) {
        mailbox.pass(message) { message in
            if !isOver.state { state.update { transition(message, &$0, self) } }
        }
    }

    /// Sends an event to the subscriber. Only call this while handling a message.
    func emit(_ event: Event<Value, Failure>) {
        guard !isOver.state else { return }
        isOver.state = event.isEnd
        receive(event)
    }
}

/// The steps of a subscription, one after the other. Disposing of a step begins the next.
///
/// The next step begins after the call that began the current one has returned. So a million steps that end at once
/// need no more stack than one.
final class SequentialSteps: Sendable {
    /// Begins a step, and adds its clean-up to the given part of the subscription.
    typealias Step = @Sendable (CompositeDisposable) -> Void

    private let mailbox = SerialMailbox<Step>()
    private let current = SerialDisposable()

    init(partOf subscription: CompositeDisposable) {
        subscription.add(current)
    }

    func next(_ step: @escaping Step) {
        mailbox.pass(step) { step in
            let part = CompositeDisposable()
            current.hold(part)
            // If the whole subscription is disposed of, so is the part.
            if !part.isDisposed { step(part) }
        }
    }
}

/// A first-in, first-out queue with constant time at both ends.
struct RingBuffer<Element: Sendable>: Sendable {
    /// The storage. Its size is always a power of two, so that a mask wraps around.
    private var places: [Element?] = []
    private var front = 0

    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: Element? { isEmpty ? nil : places[front] }

    /// All elements, first to last.
    var elements: [Element] { (0..<count).compactMap { places[place($0)] } }

    mutating func append(_ element: Element) {
        if count == places.count { grow() }
        places[place(count)] = element
        count += 1
    }

    /// Appends an element, and returns the first one if there are now more than `capacity`.
    mutating func append(_ element: Element, keeping capacity: Int) -> Element? {
        append(element)
        return count > capacity ? popFirst() : nil
    }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            front = place(1)
            count -= 1
        }
        return places[front].take()
    }

    /// The index in `places` of the element at this position.
    private func place(_ number: Int) -> Int { (front + number) & (places.count - 1) }

    private mutating func grow() {
        places = elements.map { $0 } + Array(repeating: nil, count: max(4, count))
        front = 0
    }
}
