import Glibc

/// A named pipe that a program holds open: a test learns from it when the program has begun, and when it is gone together with
/// all that it started.
package final class Lifeline: Sendable {
    /// What the program does first, as lines for the shell.
    package var take: String { "exec 3>\(path); echo >&3" }

    private let path: String
    private let pipe: Descriptor

    package init(in home: Home) throws {
        path = "\(home.path)/lifeline"
        guard mkfifo(path, 0o600) == 0 else { throw SystemFailure("mkfifo") }
        let pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { throw SystemFailure("open") }
        self.pipe = Descriptor(pipe)
    }

    package func waitUntilTaken(within seconds: Double = 20) throws {
        guard try next(before: Deadline(in: seconds)) == .bytes([UInt8(ascii: "\n")]) else {
            throw LifelineFailure.endedAtOnce
        }
    }

    /// Waits until nobody holds it, who must have taken it before.
    package func waitUntilReleased(within seconds: Double = 20) throws {
        let deadline = Deadline(in: seconds)
        while try next(before: deadline) != .ended {}
    }

    private func next(before deadline: Deadline) throws -> Reading {
        // Before anybody has opened it, it can be read to its end, but nothing happens on it.
        guard Poll.wait(for: [(pipe.number, Poll.readable)], until: deadline) != [0] else {
            throw LifelineFailure.nothingHappened
        }
        return pipe.read()
    }
}

package enum LifelineFailure: Error {
    /// Nobody wrote to it.
    case endedAtOnce
    /// Nobody took it in time, or somebody still holds it.
    case nothingHappened
}
