import CLinux
import Glibc
import Launching

/// The error output of a program that has the terminal, on its way there.
///
/// Prompts get through after a moment. The last lines before a failure are for the message: on the terminal they would
/// show only when lede ends.
struct HeldErrors {
    /// The program's end of the pipe.
    let theirs: Int32
    private let ours: Int32
    private var held: [UInt8] = []
    private var complaint = Complaint()

    /// How long a text is held, in milliseconds: a program that goes on for longer may wait for an answer.
    private static let moment: Int32 = 200

    init() throws(Launch.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Launch.Failure() }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        (ours, theirs) = (ends[0], ends[1])
    }

    func close() {
        Glibc.close(ours)
        Glibc.close(theirs)
    }

    /// Passes the output on until the program ends.
    mutating func follow(_ process: pid_t) {
        let end = pidfd_open(process, 0)
        guard end >= 0 else { return }
        defer { Glibc.close(end) }
        var hasEnded = false
        while !hasEnded {
            var events = [ours, end].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&events, 2, held.isEmpty ? -1 : Self.moment)
            if count == 0 { release() }
            hasEnded = count > 0 && events[1].revents != 0
            receive()
        }
    }

    /// Passes on what is held.
    mutating func release() {
        _ = write(STDERR_FILENO, held, held.count)
        held = []
    }

    /// The line that usually says what went wrong.
    var lastLine: String { complaint.lastLine }

    private mutating func receive() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ours, &bytes, bytes.count)
            guard count > 0 else { return }
            bytes[..<count].withUnsafeBytes { complaint.append($0) }
            // No message takes more.
            if held.count > 1 << 16 { release() }
            held += bytes[..<count]
        }
    }
}
