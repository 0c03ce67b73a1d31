import Glibc

/// The width of the terminal that standard output goes to.
enum TerminalWidth {
    /// Nil if standard output isn't a terminal, or the terminal doesn't report its width.
    static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
