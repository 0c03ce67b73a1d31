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
    /// when it has ended. The main queue goes on in the meantime. The program reads the terminal, or `input` if there is one.
    package static func run(
        _ arguments: [String], environment: [String: String], input: [UInt8]? = nil,
        finish: @escaping @MainActor @Sendable (End) -> Void
    ) {
        waiting.async {
            let end = runAndWait(arguments, environment, input)
            DispatchQueue.main.async { MainActor.assumeIsolated { finish(end) } }
        }
    }

    /// The same for a thread that may wait.
    package nonisolated static func runAndWait(
        _ arguments: [String], _ environment: [String: String], _ input: [UInt8]? = nil
    ) -> End {
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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var file: Int32 = -1
        defer { if file >= 0 { close(file) } }
        if let input {
            file = Self.file(holding: input)
            guard file >= 0 else { return .notStarted(String(cString: strerror(errno))) }
            posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
        }
        var process = pid_t()
        let status = posix_spawnp(&process, program, &actions, &attributes, &words, &variables)
        guard status == 0 else { return .notStarted(String(cString: strerror(status))) }
        return wait(for: process)
    }

    /// A file without a name, for a program to read from its beginning: a pipe would wait for the program to read.
    private nonisolated static func file(holding bytes: [UInt8]) -> Int32 {
        var name = Array("/tmp/lede-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return -1 }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR {
                close(descriptor)
                return -1
            }
            rest = rest.dropFirst(max(count, 0))
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
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
