import Dispatch
import Glibc
import MainQueue

/// A program that gets the terminal to itself until it ends, such as a browser in text.
package enum ForegroundProcess {
    /// How it went.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It was never there: why it could not be started.
        case notStarted(String)

        /// What waitpid() says of a program that has ended.
        init(status: Int32) {
            // The low seven bits hold the signal, the second byte the exit code (wait(2)).
            let signal = status & 0x7F
            self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
        }

        /// What a person is told of the program; nil where it went well.
        package func problem(of name: String) -> String? {
            switch self {
            case .exited(0): nil
            case .exited(let code): "\(name) failed with exit code \(code)"
            case .killed(let signal): "\(name) was killed by signal \(signal)"
            case .notStarted(let reason):
                // What the system says of it may begin with its name.
                "can't start \(name): \(reason.hasPrefix("\(name): ") ? String(reason.dropFirst(name.count + 2)) : reason)"
            }
        }
    }

    /// Its own, since its thread waits for as long as the program runs.
    private static let waiting = DispatchQueue(label: "lede.foreground-process")

    /// Starts the program from its list of arguments, never through a shell, and calls `finish` on the main queue
    /// when it has ended. The main queue goes on in the meantime. The program reads the terminal, or `input` if there is one.
    /// A `heading` is printed before it. Where there is a `question`, what the program has printed stays until the person answers that by Enter.
    package static func run(
        _ arguments: [String], environment: [String: String], input: [UInt8]? = nil, heading: String? = nil,
        question: String? = nil, finish: @escaping @MainActor @Sendable (End) -> Void
    ) {
        waiting.async {
            if let heading { tell("\(heading)\n") }
            let end = runAndWait(arguments, environment, input)
            if let question, case .exited = end { ask(question) }
            MainQueue.async { finish(end) }
        }
    }

    /// The same for a thread that may wait.
    package static func runAndWait(
        _ arguments: [String], _ environment: [String: String], _ input: [UInt8]? = nil
    ) -> End {
        guard let program = arguments.first else { return .notStarted("no program given") }
        do throws(Launch.Failure) {
            var descriptors: [(ours: Int32, theirs: Int32)] = []
            defer { for descriptor in descriptors { close(descriptor.ours) } }
            if let input { descriptors.append((try Launch.file(holding: input), STDIN_FILENO)) }
            return wait(
                for: try Launch.start(
                    program, arguments, variables: environment.map { strdup("\($0)=\($1)") }, descriptors: descriptors))
        } catch {
            return .notStarted(error.reason)
        }
    }

    /// Waits for a line, as the terminal gives lines: so its modes stay as they are, whatever ends lede meanwhile.
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
