import Glibc
import Locks

/// A file descriptor that is closed with its last owner and that no child inherits.
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
/// accept(), pipe() and openpty() create such descriptors. A program that another test starts at that moment would keep
/// them open.
///
/// The state has no meaning. It isn't Void because the thread sanitizer mistakes a state without a size for the lock's
/// first word and reports a race on it.
let inheritance = Locked(false)

extension Descriptor {
    /// Adopts new descriptors, or throws if the call failed.
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

    /// Makes reads and writes return at once, so that only poll() ever waits.
    func stopBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }
}
