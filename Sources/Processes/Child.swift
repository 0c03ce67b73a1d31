import CLinux
import Glibc
import Launching

/// A started program and its descriptors. The owner closes them and reaps the process.
struct Child {
    /// A pipe from the program. We keep both ends so that it never hangs up: then dispatch's loop would go on reading
    /// in its record of a descriptor after waking the queue, whose other thread may free that record
    /// (swift-corelibs-libdispatch, issue 949). The end of the process tells that the output is complete.
    struct Pipe {
        let read: Int32
        let write: Int32

        func close() {
            Glibc.close(read)
            Glibc.close(write)
        }
    }

    let process: pid_t
    /// Becomes readable when the process has ended.
    let end: Int32
    let output: Pipe
    let errors: Pipe

    /// Starts a program in its own session. So it can be ended with all that it started, it gets no keys of the
    /// terminal, and it can't write to the screen.
    init(_ program: Program) throws(ProgramFailure) {
        let input = try Self.openInput(program.input)
        defer { close(input) }
        output = try Self.makePipe()
        do throws(ProgramFailure) {
            errors = try Self.makePipe()
        } catch {
            output.close()
            throw error
        }
        do throws(ProgramFailure) {
            process = try Self.spawn(program, input: input, output: output.write, errors: errors.write)
            end = try Self.watch(process)
        } catch {
            output.close()
            errors.close()
            throw error
        }
    }

    func closeEnd() { close(end) }

    /// Sends a signal to the process and to everything that it started and that is still in its group.
    static func signalGroup(of process: pid_t, _ signal: Int32) { kill(-process, signal) }

    /// Reaps an ended process and returns its status. Until then no other process gets its number.
    static func reap(_ process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    private static func openInput(_ bytes: [UInt8]?) throws(ProgramFailure) -> Int32 {
        if let bytes {
            do throws(Launch.Failure) { return try Launch.file(holding: bytes) } catch {
                throw .notStarted(error.reason)
            }
        }
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard nothing >= 0 else { throw lastError }
        return nothing
    }

    private static func makePipe() throws(ProgramFailure) -> Pipe {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw lastError }
        // Only our end is non-blocking: programs don't expect to be told to try again.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return Pipe(read: ends[0], write: ends[1])
    }

    private static func spawn(
        _ program: Program, input: Int32, output: Int32, errors: Int32
    ) throws(ProgramFailure) -> pid_t {
        guard let name = program.arguments.first else { throw .notStarted("no program given") }
        do throws(Launch.Failure) {
            return try Launch.start(
                name, program.arguments, variables: environment(adding: program.environment),
                descriptors: [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)],
                inNewSession: true)
        } catch {
            throw .notStarted("\(name): \(error.reason)")
        }
    }

    private static func environment(adding additions: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
        var variables = additions.map { strdup("\($0)=\($1)") }
        Environment.each { name, variable, _ in
            if additions[name] == nil { variables.append(strdup(variable)) }
        }
        return variables
    }

    private static func watch(_ process: pid_t) throws(ProgramFailure) -> Int32 {
        let end = pidfd_open(process, 0)
        if end >= 0 { return end }
        // On a kernel older than 5.3.
        let failure = lastError
        signalGroup(of: process, SIGKILL)
        _ = reap(process)
        throw failure
    }

    private static var lastError: ProgramFailure { .notStarted(String(cString: strerror(errno))) }
}
