import CLinux
import Dispatch
import Glibc
import System

/// Events from the terminal and the system, one at a time on the main queue.
package final class TerminalEvents {
    package enum Event: Equatable, Sendable {
        /// Keys can be read.
        case input
        case resized
        case suspend
        case resumed
        /// The machine has slept and is awake again.
        case awake
        case interrupted
        /// The program is asked to end with this exit code.
        case ended(Int32)
    }

    private let receive: (Event) -> Void
    private var signals: [any DispatchSourceSignal] = []
    private lazy var wakeWatch = WakeWatch { [weak self] in self?.receive(.awake) }

    package init(receive: @escaping (Event) -> Void) {
        self.receive = receive
        follow(SIGWINCH, .resized)
        follow(SIGTSTP, .suspend)
        follow(SIGCONT, .resumed)
        follow(SIGINT, .interrupted)
        // The shell's code for a program ended by a signal: 128 plus its number.
        for signal in [SIGTERM, SIGHUP, SIGQUIT] { follow(signal, .ended(128 + signal)) }
        _ = wakeWatch
    }

    /// Whether a shell could continue the job. A terminal that runs only lede has none.
    package static var canStopJob: Bool { getpgrp() != getsid(0) }

    /// Holds news of a changed size and of a continued job until somebody listens. Call it before another thread starts:
    /// a thread that doesn't block these signals would swallow them. The others end or stop the process, if not held.
    package static func holdNews() {
        hold(SIGWINCH)
        hold(SIGCONT)
    }

    private static func hold(_ signal: Int32) {
        var held = sigset_t()
        sigemptyset(&held)
        sigaddset(&held, signal)
        pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    private func follow(_ signal: Int32, _ event: Event) {
        // Blocked, not ignored: the source starts to listen a little later, and then gets earlier signals.
        Self.hold(signal)
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
        source.setEventHandler { [weak self] in
            MainQueue.assume { self?.receive(event) }
        }
        source.resume()
        signals.append(source)
    }
}

/// Restores the terminal if a signal ends the program at once: our own bug, a crash in a library, or a kill. Otherwise
/// the shell would stay on the other screen without echo.
enum CrashRescue {
    /// All catchable signals that end a program, except those that `TerminalEvents` handles.
    private static let signals = [
        SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM,
        SIGVTALRM,
        SIGPROF, SIGPWR
    ]

    /// Installs the handlers. The first thread must call it, once.
    static func begin() {
        lede_rescue_use_own_stack()
        for signal in signals { lede_rescue_follow(signal) }
    }

    /// Sets the bytes and modes that the terminal gets at a crash.
    static func arm(_ bytes: [UInt8], to terminal: Int32, modes: termios) {
        var modes = modes
        lede_rescue_arm(terminal, &modes, bytes, bytes.count)
    }

    /// Leaves the terminal alone at a crash.
    static func disarm() { lede_rescue_disarm() }
}
