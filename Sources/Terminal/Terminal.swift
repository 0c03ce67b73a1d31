import CNcurses
import Glibc

/// The terminal that lede runs on: a grid of cells to write to, and keys to read.
///
/// ncurses compares what is drawn with what is there and sends the difference. There is one in a process.
package final class Terminal {
    private let screen: OpaquePointer
    private var palette: Palette
    /// Whether our screen is on the terminal, and not the shell's or another program's.
    package private(set) var isShowing = true

    /// Takes over the terminal of standard input and output. `usesColor` false leaves it to weight and dimness.
    package init(usesColor: Bool) throws(TerminalFailure) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        Self.makeLocaleUTF8()
        guard let screen = lede_curses_new_screen() else {
            throw .unknownType(getenv("TERM").map { String(cString: $0) } ?? "")
        }
        self.screen = screen
        palette = Palette(usesColor: usesColor)
        // Raw, so that Ctrl-Z, Ctrl-C and Ctrl-S are keys like others.
        raw()
        noecho()
        nonl()
        keypad(window, true)
        nodelay(window, true)
        set_escdelay(25)
        curs_set(0)
    }

    isolated deinit {
        leave()
        delscreen(screen)
    }

    package var columns: Int { Int(getmaxx(window)) }

    package var rows: Int { Int(getmaxy(window)) }

    /// The keys that were pressed since the last call, without waiting for one.
    package func readKeys() -> [Key] {
        var keys: [Key] = []
        var code = wint_t()
        while true {
            switch get_wch(&code) {
            case KEY_CODE_YES: if let key = Key(code: Int32(bitPattern: code)) { keys.append(key) }
            case OK: if let key = Key(character: code) { keys.append(key) }
            default: return keys
            }
        }
    }

    /// Takes the size that the terminal has now.
    package func fitToWindow() {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return }
        resizeterm(Int32(min(size.ws_row, Self.longestSide)), Int32(min(size.ws_col, Self.longestSide)))
    }

    /// More cells than any screen has: ncurses dies of a size for which there is no memory.
    private static let longestSide: UInt16 = 2000

    package func erase() {
        lede_curses_set(0, 0)
        werase(window)
    }

    /// Writes text from a cell on. The text is clean, and no longer than the row has cells left.
    package func write(_ text: String, row: Int, column: Int, style: CellStyle) {
        guard row >= 0, row < rows, column >= 0, column < columns else { return }
        lede_curses_set(style.attributes.curses, palette.pair(for: style))
        let characters = text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
        mvwaddnwstr(window, Int32(row), Int32(column), characters, Int32(characters.count))
    }

    /// Shows the cursor in a cell, or nowhere.
    package func placeCursor(_ cell: (row: Int, column: Int)?) {
        curs_set(cell == nil ? 0 : 1)
        if let cell { wmove(window, Int32(cell.row), Int32(cell.column)) }
    }

    /// Sends what has changed since the last time.
    package func present() { if isShowing { wrefresh(window) } }

    /// Sends everything anew, in case something else has written on the screen.
    package func redraw() {
        clearok(window, true)
        present()
    }

    /// Gives the terminal back as it was found.
    package func leave() {
        guard isShowing else { return }
        isShowing = false
        endwin()
    }

    /// Takes the terminal again; nothing is drawn yet.
    package func enter() {
        isShowing = true
        fitToWindow()
    }

    private var window: UnsafeMutablePointer<WINDOW>? { lede_curses_window() }

    /// ncurses takes from the locale how characters are coded. We write UTF-8 in every locale.
    private static func makeLocaleUTF8() {
        setlocale(LC_CTYPE, "")
        if strcmp(nl_langinfo(Int32(CODESET)), "UTF-8") != 0 { setlocale(LC_CTYPE, "C.UTF-8") }
    }
}

extension CellStyle.Attributes {
    fileprivate var curses: attr_t {
        var attributes: attr_t = 0
        if contains(.bold) { attributes |= lede_curses_bold() }
        if contains(.dim) { attributes |= lede_curses_dim() }
        if contains(.italic) { attributes |= lede_curses_italic() }
        if contains(.underline) { attributes |= lede_curses_underline() }
        if contains(.reverse) { attributes |= lede_curses_reverse() }
        return attributes
    }
}
