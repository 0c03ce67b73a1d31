import Dispatch
import Glibc

/// A program that gets the terminal to itself until it ends, such as a browser in text.
package enum ForegroundProcess {
    /// How it went.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It was never there: why it could not be started.
        case notStarted(String)
    }

    /// A queue of its own, since its thread waits for as long as the program runs.
    private nonisolated static let waiting = DispatchQueue(label: "lede.foreground-process")

    /// Starts the program from its list of arguments, never through a shell, and calls `finish` on the main queue
    /// when it has ended. The main queue goes on in the meantime.
    package static func run(
        _ arguments: [String], environment: [String: String], finish: @escaping @MainActor @Sendable (End) -> Void
    ) {
        waiting.async {
            let end = runAndWait(arguments, environment)
            DispatchQueue.main.async { MainActor.assumeIsolated { finish(end) } }
        }
    }

    private nonisolated static func runAndWait(_ arguments: [String], _ environment: [String: String]) -> End {
        guard let program = arguments.first else { return .notStarted("no program is named") }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What we block and ignore is our own affair: the program starts with every signal as it is by default.
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var words = arguments.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in words + variables { free(string) } }
        var process = pid_t()
        let status = posix_spawnp(&process, program, nil, &attributes, &words, &variables)
        guard status == 0 else { return .notStarted(String(cString: strerror(status))) }
        return wait(for: process)
    }

    private nonisolated static func wait(for process: pid_t) -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted(String(cString: strerror(errno))) }
        }
        // The low seven bits hold the signal, the second byte the exit code (wait(2)).
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }
}
