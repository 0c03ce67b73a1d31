import Glibc
import Locks

/// A holder of leases, as a number that identifies its process, so that others can see when it has died.
package struct LeaseHolder: Equatable, Sendable {
    let number: Int64

    // From the lowest bit: a counter, the process id, and its start time in ticks of the kernel's clock.
    private static let countBits = 5
    private static let processBits = 22
    private static let startBits = 36

    private static let count = Locked<Int64>(0)

    /// A new holder in this process.
    package init() {
        let count = Self.count.withLock { count in
            count = (count + 1) % (1 << Self.countBits)
            return count
        }
        let process = getpid()
        let start = Self.start(of: process) ?? 0
        number = (start << Self.processBits | Int64(process)) << Self.countBits | count
    }

    init(number: Int64) {
        self.number = number
    }

    /// Whether its process still runs. If that is unknown, only time ends its leases.
    var isAlive: Bool {
        guard Self.start(of: getpid()) != nil else { return true }
        let process = pid_t(number >> Self.countBits & (1 << Self.processBits - 1))
        // A lede keeps its memory private, for which “hidepid” hides it from others in /proc (proc(5)).
        guard let start = Self.start(of: process) else {
            return process > 0 && (kill(process, 0) == 0 || errno == EPERM)
        }
        return start == number >> (Self.countBits + Self.processBits)
    }

    /// When a process was started; a later process with the same id has another time.
    private static func start(of process: pid_t) -> Int64? {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        // The program's name, in brackets, may contain anything. The third field, the state, follows it; this is the
        // 22nd.
        guard count > 0, let bracket = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[bracket..<count].split(separator: UInt8(ascii: " "))
        guard fields.count > 20, let ticks = Int64(String(decoding: fields[20], as: UTF8.self)) else { return nil }
        return ticks & (1 << startBits - 1)
    }
}
