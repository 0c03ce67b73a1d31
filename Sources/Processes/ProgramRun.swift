import Dispatch
import Glibc
import Locks

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
        let end = Watch(child.end, on: queue, close: child.closeEnd) { self.handleEnd() }
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
            if isKilled { _ = Child.reap(child.process) }
            conclude(.failure(verdict))
        } else {
            conclude(result(ofStatus: Child.reap(child.process)))
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
        if hasEnded { _ = Child.reap(process) }
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
