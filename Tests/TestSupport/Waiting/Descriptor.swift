import CLinux
import Glibc

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

extension Descriptor {
    /// Adopts new descriptors, or throws if the call failed.
    static func adopt(_ call: String, _ make: () -> [Int32]?) throws(SystemFailure) -> [Descriptor] {
        guard let made = make() else { throw SystemFailure(call) }
        for number in made { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return made.map(Descriptor.init)
    }

    static func pipe() throws(SystemFailure) -> (reading: Descriptor, writing: Descriptor) {
        let ends = try adopt("pipe2") {
            var ends: [Int32] = [-1, -1]
            return pipe2(&ends, O_CLOEXEC) == 0 ? ends : nil
        }
        return (ends[0], ends[1])
    }

    /// Makes reads and writes return at once, so that only poll() ever waits.
    func stopBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }
}
