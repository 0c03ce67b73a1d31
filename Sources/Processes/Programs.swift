import Dispatch
import Glibc
import Locks

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
