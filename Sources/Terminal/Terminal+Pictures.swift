import Glibc

// Pictures in the text. The pixels are others' business.
extension Terminal {
    /// Asks which pictures the terminal shows, and how it scrolls. Answers come as input, if at all.
    package func askAboutItself() {
        guard isLikeXterm else { return }
        sendNow(TerminalQuery.sequences)
        awaitPictureAnswers()
    }

    /// The size of a cell, if the kernel knows it. tmux tells it, too.
    package var cellSize: CellSize? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
        return CellSize(width: Int(size.ws_xpixel) / Int(size.ws_col), height: Int(size.ws_ypixel) / Int(size.ws_row))
    }
}
