import Locks
import Synchronization

/// Lets one thread in at a time, and lets none wait. A thread that finds it busy leaves a message, which the thread
/// inside handles before it leaves.
///
/// This keeps events serial. No lock is held while a message is handled, so the handler may enter again, which leaves a
/// message like any other.
struct Turnstile<Message: Sendable>: ~Copyable, Sendable {
    /// What happened to a thread that entered with a message.
    enum Turn {
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
    func pass(_ message: @autoclosure () -> Message, _ deal: (Message) -> Void) {
        proceed(enter(with: message()), with: message(), deal)
    }

    /// Finishes what `enter` began.
    func proceed(_ turn: Turn, with message: @autoclosure () -> Message, _ deal: (Message) -> Void) {
        switch turn {
        case .inside:
            deal(message())
            leave(deal)
        case .insideWithMail: leave(deal)
        case .served: break
        }
    }

    /// Enters or leaves a message, which is made only then. A thread that gets inside must call `proceed` or `leave`.
    func enter(with message: @autoclosure () -> Message) -> Turn {
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
    func leave(_ deal: (Message) -> Void) {
        while !gate.compareExchange(expected: Gate.taken, desired: Gate.free, ordering: .releasing).exchanged {
            let waiting = mail.withLock { mail in
                gate.store(Gate.taken, ordering: .relaxed)
                defer { mail = [] }
                return mail
            }
            for message in waiting { deal(message) }
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
