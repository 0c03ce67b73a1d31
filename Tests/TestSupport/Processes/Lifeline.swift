import Glibc

/// A named pipe that a program keeps open. It tells a test when the program has begun, and when the program and
/// everything that it started are gone.
package final class Lifeline: Sendable {
    /// The lines of shell script with which the program opens the pipe. They must come first.
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

    /// Waits until programs have opened the pipe so many times. The first must keep it open until then.
    package func waitUntilTaken(times: Int = 1, within seconds: Double = Deadline.patience) throws {
        let deadline = Deadline(in: seconds)
        var left = times
        while left > 0 {
            guard case .bytes(let lines) = try next(before: deadline) else { throw LifelineFailure.endedAtOnce }
            left -= lines.count
        }
    }

    /// Waits until no process has the pipe open. A process must have opened it before.
    package func waitUntilReleased(within seconds: Double = Deadline.patience) throws {
        let deadline = Deadline(in: seconds)
        while try next(before: deadline) != .ended {}
    }

    private func next(before deadline: Deadline) throws -> Reading {
        // Until a process opens the pipe, reading reports its end, but poll() reports nothing.
        guard Poll.wait(for: [(pipe.number, Poll.readable)], until: deadline) != [0] else {
            throw LifelineFailure.nothingHappened
        }
        return pipe.read()
    }
}

package enum LifelineFailure: Error {
    /// Nobody wrote to the pipe.
    case endedAtOnce
    /// Nobody opened the pipe in time, or somebody still has it open.
    case nothingHappened
}
