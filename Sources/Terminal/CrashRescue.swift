import CLinux
import Glibc

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
