import Glibc
import Locks

/// A file descriptor that closes with its last owner, and that no child inherits.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

/// Held while a child starts, and while a descriptor is open that isn't close-on-exec yet.
///
/// accept(), pipe() and openpty() make such descriptors; what another test started in between would keep them open.
///
/// Its state says nothing. It isn't Void, since the thread sanitizer takes a state without size for the lock's own
/// first word and reports a race on it.
let inheritance = Locked(false)

extension Descriptor {
    /// Takes on descriptors as they are made, or throws when none were.
    static func adopt(_ call: String, _ make: () -> [Int32]?) throws(SystemFailure) -> [Descriptor] {
        let made = inheritance.withLock { _ in
            let numbers = make()
            numbers?.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
            return numbers
        }
        guard let made else { throw SystemFailure(call) }
        return made.map(Descriptor.init)
    }

    static func pipe() throws(SystemFailure) -> (reading: Descriptor, writing: Descriptor) {
        let ends = try adopt("pipe") {
            var ends: [Int32] = [-1, -1]
            return Glibc.pipe(&ends) == 0 ? ends : nil
        }
        return (ends[0], ends[1])
    }

    /// Makes reading and writing return at once, so that only poll() ever waits.
    func stopBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }
}
