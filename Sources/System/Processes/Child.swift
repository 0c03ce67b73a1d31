import CLinux
package import Dispatch
import Glibc

/// A started program and its descriptors. The owner closes them and reaps the process.
struct Child {
    /// A pipe from the program. We keep both ends so that it never hangs up: then dispatch's loop would go on reading
    /// in its record of a descriptor after waking the queue, whose other thread may free that record
    /// (swift-corelibs-libdispatch, issue 949). The end of the process tells that the output is complete.
    struct Pipe {
        let read: Int32
        let write: Int32

        /// Only our end is non-blocking: programs don't expect to be told to try again.
        init() throws(Launch.Failure) {
            var ends: [Int32] = [-1, -1]
            guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Launch.Failure() }
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            (read, write) = (ends[0], ends[1])
        }

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
        defer { if let input { close(input) } }
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

    /// Sends a signal to the process and to everything that it started and that is still in its group.
    static func signalGroup(of process: pid_t, _ signal: Int32) { kill(-process, signal) }

    private static func openInput(_ bytes: [UInt8]?) throws(ProgramFailure) -> Int32? {
        guard let bytes else { return nil }
        do throws(Launch.Failure) { return try Launch.file(holding: bytes) } catch { throw .notStarted(error.reason) }
    }

    private static func makePipe() throws(ProgramFailure) -> Pipe {
        do throws(Launch.Failure) { return try Pipe() } catch { throw .notStarted(error.reason) }
    }

    private static func spawn(
        _ program: Program, input: Int32?, output: Int32, errors: Int32
    ) throws(ProgramFailure) -> pid_t {
        guard let name = program.arguments.first else { throw .notStarted("no program given") }
        let input = input.map { ($0, STDIN_FILENO) }
        do throws(Launch.Failure) {
            return try Launch.start(
                name, program.arguments, variables: environment(adding: program.environment),
                descriptors: [input, (output, STDOUT_FILENO), (errors, STDERR_FILENO)].compactMap { $0 },
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
        do throws(Launch.Failure) { return try Launch.watchEnd(of: process) } catch { throw .notStarted(error.reason) }
    }
}

/// The environment variables of this process.
package enum Environment {
    /// The variables by name. Foundation has the same, but its first use would slow the start.
    package static var variables: [String: String] {
        // As many as most users have.
        var variables = [String: String](minimumCapacity: 64)
        each { name, variable, value in
            // The first of several counts, as in getenv.
            if variables[name] == nil { variables[name] = String(cString: value) }
        }
        return variables
    }

    /// Passes each variable in place, as “name=value”, with its name and the position of its value.
    static func each(
        _ body: (_ name: String, _ variable: UnsafeMutablePointer<CChar>, _ value: UnsafeMutablePointer<CChar>) -> Void
    ) {
        var next = lede_environment()
        while let variable = next?.pointee {
            next = next?.advanced(by: 1)
            guard let equals = strchr(variable, Int32(UInt8(ascii: "="))) else { continue }
            let name = UnsafeRawBufferPointer(start: variable, count: equals - variable)
            body(String(decoding: name, as: UTF8.self), variable, equals + 1)
        }
    }
}

/// Reads from a descriptor whenever there is input, until `stop`, which closes it, unless it is closed by `close`.
/// Everything happens on one serial queue.
///
/// Dispatch sees an epoll descriptor in front of it, since it may crash when what it watches hangs up (see `Child.Pipe`).
package final class Watch: Sendable {
    private struct State {
        let source: any DispatchSourceRead
        var isStopped = false
    }

    private let descriptor: Int32
    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private let state: Locked<State>

    package init(
        _ descriptor: Int32, on queue: DispatchQueue, close: (@Sendable () -> Void)? = nil,
        look: @escaping @Sendable () -> Void
    ) {
        self.descriptor = descriptor
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
        // Without descriptors left, it is better than nothing to watch it directly.
        let watched = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 ? epoll : descriptor
        state = Locked(State(source: DispatchSource.makeReadSource(fileDescriptor: watched, queue: queue)))
        state.withLock { [epoll] state in
            state.source.setEventHandler(handler: look)
            state.source.setCancelHandler {
                if epoll >= 0 { Glibc.close(epoll) }
                if let close { close() } else { Glibc.close(descriptor) }
            }
            state.source.activate()
        }
    }

    package func stop() {
        state.withLock { state in
            state.isStopped = true
            state.source.cancel()
        }
    }

    /// Reads the available bytes while `receive` returns true; returns false if no more will come.
    ///
    /// At most two megabytes, since other descriptors wait: that is more than a pipe holds once nobody writes to it.
    @discardableResult
    package func read(receive: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            for _ in 0..<32 where !state.withLock({ $0.isStopped }) {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 { return errno == EAGAIN || errno == EINTR }
                guard count > 0 else { return false }
                guard receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return true }
            }
            return true
        }
    }
}

/// An action that runs after a while unless it is stopped before.
final class Countdown: Sendable {
    private let source: Locked<any DispatchSourceTimer>

    init(_ duration: Duration, on queue: DispatchQueue, finish: @escaping @Sendable () -> Void) {
        source = Locked(DispatchSource.makeTimerSource(queue: queue))
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        source.withLock { source in
            source.setEventHandler(handler: finish)
            source.schedule(deadline: .now() + .nanoseconds(Int(max(0, min(nanoseconds, 1e18)))))
            source.activate()
        }
    }

    func stop() { source.withLock { $0.cancel() } }
}
