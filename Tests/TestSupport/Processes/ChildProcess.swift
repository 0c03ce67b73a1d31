import Foundation
import Glibc
import Locks

/// A child of ours and the group it leads, which is killed when this goes, so that nothing outlives a test.
///
/// The child is reaped only then: until that moment its number can't become somebody else's.
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
        // A child that ended is there until it is reaped, and so is the thread above, which only looks.
        while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
    }

    /// How it ended, or nil while it runs.
    var exit: Exit? { outcome.withLock { $0 } }

    func signal(_ signal: Int32) {
        kill(identifier, signal)
    }
}

/// Waits for a child's end and leaves it to be reaped; nil when another thread reaped it meanwhile.
private func waitForEnd(of identifier: pid_t) -> Exit? {
    var report = siginfo_t()
    while waitid(P_PID, id_t(identifier), &report, WEXITED | WNOWAIT) < 0 {
        guard errno == EINTR else { return nil }
    }
    let number = report._sifields._sigchld.si_status
    return report.si_code == Int32(CLD_EXITED) ? .status(number) : .signal(number)
}
