import CLinux
import Dispatch
import Glibc

/// A program that has the terminal to itself until it ends, such as a browser for the terminal.
package enum ForegroundProcess {
    /// The outcome of the run.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// The reason why the program could not be started.
        case notStarted(String)

        /// Converts the status that waitpid() returns for an ended program.
        package init(status: Int32) {
            // The low seven bits hold the signal, the second byte the exit code (wait(2)).
            let signal = status & 0x7F
            self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
        }

        /// The message for the user; nil after success. The complaint is a line that the program printed.
        package func problem(of name: String, complaint: String = "") -> String? {
            let complaint = complaint.isEmpty ? "" : ": \(complaint)"
            return switch self {
            case .exited(0): nil
            case .exited(let code): "\(name) failed with exit code \(code)\(complaint)"
            case .killed(let signal): "\(name) was killed by signal \(signal)\(complaint)"
            case .notStarted(let reason):
                // What the system says of it may begin with its name.
                "can't start \(name): \(reason.hasPrefix("\(name): ") ? String(reason.dropFirst(name.count + 2)) : reason)"
            }
        }
    }

    /// A separate queue, since its thread waits as long as the program runs.
    private static let waiting = DispatchQueue(label: "lede.foreground-process")

    /// Runs a program from its list of arguments, never through a shell, and calls `finish` on the main queue when it
    /// ends. The main queue doesn't wait. The program reads the terminal, or `input` if given. `heading` is printed
    /// first. With a `question`, the output stays on the screen until the user presses Enter. If it `holdsErrors`,
    /// `finish` gets the line of them that usually says why the program failed.
    package static func run(
        _ arguments: [String], environment: [String: String], input: [UInt8]? = nil, heading: String? = nil,
        question: String? = nil, holdsErrors: Bool = false,
        finish: @escaping @MainActor @Sendable (End, _ complaint: String) -> Void
    ) {
        waiting.async {
            if let heading { tell("\(heading)\n") }
            var errors = holdsErrors ? try? HeldErrors() : nil
            defer { errors?.close() }
            let end = runAndWait(arguments, environment, input, &errors)
            if end == .exited(0) { errors?.release() }
            if let question, case .exited = end { ask(question) }
            let complaint = errors?.lastLine ?? ""
            MainQueue.async { finish(end, complaint) }
        }
    }

    /// Runs a program and waits for its end. Not for the main queue.
    package static func runAndWait(
        _ arguments: [String], _ environment: [String: String], silently isSilent: Bool = false
    ) -> End {
        var errors: HeldErrors?
        return runAndWait(arguments, environment, nil, &errors, silently: isSilent)
    }

    private static func runAndWait(
        _ arguments: [String], _ environment: [String: String], _ input: [UInt8]?, _ errors: inout HeldErrors?,
        silently isSilent: Bool = false
    ) -> End {
        guard let program = arguments.first else { return .notStarted("no program given") }
        do throws(Launch.Failure) {
            let file: Int32? = if let input { try Launch.file(holding: input) } else { nil }
            defer { if let file { close(file) } }
            let descriptors = [file.map { ($0, STDIN_FILENO) }, errors.map { ($0.theirs, STDERR_FILENO) }]
            let process = try Launch.start(
                program, arguments, variables: environment.map { strdup("\($0)=\($1)") },
                descriptors: descriptors.compactMap { $0 }, silently: isSilent)
            errors?.follow(process)
            return wait(for: process)
        } catch {
            return .notStarted(error.reason)
        }
    }

    /// Waits for a line, which the terminal provides in its normal modes: so those stay, even if lede is ended
    /// meanwhile.
    private static func ask(_ question: String) {
        tell("\n\(question)")
        var line = [UInt8](repeating: 0, count: 4096)
        while read(STDIN_FILENO, &line, line.count) < 0, errno == EINTR {}
    }

    private static func tell(_ words: String) {
        let words = Array(words.utf8)
        _ = write(STDOUT_FILENO, words, words.count)
    }

    private static func wait(for process: pid_t) -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted(String(cString: strerror(errno))) }
        }
        return End(status: status)
    }
}

/// The error output of a program that has the terminal, on its way there.
///
/// Prompts get through after a moment. The last lines before a failure are for the message: on the terminal they would
/// show only when lede ends.
private struct HeldErrors {
    private let pipe: Child.Pipe
    private var held: [UInt8] = []
    private var complaint = Complaint()

    /// How long a text is held, in milliseconds: a program that goes on for longer may wait for an answer.
    private static let moment: Int32 = 200

    init() throws(Launch.Failure) { pipe = try Child.Pipe() }

    /// The program's end of the pipe.
    var theirs: Int32 { pipe.write }

    func close() { pipe.close() }

    /// Passes the output on until the program ends.
    mutating func follow(_ process: pid_t) {
        let end = pidfd_open(process, 0)
        guard end >= 0 else { return }
        defer { Glibc.close(end) }
        var hasEnded = false
        while !hasEnded {
            var events = [pipe.read, end].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
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
            let count = read(pipe.read, &bytes, bytes.count)
            guard count > 0 else { return }
            bytes[..<count].withUnsafeBytes { complaint.append($0) }
            // No message takes more.
            if held.count > 1 << 16 { release() }
            held += bytes[..<count]
        }
    }
}
