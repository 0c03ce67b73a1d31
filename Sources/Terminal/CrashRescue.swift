import CLinux
import Glibc

/// Gives the terminal back where a signal ends the program at once: a mistake of ours, a damaged library that it met, or
/// somebody who kills it. Without this the shell would be left on the other screen, and type blindly.
enum CrashRescue {
    /// All that end a program and can be caught, but for those that `TerminalEvents` follows.
    private static let signals = [
        SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM,
        SIGVTALRM,
        SIGPROF, SIGPWR
    ]

    /// To be called once, by the first thread.
    static func begin() {
        lede_rescue_use_own_stack()
        for signal in signals { lede_rescue_follow(signal) }
    }

    /// From now on the terminal would be sent these bytes and get these modes.
    static func arm(_ bytes: [UInt8], to terminal: Int32, modes: termios) {
        var modes = modes
        lede_rescue_arm(terminal, &modes, bytes, bytes.count)
    }

    /// From now on the terminal is left alone.
    static func disarm() { lede_rescue_disarm() }
}
