import CLinux
import CTerminfo
import FoundationEssentials
import Glibc

/// The terminal that lede runs on: a grid of cells to write to, and keys to read.
///
/// What changes on the screen a `Painter` sends, and what comes an `InputDecoder` reads. There is one in a process.
package final class Terminal {
    private let description: TerminalDescription
    /// All that is sent goes through this.
    let output: FrameOutput
    private var drawing: Drawing
    /// What the terminal shows of it.
    private var shown = CellGrid(rows: 0, columns: 0)
    private var painter: Painter
    private var cursor = TerminalCursor()
    private var decoder: InputDecoder
    /// Room for as much as the kernel keeps of what was typed.
    private var unread = [UInt8](repeating: 0, count: 4096)
    private let terminalRepertoire: Repertoire
    /// What is behind text that has nothing behind it; nil is what the terminal has.
    package var background: TerminalColor? {
        get { drawing.background }
        set { drawing.background = newValue }
    }
    /// Whether lede keeps to ASCII, also where the terminal can do better.
    package var usesOnlyASCII = false
    /// The type that TERM names, where it is not described here and the terminal is taken for a common one.
    package private(set) var unknownType: String?
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

    /// Takes over the terminal of standard input and output. `usesColor` false leaves it to weight and dimness; `width` says
    /// how many cells a character takes.
    package init(
        usesColor: Bool, width: @escaping @Sendable (Unicode.Scalar) -> Int
    ) throws(TerminalFailure) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        terminalRepertoire = .ofTerminal()
        if lede_terminfo_read(nil) == 0 {
            guard lede_terminfo_read(Self.commonType) != 0 else { throw .unknownType(Self.type) }
            unknownType = Self.type
        }
        guard let description = TerminalDescription() else { throw .immovable(Self.type) }
        self.description = description
        output = FrameOutput()
        drawing = Drawing(rows: 0, columns: 0, width: width)
        painter = Painter(terminal: description, depth: usesColor ? .ofTerminal() : .none)
        decoder = InputDecoder(known: KnownKeys.ofTerminal())
        // Who has xterm's second screen understands its other sequences, or passes them over.
        isLikeXterm = lede_terminfo_string("smcup").map { strstr($0, "1049") != nil } ?? false
        modesAsFound = Self.modes
        modes = modesAsFound
        // Ctrl-Z, Ctrl-C and Ctrl-S are keys like others.
        cfmakeraw(&modes)
        output.caughtUp = { [weak self] in self?.present() }
        CrashRescue.begin()
        takeOver()
    }

    isolated deinit { leave() }

    /// What nearly all terminals are like that are not described here: those whose own description is on another machine.
    package static let commonType = "xterm-256color"

    private static var type: String { getenv("TERM").map { String(cString: $0) } ?? "" }

    /// How many colours there are; none where they are not wanted.
    package var colors: Int { painter.colors }

    /// Whether text can be struck out.
    package var strikesOut: Bool { description.strikesOut }

    package var columns: Int { drawing.cells.columns }

    package var rows: Int { drawing.cells.rows }

    /// What has come since the last call; waits for nothing, but for what may follow an escape.
    package func readInput() -> [TerminalInput] {
        var input: [TerminalInput] = []
        while hasUnread || decoder.mayBeEscape && willHaveUnread(within: InputDecoder.escapeTime) {
            let count = read(STDIN_FILENO, &unread, unread.count)
            guard count > 0 else { break }
            input += decoder.take(unread[..<count], at: .now)
        }
        input += decoder.takeEscape(at: .now)
        awaitsAnswer = awaitsAnswer && !input.contains(where: \.isBackground)
        return input
    }

    /// Asked of the kernel in the one way in which it waits for none of its own threads.
    private var hasUnread: Bool {
        var count: Int32 = 0
        return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 && count > 0
    }

    private func willHaveUnread(within time: Duration) -> Bool {
        var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, Int32(time / .milliseconds(1))) > 0 && watched.revents & Int16(POLLIN) != 0
    }

    /// Takes the size that the terminal has now.
    package func fitToWindow() {
        // The screen is another's to clear until it is taken again, with the size that it has then.
        guard isShowing else { return }
        let size = Self.size
        if size != (rows, columns) { beginScreen(rows: size.rows, columns: size.columns) }
    }

    /// Begins with an empty screen.
    private func beginScreen(rows: Int, columns: Int) {
        let background = drawing.background
        drawing = Drawing(rows: rows, columns: columns, width: drawing.meanings.width)
        drawing.background = background
        prepareForCrash()
        clear()
    }

    /// Tells what `leave` would do now, for whom there is no time to ask.
    private func prepareForCrash() {
        guard isShowing else { return }
        // The sequence that it is in the middle of ends here.
        var bytes = Array("\u{1B}\\".utf8)
        if isLikeXterm {
            bytes += (ControlSequence.pasteOff + ControlSequence.giveTitleBack + ControlSequence.mouseOff).utf8
        }
        description.move(toRow: rows - 1, column: 0, in: &bytes)
        CrashRescue.arm(bytes + description.leaveScreen, to: output.terminal, modes: modesAsFound)
    }

    /// Has everything sent anew with the next frame, in case something else has written on the screen.
    package func clear() {
        guard isShowing else { return }
        output.write(description.clear)
        painter.beginAnew()
        shown = CellGrid(rows: rows, columns: columns)
        drawing.touchAll()
    }

    private static var size: (rows: Int, columns: Int) {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 && size.ws_col > 0
        return isKnown ? (min(Int(size.ws_row), longestSide), min(Int(size.ws_col), longestSide)) : (24, 80)
    }

    /// More cells than any screen has: what claims to be larger would take all memory.
    private static let longestSide = 2000

    package func erase() {
        if drawing.meanings.isFull { beginScreen(rows: rows, columns: columns) }
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
        let target = link.flatMap { isLikeXterm && $0.utf8.count <= Self.longestLink ? $0 : nil }
        drawing.write(showable(text), row: row, column: column, style: style, link: target ?? "")
    }

    /// Where a byte is a character, those of others may mean anything to the terminal.
    func showable(_ text: String) -> String { repertoire.showing(text, width: drawing.meanings.width) }

    /// Whether other characters are shown as what they are like.
    package var showsOnlyASCII: Bool { repertoire == .ascii }

    private var repertoire: Repertoire { usesOnlyASCII ? .ascii : terminalRepertoire }

    /// What terminals take, in bytes (VTE's limit): a longer address would be sent for nothing with each row that it is on.
    private static let longestLink = 2083

    /// Places the cursor in a cell, where it may be seen.
    package func placeCursor(row: Int, column: Int, isShown: Bool) {
        cursor = TerminalCursor(row: row, column: column, isShown: isShown)
    }

    package func hideCursor() { cursor.isShown = false }

    /// Sends what has changed since the last time; a terminal that is behind gets it when it has caught up.
    package func present() {
        guard isShowing, !output.isBehind else { return }
        output.write(painter.frame(of: drawing, over: &shown, cursor: cursor))
        drawing.settle()
        if hasNewTitle, isLikeXterm, let title { output.write(ControlSequence.title(showable(title))) }
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

    /// Gives the terminal back to the shell, as it was found.
    package func leave() {
        guard isShowing else { return }
        giveBack {
            moveCursor(toRow: rows - 1)
            output.write(description.leaveScreen)
        }
        // The shell would take an answer that comes now for something typed.
        if awaitsAnswer { tcflush(STDIN_FILENO, TCIFLUSH) }
        Self.set(modesAsFound)
        CrashRescue.disarm()
    }

    /// Gives the terminal to a program, after which keys that were typed ahead count. None of lede's picture stays on it.
    /// Where the program is to begin on an `emptied` screen, what the shell has there moves up.
    package func lend(emptied: Bool) {
        guard isShowing else { return }
        giveBack {
            if description.hasOwnScreen {
                moveCursor(toRow: rows - 1)
                output.write(description.leaveScreen)
                if emptied { scrollAway() }
            } else {
                output.write(description.clear + description.leaveScreen)
            }
        }
        Self.set(modesAsFound)
        CrashRescue.disarm()
    }

    /// Waits until the terminal has taken what it is sent last.
    private func giveBack(_ writeEnd: () -> Void) {
        isShowing = false
        output.catchUp()
        endModes()
        writeEnd()
        output.send()
        output.catchUp()
    }

    /// Moves all that is on the screen up and out of it, where the terminal keeps it.
    private func scrollAway() {
        moveCursor(toRow: rows - 1)
        output.write(String(repeating: "\n", count: rows))
        moveCursor(toRow: 0)
    }

    /// Moves the cursor to where a row begins.
    private func moveCursor(toRow row: Int) {
        var bytes: [UInt8] = []
        description.move(toRow: row, column: 0, in: &bytes)
        output.write(bytes)
    }

    /// Takes the terminal again; nothing is drawn yet.
    package func enter() {
        isShowing = true
        takeOver()
    }

    private func takeOver() {
        Self.set(modes)
        output.write(description.enterScreen)
        beginModes()
        let size = Self.size
        beginScreen(rows: size.rows, columns: size.columns)
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
}
