import CNcurses
import FoundationEssentials
import Glibc

/// The terminal that lede runs on: a grid of cells to write to, and keys to read.
///
/// ncurses knows the terminal, sets its modes and reads its keys; what changes on the screen a `Painter` sends. There is one
/// in a process.
package final class Terminal {
    private let screen: OpaquePointer
    /// What is sent beside ncurses' frames goes through this too.
    let output: FrameOutput
    private var drawing = Drawing(rows: 0, columns: 0)
    /// What the terminal shows of it.
    private var shown = CellGrid(rows: 0, columns: 0)
    private var painter: Painter
    private var cursor: (row: Int, column: Int)?
    private var decoder = InputDecoder()
    private let terminalRepertoire: Repertoire
    /// What is behind text that has nothing behind it; nil is what the terminal has.
    package var background: TerminalColor? {
        get { drawing.background }
        set { drawing.background = newValue }
    }
    /// Whether lede keeps to ASCII, also where the terminal can do better.
    package var usesOnlyASCII = false
    /// Whether the terminal takes what xterm does beyond what its description says.
    private let isLikeXterm: Bool
    /// How the terminal was found, and how lede has it.
    private let modesAsFound: termios
    private var modes = termios()
    /// Whether what is pasted comes as one, and not as if it had been typed.
    package var tellsOfPastes: Bool { isLikeXterm }
    /// What the window is called; nil leaves it what it was.
    package var title: String? { didSet { hasNewTitle = hasNewTitle || title != oldValue } }
    private var hasNewTitle = false
    private var awaitsAnswer = false
    /// Whether the mouse tells lede what it does; else it marks text, as it does in a shell.
    package var usesMouse = false { didSet { if usesMouse != oldValue, isShowing { tellMouse() } } }
    /// Whether our screen is on the terminal, and not the shell's or another program's.
    package private(set) var isShowing = true

    /// Takes over the terminal of standard input and output. `usesColor` false leaves it to weight and dimness.
    package init(usesColor: Bool) throws(TerminalFailure) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        terminalRepertoire = Repertoire.ofTerminal(codeset: Self.makeLocaleUTF8())
        guard let output = FrameOutput() else { throw .noTerminal }
        modesAsFound = Self.modes
        guard let screen = lede_curses_new_screen(output.file) else {
            throw .unknownType(getenv("TERM").map { String(cString: $0) } ?? "")
        }
        guard let description = TerminalDescription() else {
            endwin()
            delscreen(screen)
            throw .immovable(getenv("TERM").map { String(cString: $0) } ?? "")
        }
        self.output = output
        self.screen = screen
        painter = Painter(terminal: description, depth: usesColor ? .ofTerminal() : .none)
        // Who has xterm's second screen understands its other sequences, or passes them over.
        isLikeXterm = lede_curses_string("smcup").map { strstr($0, "1049") != nil } ?? false
        // Raw, so that Ctrl-Z, Ctrl-C and Ctrl-S are keys like others.
        raw()
        noecho()
        nonl()
        keypad(window, true)
        nodelay(window, true)
        // ncurses would ask in the middle of each frame whether a key has come, and for the answer the kernel waits until
        // a thread of its own has run: while a refresh keeps the cores busy that was 10 ms and more.
        typeahead(-1)
        set_escdelay(25)
        curs_set(0)
        if isLikeXterm {
            for sequence in InputDecoder.sequences { define_key(sequence.text, sequence.code) }
        }
        modes = Self.modes
        output.gather()
        beginDrawing()
        output.caughtUp = { [weak self] in self?.present() }
        beginModes()
    }

    isolated deinit {
        leave()
        delscreen(screen)
    }

    /// How many colours there are; none where they are not wanted.
    package var colors: Int { painter.colors }

    package var columns: Int { Int(getmaxx(window)) }

    package var rows: Int { Int(getmaxy(window)) }

    /// What has come since the last call, without waiting for anything.
    package func readInput() -> [TerminalInput] {
        var input = [decoder.begin(at: .now)].compactMap(\.self)
        defer {
            decoder.end(at: .now)
            awaitsAnswer = awaitsAnswer && !input.contains(where: \.isBackground)
        }
        var code = wint_t()
        var hasEscape = false
        var unread: Int32 = 0
        repeat {
            unread -= 1
            switch get_wch(&code) {
            case KEY_CODE_YES: if let event = decoder.take(code: Int32(bitPattern: code)) { input.add(event) }
            case OK:
                hasEscape = hasEscape || code == 0x1B
                if let event = decoder.take(character: code) { input.add(event) }
            default: return input
            }
            // Of a sequence that it does not know ncurses keeps what it has read.
        } while hasEscape || unread > 0 || hasUnread(&unread)
        return input
    }

    /// Asked of the kernel without a wait, which poll() and so ncurses may have to take; no more often than once for all that
    /// has come, since a paste may be a megabyte.
    private func hasUnread(_ count: inout Int32) -> Bool {
        ioctl(STDIN_FILENO, UInt(FIONREAD), &count) != 0 || count > 0
    }

    /// Takes the size that the terminal has now.
    package func fitToWindow() {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return }
        let (rows, columns) = (min(size.ws_row, Self.longestSide), min(size.ws_col, Self.longestSide))
        guard rows != self.rows || columns != self.columns else { return }
        resizeterm(Int32(rows), Int32(columns))
        beginDrawing()
    }

    /// Begins with an empty screen.
    private func beginDrawing() {
        let background = drawing.background
        drawing = Drawing(rows: rows, columns: columns)
        drawing.background = background
        clear()
    }

    /// Has everything sent anew with the next frame, in case something else has written on the screen.
    package func clear() {
        clearok(window, true)
        // Nothing is ever drawn in this window, so that ncurses does no more than that.
        wrefresh(window)
        output.takeFromCurses()
        painter.beginAnew()
        shown = CellGrid(rows: rows, columns: columns)
        drawing.touchAll()
    }

    /// More cells than any screen has: ncurses dies of a size for which there is no memory.
    private static let longestSide: UInt16 = 2000

    package func erase() {
        if drawing.meanings.isFull { beginDrawing() }
        erase(rows: 0..<rows, columns: 0..<columns)
    }

    /// Erases some columns of some rows.
    package func erase(rows: Range<Int>, columns: Range<Int>) { drawing.erase(rows: rows, columns: columns) }

    /// Fills some columns of a row with spaces of a style.
    package func fill(row: Int, columns: Range<Int>, style: CellStyle) {
        drawing.fill(rows: row..<row + 1, columns: columns, style: style)
    }

    /// Writes text from a cell on, which leads to the address `link` where the terminal knows of links. The text is clean.
    package func write(_ text: String, row: Int, column: Int, style: CellStyle, link: String? = nil) {
        let text = (usesOnlyASCII ? .ascii : terminalRepertoire).showing(text)
        let target = link.flatMap { isLikeXterm && $0.utf8.count <= Self.longestLink ? $0 : nil }
        drawing.write(text, row: row, column: column, style: style, link: target ?? "")
    }

    /// What terminals take, in bytes (VTE's limit): a longer address would be sent for nothing with each row that it is on.
    private static let longestLink = 2083

    /// Shows the cursor in a cell, or nowhere.
    package func placeCursor(_ cell: (row: Int, column: Int)?) { cursor = cell }

    /// Sends what has changed since the last time; a terminal that is behind gets it when it has caught up.
    package func present() {
        guard isShowing, !output.isBehind else { return }
        output.write(painter.frame(of: drawing, over: &shown, cursor: cursor))
        drawing.settle()
        if hasNewTitle, isLikeXterm, let title { output.write(ControlSequence.title(title)) }
        hasNewTitle = false
        output.send()
    }

    /// Puts a text where programs take what is pasted from, as far as the terminal lets others do that; false where it
    /// surely does not, or the text is too long for it.
    package func copy(_ text: String) -> Bool {
        guard isLikeXterm, isShowing, !output.isBehind, text.utf8.count <= Self.longestCopy else { return false }
        sendNow(ControlSequence.copy(base64: Data(text.utf8).base64EncodedString()))
        return true
    }

    /// What xterm takes, in bytes before they are coded.
    private static let longestCopy = 74_994

    /// Asks what is behind the text; the answer comes as input, if it comes.
    package func askBackground() {
        guard isLikeXterm else { return }
        sendNow(ControlSequence.askBackground)
        awaitsAnswer = true
    }

    /// Gives the terminal back as it was found: to the shell, or to a program after which keys that were typed ahead count.
    package func leave(keepingInput: Bool = false) {
        guard isShowing else { return }
        isShowing = false
        output.catchUp()
        endModes()
        endwin()
        output.takeFromCurses()
        // With the first screen comes what else was saved when its place was, which for some is a cursor that is hidden.
        if isLikeXterm { output.write(ControlSequence.showCursor) }
        output.send()
        output.catchUp()
        // The shell would take an answer that comes now for something typed.
        if awaitsAnswer, !keepingInput { tcflush(STDIN_FILENO, TCIFLUSH) }
        Self.set(modesAsFound)
    }

    /// Takes the terminal again; nothing is drawn yet.
    package func enter() {
        isShowing = true
        Self.set(modes)
        // ncurses would have its keys sent when it had set the modes itself.
        keypad(window, true)
        fitToWindow()
        beginModes()
    }

    private static var modes: termios {
        var modes = termios()
        tcgetattr(STDIN_FILENO, &modes)
        return modes
    }

    private static func set(_ modes: termios) {
        var modes = modes
        while tcsetattr(STDIN_FILENO, TCSANOW, &modes) != 0, errno == EINTR {}
    }

    private func beginModes() {
        guard isLikeXterm else { return }
        output.write(ControlSequence.keepTitle + ControlSequence.pasteOn)
        hasNewTitle = title != nil
        if usesMouse { tellMouse() }
    }

    private func endModes() {
        guard isLikeXterm else { return }
        output.write(ControlSequence.pasteOff + ControlSequence.giveTitleBack)
        if usesMouse { output.write(ControlSequence.mouseOff) }
    }

    private func tellMouse() {
        guard isLikeXterm else { return }
        output.write(usesMouse ? ControlSequence.mouseOn : ControlSequence.mouseOff)
    }

    private var window: UnsafeMutablePointer<WINDOW>? { lede_curses_window() }

    /// ncurses takes from the locale how characters are coded. We write UTF-8 in every locale. Returned is how the person's
    /// own locale codes them.
    private static func makeLocaleUTF8() -> String {
        setlocale(LC_CTYPE, "")
        let codeset = String(cString: nl_langinfo(Int32(CODESET)))
        if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
        return codeset
    }
}
