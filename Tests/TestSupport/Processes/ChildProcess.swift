import Foundation
import Glibc
import System

/// A child process and the group that it leads. Both are killed with this object, so that nothing outlives a test.
///
/// The child is reaped only then. Until that moment no other process can get its number.
final class ChildProcess: Sendable {
    let identifier: pid_t
    let ended = Latch()
    private let outcome = Locked<Exit?>(nil)

    init(identifier: pid_t) {
        self.identifier = identifier
        Thread.detachNewThread { [ended, outcome] in
            let exit = waitForEnd(of: identifier)
            outcome.withLock { $0 = exit }
            ended.set()
        }
    }

    deinit {
        kill(-identifier, SIGKILL)
        // An ended child stays there until it is reaped. The thread above only looks at it.
        while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
    }

    /// How the child ended, or nil while it runs.
    var exit: Exit? { outcome.withLock { $0 } }

    func signal(_ signal: Int32) {
        kill(identifier, signal)
    }
}

/// Waits for the end of a child without reaping it. Nil if another thread has reaped it meanwhile.
private func waitForEnd(of identifier: pid_t) -> Exit? {
    var report = siginfo_t()
    while waitid(P_PID, id_t(identifier), &report, WEXITED | WNOWAIT) < 0 {
        guard errno == EINTR else { return nil }
    }
    let number = report._sifields._sigchld.si_status
    return report.si_code == Int32(CLD_EXITED) ? .status(number) : .signal(number)
}
