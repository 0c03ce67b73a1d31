import CLinux
import Glibc

/// Starts programs of every kind: with default signal handling, whatever we block or ignore, and with no descriptors
/// except the given ones.
package enum Launch {
    /// The reason why a program could not be started.
    package struct Failure: Error {
        package let reason: String

        package init(_ code: Int32 = errno) {
            reason = String(cString: strerror(code))
        }
    }

    /// Held while a program starts, until the new process is that program.
    private static let starting = Locked(())

    /// Stops the whole job, as Ctrl-Z does in a shell. The thread may run on for a moment, so work for the continued
    /// job has to wait for the signal that continues it.
    ///
    /// No program starts meanwhile: its process, stopped before it is a program, would never let the thread that starts
    /// it stop, and the shell would wait for both.
    package static func stopJob() { _ = starting.withLock { _ in kill(0, SIGSTOP) } }

    /// Starts a program, found along `PATH`, with our descriptors in place of its own, in their order. A silent one, or one
    /// in a new session, has nothing else: nothing of it appears on the screen. It frees the variables, which include their
    /// names.
    package static func start(
        _ name: String, _ arguments: [String], variables: [UnsafeMutablePointer<CChar>?],
        descriptors: [(ours: Int32, theirs: Int32)], silently isSilent: Bool = false, inNewSession: Bool = false
    ) throws(Failure) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let session = inNewSession ? lede_spawn_new_session() : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (ours, theirs) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
        for usual in STDIN_FILENO...STDERR_FILENO
        where (isSilent || inNewSession) && !descriptors.contains(where: { $0.theirs == usual }) {
            posix_spawn_file_actions_addopen(&actions, usual, "/dev/null", O_RDWR, 0)
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, descriptors.reduce(STDERR_FILENO) { max($0, $1.theirs) } + 1)

        var words = arguments.map { strdup($0) } + [nil]
        var variables = variables + [nil]
        defer { for string in words + variables { free(string) } }
        var process = pid_t()
        let status = starting.withLock { _ in posix_spawnp(&process, name, &actions, &attributes, &words, &variables) }
        guard status == 0 else { throw Failure(status) }
        return process
    }

    /// Starts a program that talks over a socket, which it has as this descriptor. The caller has the other end.
    package static func start(
        _ arguments: [String], variables: @autoclosure () -> [UnsafeMutablePointer<CChar>?], socketAt theirs: Int32,
        inNewSession: Bool = true
    ) throws(Failure) -> (process: Int32, socket: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure()
        }
        defer { close(ends[1]) }
        do throws(Failure) {
            let process = try start(
                arguments[0], arguments, variables: variables(), descriptors: [(ends[1], theirs)],
                inNewSession: inNewSession)
            return (process, ends[0])
        } catch {
            close(ends[0])
            throw error
        }
    }

    /// A descriptor that becomes readable when a process has ended. On a kernel older than 5.3, it is killed instead.
    package static func watchEnd(of process: Int32) throws(Failure) -> Int32 {
        let end = pidfd_open(process, 0)
        if end >= 0 { return end }
        let failure = Failure()
        kill(process, SIGKILL)
        _ = reap(process)
        throw failure
    }

    /// Waits for the end of a process and returns its status. Until then no other process gets its number.
    package static func reap(_ process: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Creates a file in memory for a program's input. The program may read it slowly or not at all; a pipe would make
    /// us wait.
    package static func file(holding bytes: [UInt8]) throws(Failure) -> Int32 {
        let file = memfd_create("lede", lede_memory_close_on_exec())
        guard file >= 0 else { throw Failure() }
        guard PrivateFiles.write(bytes[...], to: file), lseek(file, 0, SEEK_SET) == 0 else {
            let failure = Failure()
            close(file)
            throw failure
        }
        return file
    }
}
