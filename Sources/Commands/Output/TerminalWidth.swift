import Glibc

/// The terminal that standard output goes to.
enum TerminalWidth {
    /// How wide it is; nil where standard output is no terminal, or one that doesn't say.
    static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
