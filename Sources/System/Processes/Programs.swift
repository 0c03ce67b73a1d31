import Dispatch
import Glibc

/// Runs programs, a limited number at once; others wait their turn. No program uses a thread.
package final class Programs: Sendable {
    private struct State {
        var running = 0
        /// In the order of their arrival.
        var waiting: [ProgramRun] = []
    }

    private let atOnce: Int
    /// A separate queue, so that pipes are read and ends noticed even while everything else waits for these programs.
    /// It never waits itself.
    private let queue = DispatchQueue(label: "lede.programs")
    private let state = Locked(State())

    /// By default two for each core, since most programs wait for something.
    package init(atOnce: Int? = nil) {
        self.atOnce = max(1, atOnce ?? 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        // Our parent may have ignored SIGCHLD, and then the kernel keeps no status of ended children.
        signal(SIGCHLD, SIG_DFL)
    }

    /// Runs a program when its turn comes, and calls `finish` exactly once with its output. `finish` runs on the queue
    /// of these programs and must not block it.
    @discardableResult
    package func run(
        _ program: Program, finish: @escaping @Sendable (Result<[UInt8], ProgramFailure>) -> Void
    ) -> ProgramRun {
        let run = ProgramRun(program, on: queue, finish: finish)
        state.withLock { $0.waiting.append(run) }
        queue.async { self.startNext() }
        return run
    }

    private func startNext() {
        let next: ProgramRun? = state.withLock { state in
            state.waiting.removeAll { $0.isOver }
            guard state.running < atOnce, !state.waiting.isEmpty else { return nil }
            state.running += 1
            return state.waiting.removeFirst()
        }
        next?.start {
            self.state.withLock { $0.running -= 1 }
            self.queue.async { self.startNext() }
        }
    }
}

/// A program to run behind the screen. It gets no terminal, and its output comes back as bytes.
package struct Program: Equatable, Sendable {
    /// The program and its arguments. It is found along `PATH`.
    package let arguments: [String]
    /// The bytes for standard input. Without them, the input is empty.
    package var input: [UInt8]?
    /// Variables to add to our environment or to replace in it.
    package var environment: [String: String] = [:]
    /// Nil means no limit.
    package var timeout: Duration? = .seconds(30)
    /// The most bytes that it may print. Nil means no limit, and then the output isn't kept.
    package var outputLimit: Int? = 32 << 20

    package init(_ arguments: [String]) {
        self.arguments = arguments
    }

    /// A shell command, which must always be one that the user wrote.
    package init(shell line: String) {
        self.init(["/bin/sh", "-c", line])
    }
}

/// One run of a program, from its turn to its end. Everything except `cancel` happens on one serial queue.
package final class ProgramRun: Sendable {
    private struct State {
        /// Nil once the run is over and reported.
        var finish: (@Sendable (Result<[UInt8], ProgramFailure>) -> Void)?
        /// Called when the ended program makes room for another.
        var makeRoom: @Sendable () -> Void = {}
        /// The reason why we are ending it, if it doesn't end by itself.
        var verdict: ProgramFailure?
        var printed: [UInt8] = []
        var complaint = Complaint()
        var child: Child?
        var hasEnded = false
        /// Whether its group got the last signal. Until then the process isn't reaped, since the signal could reach
        /// another process with its number.
        var isKilled = false
        var end: Watch?
        var output: Watch?
        var errors: Watch?
        var countdown: Countdown?
    }

    /// How long a program may take to end when asked, before it is killed with all that it started.
    private static let grace = Duration.seconds(2)

    private let program: Program
    private let queue: DispatchQueue
    private let state: Locked<State>

    init(
        _ program: Program, on queue: DispatchQueue,
        finish: @escaping @Sendable (Result<[UInt8], ProgramFailure>) -> Void
    ) {
        self.program = program
        self.queue = queue
        state = Locked(State(finish: finish))
    }

    /// Ends the program and all that it started. `finish` gets `cancelled`. Does nothing after the end.
    package func cancel() { queue.async { self.stop(.cancelled) } }

    /// Whether the run is over. It may have been cancelled before its turn.
    var isOver: Bool { state.withLock { $0.finish == nil } }

    func start(makeRoom: @escaping @Sendable () -> Void) {
        state.withLock { $0.makeRoom = makeRoom }
        let child: Child
        do throws(ProgramFailure) {
            child = try Child(program)
        } catch {
            return conclude(.failure(error))
        }
        let end = Watch(child.end, on: queue) { self.handleEnd() }
        let output = Watch(child.output.read, on: queue, close: child.output.close) { self.readOutput() }
        let errors = Watch(child.errors.read, on: queue, close: child.errors.close) { self.readErrors() }
        let countdown = program.timeout.map { timeout in
            Countdown(timeout, on: queue) { self.stop(.timedOut(after: timeout)) }
        }
        state.withLock { state in
            state.child = child
            state.end = end
            state.output = output
            state.errors = errors
            state.countdown = countdown
        }
    }

    private func readOutput() {
        var isTooLong = false
        state.withLock { $0.output }?.read { bytes in
            guard let limit = program.outputLimit else { return true }
            isTooLong = state.withLock { state in
                state.printed.append(contentsOf: bytes)
                return state.printed.count > limit
            }
            return !isTooLong
        }
        if isTooLong, let limit = program.outputLimit { stop(.tooLong(limit: limit)) }
    }

    private func readErrors() {
        state.withLock { $0.errors }?.read { bytes in
            state.withLock { $0.complaint.append(bytes) }
            return true
        }
    }

    private func handleEnd() {
        // The pipes now have all of its own output. Programs that it left running may still hold the pipes, but they
        // don't count.
        readOutput()
        readErrors()
        let (child, verdict, isKilled) = state.withLock { state in
            state.hasEnded = true
            state.end?.stop()
            return (state.child, state.verdict, state.isKilled)
        }
        guard let child else { return }
        if let verdict {
            if isKilled { _ = Launch.reap(child.process) }
            conclude(.failure(verdict))
        } else {
            conclude(result(ofStatus: Launch.reap(child.process)))
        }
    }

    private func result(ofStatus status: Int32) -> Result<[UInt8], ProgramFailure> {
        let (printed, complaint) = state.withLock { ($0.printed, $0.complaint.lastLine) }
        return switch ForegroundProcess.End(status: status) {
        case .exited(0): .success(printed)
        case .exited(let code): .failure(.exited(code: code, complaint: complaint))
        case .killed(let signal): .failure(.killed(signal: signal, complaint: complaint))
        case .notStarted(let reason): .failure(.notStarted(reason))
        }
    }

    /// Ends the program if it runs, and reports it once it has ended or been killed.
    private func stop(_ verdict: ProgramFailure) {
        let (isRunning, process) = state.withLock { state in
            let isRunning = state.finish != nil && state.verdict == nil
            if isRunning { state.verdict = verdict }
            return (isRunning, state.child?.process)
        }
        guard isRunning else { return }
        guard let process else { return conclude(.failure(verdict)) }
        Child.signalGroup(of: process, SIGTERM)
        let countdown = Countdown(Self.grace, on: queue) { self.kill(process, verdict) }
        state.withLock { state in
            state.output?.stop()
            state.errors?.stop()
            state.countdown?.stop()
            state.countdown = countdown
        }
    }

    private func kill(_ process: pid_t, _ verdict: ProgramFailure) {
        Child.signalGroup(of: process, SIGKILL)
        let hasEnded = state.withLock { state in
            state.isKilled = true
            state.countdown?.stop()
            return state.hasEnded
        }
        if hasEnded { _ = Launch.reap(process) }
        conclude(.failure(verdict))
    }

    private func conclude(_ result: Result<[UInt8], ProgramFailure>) {
        let told = state.withLock { state in
            // If the program is already being ended, this is the countdown to its kill, which continues.
            if state.verdict == nil { state.countdown?.stop() }
            state.output?.stop()
            state.errors?.stop()
            state.printed = []
            defer {
                state.finish = nil
                state.makeRoom = {}
            }
            return (finish: state.finish, makeRoom: state.makeRoom)
        }
        told.finish?(result)
        told.makeRoom()
    }
}

/// The reason why a program produced no output.
package enum ProgramFailure: Error, Equatable {
    case notStarted(String)
    /// The program failed with this exit code; the complaint is the last line of its error output.
    case exited(code: Int32, complaint: String)
    case killed(signal: Int32, complaint: String)
    case timedOut(after: Duration)
    case tooLong(limit: Int)
    case cancelled
}

extension ProgramFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let reason): "can't start the command: \(reason)"
        case .exited(let code, let complaint): "the command failed with exit code \(code)" + Self.quoting(complaint)
        case .killed(let signal, let complaint):
            "the command was killed by signal \(signal)" + Self.quoting(complaint)
        case .timedOut(let limit): "the command took longer than \(limit.inWords), so lede stopped it"
        case .tooLong(let limit): "the command printed more than \(limit >> 20) MB, so lede stopped it"
        case .cancelled: "the command was stopped"
        }
    }

    /// What to do about a program that the config file names; nil if the user stopped it.
    package var advice: String? {
        switch self {
        case .notStarted: "check its name in your config file"
        case .exited, .killed: "run it in a shell to see why"
        case .timedOut, .tooLong: "change it in your config file"
        case .cancelled: nil
        }
    }

    /// The description with the advice.
    package var withAdvice: String { [description, advice].compactMap(\.self).joined(separator: ": ") }

    private static func quoting(_ complaint: String) -> String { complaint.isEmpty ? "" : ": \(complaint)" }
}

extension Duration {
    fileprivate var inWords: String {
        let (seconds, attoseconds) = components
        return seconds > 0 ? "\(seconds) s" : "\(attoseconds / 1_000_000_000_000_000) ms"
    }
}

/// The end of a program's error output. The beginning of a long text is dropped.
struct Complaint {
    private static let longest = 4 << 10
    private static let longestLine = 300

    private var bytes: [UInt8] = []

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
        if bytes.count > 2 * Self.longest { bytes.removeFirst(bytes.count - Self.longest) }
    }

    /// The last line with visible text, which usually says what went wrong.
    var lastLine: String {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let line = lines.last { line in line.contains { $0 > 0x20 } } ?? []
        return String(decoding: line.prefix(Self.longestLine), as: UTF8.self)
    }
}
