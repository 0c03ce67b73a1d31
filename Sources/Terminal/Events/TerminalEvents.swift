import CLinux
import Dispatch
import Glibc
import MainQueue

/// What reaches lede from the terminal and the system, one event at a time on the main queue.
package final class TerminalEvents {
    package enum Event: Equatable, Sendable {
        /// Keys wait to be read.
        case input
        case resized
        case suspend
        case resumed
        /// The machine has slept, and is awake again.
        case awake
        case interrupted
        /// The program is asked to end, and this is the exit code that says why.
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
        // The shell's way to say that a signal ended a program: 128 and its number.
        for signal in [SIGTERM, SIGHUP, SIGQUIT] { follow(signal, .ended(128 + signal)) }
        _ = wakeWatch
    }

    /// Serves the main queue and the terminal from here on, for as long as the process lives.
    package func run(sendingTo terminal: Terminal) -> Never {
        MainLoop.run(reading: STDIN_FILENO, while: { isListening }, writing: terminal.output) { events in
            // That there is nothing to read says nothing: a browser may have read what was told of.
            let isGone = events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
            receive(isGone ? .ended(128 + SIGHUP) : .input)
        }
    }

    /// Leaves the keys to another program until `resumeInput`.
    package func pauseInput() { isListening = false }

    package func resumeInput() { isListening = true }

    /// Stops the whole job, as Ctrl-Z in a shell does. The thread may run on for a moment, so that what is to be done
    /// when the job goes on has to wait for `resumed`.
    package static func stopJob() { kill(0, SIGSTOP) }

    /// Whether there is a shell that could let the job go on. A terminal that runs lede alone has none.
    package static var canStopJob: Bool { getpgrp() != getsid(0) }

    /// Whether the terminal is ours to draw on, and the shell's no longer.
    package static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Keeps word of a new size for who will listen. To be called before there is another thread: one that doesn't hold it up
    /// takes it, and does nothing with it.
    package static func holdResizes() { hold(SIGWINCH) }

    private static func hold(_ signal: Int32) {
        var held = sigset_t()
        sigemptyset(&held)
        sigaddset(&held, signal)
        pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    private func follow(_ signal: Int32, _ event: Event) {
        // Held up and not ignored: the source listens from some moment after this on, and is told then of what came before.
        Self.hold(signal)
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
        source.setEventHandler { [weak self] in
            MainQueue.assume { self?.receive(event) }
        }
        source.resume()
        signals.append(source)
    }
}
