import Foundation
import Glibc
import System

/// A child process and the group that it leads. Both are killed with this object, so that nothing outlives a test.
///
/// The child is reaped as soon as it ends: beside one that isn't, Swift Testing's wait for exit tests takes all of a core.
final class ChildProcess: Sendable {
    let identifier: pid_t
    let ended = Latch()
    private let state = Locked(State())

    private struct State {
        /// How the child ended.
        var exit: Exit?
        /// Whether processes of the group had outlived the child. While they live, no other process can get its number.
        var leftOthers = false
    }

    init(identifier: pid_t) {
        self.identifier = identifier
        Thread.detachNewThread { [ended, state] in
            waitForEnd(of: identifier)
            state.withLock { state in
                state.exit = reap(identifier)
                state.leftOthers = kill(-identifier, 0) == 0
            }
            ended.set()
        }
    }

    deinit {
        state.withLock { state in
            if state.exit == nil || state.leftOthers { _ = kill(-identifier, SIGKILL) }
        }
        _ = ended.wait(until: .never)
    }

    /// How the child ended, or nil while it runs.
    var exit: Exit? { state.withLock { $0.exit } }

    func signal(_ signal: Int32) {
        state.withLock { state in
            if state.exit == nil { kill(identifier, signal) }
        }
    }
}

/// Waits for the end of a child without reaping it, so that its number stays its own.
private func waitForEnd(of identifier: pid_t) {
    var report = siginfo_t()
    while waitid(P_PID, id_t(identifier), &report, WEXITED | WNOWAIT) < 0, errno == EINTR {}
}

/// Reaps an ended child.
private func reap(_ identifier: pid_t) -> Exit? {
    var report = siginfo_t()
    while waitid(P_PID, id_t(identifier), &report, WEXITED) < 0 {
        guard errno == EINTR else { return nil }
    }
    let number = report._sifields._sigchld.si_status
    return report.si_code == Int32(CLD_EXITED) ? .status(number) : .signal(number)
}
