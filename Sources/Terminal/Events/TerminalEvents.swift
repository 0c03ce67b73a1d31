import CLinux
import Dispatch
import Glibc
import MainQueue

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
    private var isListening = true
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

    /// Serves the main queue and the terminal for the rest of the process.
    package func run(sendingTo terminal: Terminal) -> Never {
        MainLoop.run(reading: STDIN_FILENO, while: { isListening }, writing: terminal.output) { events in
            // No input is no reason to end: a browser may have read it first.
            let isGone = events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
            receive(isGone ? .ended(128 + SIGHUP) : .input)
        }
    }

    /// Leaves the keys to another program until `resumeInput`.
    package func pauseInput() { isListening = false }

    package func resumeInput() { isListening = true }

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
