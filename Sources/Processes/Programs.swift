import Dispatch
import Glibc
import Locks

/// Runs programs, so many at once; the others wait for their turn. None costs a thread, and where none runs nothing does.
package final class Programs: Sendable {
    private struct State {
        var running = 0
        /// In the order in which they came.
        var waiting: [ProgramRun] = []
    }

    private let atOnce: Int
    /// Its own, so that pipes are read and ends are heard of while all else waits for these programs. It never waits itself.
    private let queue = DispatchQueue(label: "lede.programs")
    private let state = Locked(State())

    /// Two for each core unless another number is given: most of them wait for something.
    package init(atOnce: Int? = nil) {
        self.atOnce = max(1, atOnce ?? 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        // Who started us may have ignored the ends of children, and the kernel then keeps none for us to ask about.
        signal(SIGCHLD, SIG_DFL)
    }

    /// Runs a program when its turn comes, and calls `finish` exactly once with what it printed: on the queue of these
    /// programs, which `finish` may not block.
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
