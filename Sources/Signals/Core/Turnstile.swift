import Locks
import Synchronization

/// Lets one thread through at a time and makes none wait: who finds it taken leaves a message, which the thread inside
/// deals with before it leaves.
///
/// This is what keeps events serial. No lock is held while a message is dealt with, so whoever deals with it may come
/// here again, which leaves a message like any other.
struct Turnstile<Message: Sendable>: ~Copyable, Sendable {
    /// How one got on who came with a message.
    enum Turn {
        /// Inside, with the message still to be dealt with.
        case inside
        /// Inside, with the message in the mail, which `leave` deals with.
        case insideWithMail
        /// Not inside: someone else deals with the message.
        case served
    }

    private let gate = Atomic(Gate.free)
    private let mail = Locked<[Message]>([])

    /// Deals with the message, or has it dealt with by the one inside; messages are dealt with in the order they come.
    func pass(_ message: @autoclosure () -> Message, _ deal: (Message) -> Void) {
        proceed(enter(with: message()), with: message(), deal)
    }

    /// Goes on after `enter`.
    func proceed(_ turn: Turn, with message: @autoclosure () -> Message, _ deal: (Message) -> Void) {
        switch turn {
        case .inside:
            deal(message())
            leave(deal)
        case .insideWithMail: leave(deal)
        case .served: break
        }
    }

    /// Gets in line. Whoever is let inside has to go on with `proceed` or `leave`; the message is only made to be left.
    func enter(with message: @autoclosure () -> Message) -> Turn {
        if gate.compareExchange(expected: .free, desired: .taken, ordering: .acquiring).exchanged {
            return .inside
        }
        let message = message()
        return mail.withLock { mail in
            mail.append(message)
            let before = gate.exchange(.takenWithMail, ordering: .acquiringAndReleasing)
            return before == .free ? .insideWithMail : .served
        }
    }

    /// Deals with everything that came meanwhile, and frees the way.
    func leave(_ deal: (Message) -> Void) {
        while !gate.compareExchange(expected: .taken, desired: .free, ordering: .releasing).exchanged {
            let waiting = mail.withLock { mail in
                gate.store(.taken, ordering: .relaxed)
                defer { mail = [] }
                return mail
            }
            for message in waiting { deal(message) }
        }
    }
}

private enum Gate: UInt8, AtomicRepresentable {
    case free
    case taken
    case takenWithMail
}
