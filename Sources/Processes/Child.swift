import CLinux
import Glibc

/// A program that was started, and what leads to it. Who has it closes that, and reaps the process.
struct Child {
    /// A pipe from the program, of which we keep both ends, so that it is never hung up: dispatch's loop reads on then in
    /// what it keeps of a descriptor, after it has woken the queue that may let go of that on another thread
    /// (swift-corelibs-libdispatch, issue 949). That all has been printed is told by the end of the process.
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

    /// Starts a program in a session of its own: all that it starts can be ended together, the keys of the terminal mean
    /// others, and it can't write into the picture that the terminal shows.
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

    /// Sends a signal to the process and to all that it has started and not let go of.
    static func signalGroup(of process: pid_t, _ signal: Int32) { kill(-process, signal) }

    /// Takes the end of a process that has ended. Until then its number is no other's.
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
        // Our end alone: programs don't expect to be told to come back later.
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
        // A kernel older than 5.3.
        let failure = lastError
        signalGroup(of: process, SIGKILL)
        _ = reap(process)
        throw failure
    }

    private static var lastError: ProgramFailure { .notStarted(String(cString: strerror(errno))) }
}
