import CLinux
import CTerminfo
import Dispatch
import FoundationEssentials
import Glibc
import System

/// The terminal that lede runs on: a grid of cells to write to, and keys to read.
///
/// A `Painter` produces the output, and an `InputDecoder` decodes the input.
package final class Terminal {
    let device: TerminalDevice
    private let description: TerminalDescription
    /// All output goes through this.
    package let stream: TerminalStream
    /// The pictures that the terminal keeps, if it keeps any.
    var uploads: PictureUploads?
    /// Whether tmux shows lede, if it is between.
    var sight = PaneSight()
    /// Called when tmux must say whether it shows lede: to `learn(isShownByTmux:)`.
    package var askSight: () -> Void = {}
    /// How much of pictures the terminal gets at once.
    var pace = PicturePace()
    /// The cells over which pixels lie.
    var covered = CoveredCells(rows: 0, columns: 0)
    /// Called when the terminal has taken a part of a picture.
    package var tookPicture: () -> Void = {}
    /// Called when an escape that was no answer's beginning can be read as a key.
    package var inputIsDue: () -> Void = {}
    var drawing: Drawing
    /// The cells that the terminal shows.
    private(set) var shown = CellGrid(rows: 0, columns: 0)
    private var painter: Painter
    private var cursor = TerminalCursor()
    private var decoder: InputDecoder
    /// As large as the kernel's input buffer.
    private var unread = [UInt8](repeating: 0, count: 4096)
    private let terminalRepertoire: Repertoire
    /// The background of text without one; nil is the terminal's own.
    package var background: TerminalColor? {
        get { drawing.background }
        set { drawing.background = newValue }
    }
    /// Whether lede uses only ASCII, even if the terminal can show more.
    package var usesOnlyASCII = false
    /// The unknown type in TERM, if the terminal is treated as a common one.
    package private(set) var unknownType: String?
    /// Whether the terminal understands xterm's sequences beyond its description.
    let isLikeXterm: Bool
    /// The modes of the terminal before lede, and those that lede uses.
    private let modesAsFound: termios
    private var modes = termios()
    /// Whether a paste arrives as one, not as typed keys.
    package var tellsOfPastes: Bool { isLikeXterm }
    /// The title of the window; nil leaves it unchanged.
    package var title: String? { didSet { hasNewTitle = hasNewTitle || title != oldValue } }
    private var hasNewTitle = false
    private var awaitsBackground = false
    /// Whether lede receives mouse events. Otherwise the mouse selects text, as in a shell.
    package var usesMouse = false { didSet { if usesMouse != oldValue, isShowing { tellMouse() } } }
    /// Whether lede's screen is on the terminal, not the shell's or another program's.
    package private(set) var isShowing = true

    /// Takes over a terminal. Without `usesColor` only bold and dim are used; `width` returns the number of cells of a
    /// character.
    package init(
        _ device: TerminalDevice, usesColor: Bool, width: @escaping @Sendable (Unicode.Scalar) -> Int
    ) throws(TerminalFailure) {
        guard isatty(device.input) == 1, isatty(device.output) == 1 else { throw .noTerminal }
        self.device = device
        terminalRepertoire = .ofTerminal(device.environment)
        if lede_terminfo_read(device.type.isEmpty ? nil : device.type) == 0 {
            guard lede_terminfo_read(Self.commonType) != 0 else { throw .unknownType(device.type) }
            unknownType = device.type
        }
        guard let description = TerminalDescription() else { throw .immovable(device.type) }
        self.description = description
        stream = TerminalStream(device)
        drawing = Drawing(rows: 0, columns: 0, width: width)
        painter = Painter(terminal: description, depth: usesColor ? .ofTerminal(device.environment) : .none)
        decoder = InputDecoder(known: KnownKeys.ofTerminal())
        // A terminal with xterm's second screen understands its other sequences, or ignores them.
        isLikeXterm = lede_terminfo_string("smcup").map { strstr($0, "1049") != nil } ?? false
        modesAsFound = device.modes
        modes = modesAsFound
        // Ctrl-Z, Ctrl-C and Ctrl-S are ordinary keys.
        cfmakeraw(&modes)
        stream.caughtUp = { [weak self] in self?.present() }
        if isOfProcess { CrashRescue.begin() }
        takeOver()
    }

    isolated deinit { leave() }

    /// Similar to nearly all terminals without a description here, which are usually described on another machine.
    package static let commonType = "xterm-256color"

    /// Whether it is the process's own, and the system's signals tell of it.
    package var isOfProcess: Bool { device.output == STDOUT_FILENO }

    /// The number of colours; 0 if they aren't wanted.
    package var colors: Int { painter.colorCount }

    /// Whether it shows any colour, not only those with a number.
    package var showsAllColors: Bool { painter.showsAllColors }

    /// The background that the terminal reported, if it was asked and answered.
    package var reportedBackground: TerminalColor? { decoder.background }

    /// Whether text can be struck out.
    package var strikesOut: Bool { description.strikesOut }

    package var columns: Int { drawing.cells.columns }

    package var rows: Int { drawing.cells.rows }

    /// Returns the input since the last call. It waits only for what may follow an escape, or lets `inputIsDue` say when
    /// to read again.
    package func readInput() -> [TerminalInput] {
        var input: [TerminalInput] = []
        while stream.hasUnread || decoder.mayBeEscape && stream.willHaveUnread(within: InputDecoder.escapeTime) {
            let count = read(device.input, &unread, unread.count)
            guard count > 0 else { break }
            input += decoder.decode(unread[..<count], at: .now)
        }
        if let patience = decoder.patience(at: .now) {
            awaitEscape(for: patience)
        } else {
            input += decoder.resolveEscape(at: .now)
        }
        if decoder.hasStatusReport {
            decoder.hasStatusReport = false
            takeStatusReport()
        }
        if input.contains(where: \.isByUser) { noteKey() }
        awaitsBackground = awaitsBackground && !input.contains(where: \.isBackground)
        return input
    }

    /// Lets an escape be read once it can't be the beginning of an answer any more.
    private func awaitEscape(for time: Duration) {
        MainQueue.async(after: .milliseconds(Int((time / .milliseconds(1)).rounded(.up)))) { [weak self] in
            if let self, isShowing, decoder.mayBeEscape { inputIsDue() }
        }
    }

    /// Adopts the current size of the terminal, and sends everything again with the next frame, except pictures that it
    /// keeps.
    package func fitToWindow() {
        // Another program has the screen. The new size is read when lede takes the terminal back.
        guard isShowing else { return }
        let size = device.size
        if size != (rows, columns) { beginScreen(rows: size.rows, columns: size.columns) } else { clearScreen() }
    }

    /// Starts with an empty screen.
    private func beginScreen(rows: Int, columns: Int) {
        let background = drawing.background
        drawing = Drawing(rows: rows, columns: columns, width: drawing.meanings.width)
        drawing.background = background
        prepareForCrash()
        clearScreen()
    }

    /// Prepares what `leave` would do now, for a crash.
    private func prepareForCrash() {
        guard isShowing, isOfProcess else { return }
        // Ends the sequence that may be incomplete.
        var bytes = Array("\u{1B}\\".utf8)
        if isLikeXterm {
            bytes +=
                (ControlSequence.pasteOff + ControlSequence.giveTitleBack + ControlSequence.mouseOff
                + ControlSequence.marginsOff).utf8
        }
        bytes += description.endOfScrolling(rows: rows)
        description.move(toRow: rows - 1, column: 0, in: &bytes)
        CrashRescue.arm(bytes + description.leaveScreen, to: stream.terminal, modes: modesAsFound)
    }

    /// Sends everything again with the next frame, in case something else has written to the screen.
    package func clear() {
        forgetUploads()
        clearScreen()
    }

    private func clearScreen() {
        guard isShowing else { return }
        stream.write(description.clear)
        if let text = uploads?.placeAgain() { stream.write(text) }
        painter.beginAnew()
        shown = CellGrid(rows: rows, columns: columns)
        covered = CoveredCells(rows: rows, columns: columns)
        drawing.touchAll()
    }

    package func erase() {
        if drawing.meanings.isFull { beginScreen(rows: rows, columns: columns) }
        erase(rows: 0..<rows, columns: 0..<columns)
    }

    /// Erases some columns of some rows.
    package func erase(rows: Range<Int>, columns: Range<Int>) { drawing.erase(rows: rows, columns: columns) }

    /// Fills some columns of a row with styled spaces.
    package func fill(row: Int, columns: Range<Int>, style: CellStyle) {
        drawing.fill(rows: row..<row + 1, columns: columns, style: style)
    }

    /// Writes clean text from a cell on, linked to the URL `link` if the terminal supports links.
    package func write(_ text: String, row: Int, column: Int, style: CellStyle, link: String? = nil) {
        let target = link.flatMap { isLikeXterm && $0.utf8.count <= Self.longestLink ? $0 : nil }
        drawing.write(showable(text), row: row, column: column, style: style, link: target ?? "")
    }

    /// Draws the cells of a picture that lie within a part of the screen. The background of these cells stays.
    package func draw(_ picture: some ScreenPicture, row: Int, column: Int, within part: CellArea) {
        guard showsPictures else { return }
        drawing.draw(picture, as: uploads?.use(id: picture.id), row: row, column: column, within: part)
    }

    /// Whether there are characters and colours for pictures.
    package var showsPictures: Bool { repertoire == .unicode && colors >= 8 }

    /// If a byte is a character, other characters' bytes may mean anything to the terminal.
    private func showable(_ text: String) -> String { repertoire.showing(text, width: drawing.meanings.width) }

    /// Whether other characters are replaced by similar ASCII ones.
    package var showsOnlyASCII: Bool { repertoire == .ascii }

    private var repertoire: Repertoire { usesOnlyASCII ? .ascii : terminalRepertoire }

    /// The limit of terminals, in bytes (VTE's). A longer URL would be sent in vain with each row.
    private static let longestLink = 2083

    /// Moves what is drawn in a part up by some rows, or down by a negative number.
    package func scroll(_ part: CellArea, by rows: Int) { drawing.scroll(part, by: rows) }

    /// Notes that what was drawn into a part may be what it showed before, in other rows.
    package func noteScrollable(_ part: CellArea) { drawing.noteScrollable(part) }

    /// Puts the cursor into a cell, visible or not.
    package func placeCursor(row: Int, column: Int, isShown: Bool) {
        cursor = TerminalCursor(row: row, column: column, isShown: isShown)
    }

    package func hideCursor() { cursor.isShown = false }

    /// Sends the changes since the last time. A terminal that is behind gets them when it has caught up.
    package func present() {
        guard isShowing, !stream.isBehind else { return }
        covered.uncover(whereChanged: drawing.cells, from: shown)
        painter.hasMargins = decoder.hasMargins
        // Terminals differ in whether pixels over cells move with them.
        stream.write(painter.frame(of: drawing, over: &shown, cursor: cursor, mayScroll: covered.isEmpty))
        drawing.settle()
        drawing.forgetPictures(neitherHereNorIn: shown)
        if hasNewTitle, isLikeXterm, let title { stream.write(ControlSequence.title(showable(title))) }
        hasNewTitle = false
        stream.send()
        sendUploads()
    }

    /// Copies text to the clipboard, if the terminal allows that. Returns false if it surely doesn't, or the text is
    /// too long.
    package func copy(_ text: String) -> Bool {
        guard isLikeXterm, isShowing, !stream.isBehind, text.utf8.count <= Self.longestCopy else { return false }
        sendNow(ControlSequence.copy(base64: Data(text.utf8).base64EncodedString()))
        return true
    }

    /// xterm's limit, in bytes before encoding.
    private static let longestCopy = 74_994

    /// Asks for the background colour. An answer comes as input, if at all.
    package func askBackground() {
        guard isLikeXterm else { return }
        sendNow(ControlSequence.askBackground)
        awaitsBackground = true
    }

    /// Expects what comes after questions about pictures.
    func awaitPictureAnswers() { decoder.expectReports(from: .now) }

    /// Returns the terminal to the shell, as it was found.
    package func leave() {
        guard isShowing else { return }
        giveBack {
            moveCursor(toRow: rows - 1)
            stream.write(description.leaveScreen)
        }
        // The shell would take a late answer for typed text.
        if awaitsBackground || decoder.expectsReports || pace.isWaiting { tcflush(device.input, TCIFLUSH) }
        device.set(modesAsFound)
        CrashRescue.disarm()
    }

    /// Passes the terminal to a program, which also gets keys typed ahead. lede's screen disappears. If the program
    /// needs an `emptied` screen, the shell's content scrolls up.
    package func lend(emptied: Bool) {
        guard isShowing else { return }
        giveBack {
            if description.hasOwnScreen {
                moveCursor(toRow: rows - 1)
                stream.write(description.leaveScreen)
                if emptied { scrollAway() }
            } else {
                stream.write(description.clear + description.leaveScreen)
            }
        }
        device.set(modesAsFound)
        CrashRescue.disarm()
    }

    /// Restores the terminal, and waits until it has taken the last bytes.
    private func giveBack(_ writeEnd: () -> Void) {
        isShowing = false
        stream.catchUp()
        forgetUploads()
        // A frame that the terminal didn't take may have ended in the middle of scrolling.
        stream.write(description.endOfScrolling(rows: rows))
        endModes()
        writeEnd()
        stream.send()
        stream.catchUp()
    }

    /// Scrolls the whole screen away, into the terminal's history.
    private func scrollAway() {
        moveCursor(toRow: rows - 1)
        stream.write(String(repeating: "\n", count: rows))
        moveCursor(toRow: 0)
    }

    /// Moves the cursor to the beginning of a row.
    private func moveCursor(toRow row: Int) { stream.write(move(toRow: row, column: 0)) }

    /// The sequence that moves the cursor to a cell.
    func move(toRow row: Int, column: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        description.move(toRow: row, column: column, in: &bytes)
        return bytes
    }

    /// Takes the terminal back, without drawing yet. If the shell has continued the job in the background, the kernel
    /// stops it until `fg`. A check of our own could be outdated when it is used.
    package func enter() {
        isShowing = true
        takeOver()
    }

    private func takeOver() {
        device.set(modes)
        stream.write(description.enterScreen)
        beginModes()
        let size = device.size
        beginScreen(rows: size.rows, columns: size.columns)
    }

    private func beginModes() {
        guard isLikeXterm else { return }
        stream.write(ControlSequence.keepTitle + ControlSequence.pasteOn)
        hasNewTitle = title != nil
        if usesMouse { tellMouse() }
    }

    private func endModes() {
        guard isLikeXterm else { return }
        stream.write(ControlSequence.pasteOff + ControlSequence.giveTitleBack)
        if decoder.hasMargins { stream.write(ControlSequence.marginsOff) }
        if usesMouse { stream.write(ControlSequence.mouseOff) }
    }

    private func tellMouse() {
        guard isLikeXterm else { return }
        stream.write(usesMouse ? ControlSequence.mouseOn : ControlSequence.mouseOff)
    }
}

// Ways to notify a user who looks elsewhere. The texts are clean. Nothing is sent while another program has the
// terminal, or the terminal doesn't read.
extension Terminal {
    /// Rings the bell.
    package func ring() { sendNow("\u{7}") }

    /// Sets the title of the terminal's window.
    package func showInTitle(_ text: String) { sendNow(ControlSequence.title(showable(text))) }

    /// Makes GNU screen show a message, as its own “privacy message” (screen(1), control sequences).
    package func showInScreen(_ text: String) { sendNow("\u{1B}^\(showable(text))\u{1B}\\") }

    func sendNow(_ text: String) {
        guard isShowing, !stream.isBehind else { return }
        stream.write(text)
        stream.send()
    }
}

/// The way to a terminal: its descriptors, and the variables that describe it.
package struct TerminalDevice {
    let environment: [String: String]
    let input: Int32
    let output: Int32

    /// Usually the terminal of standard input and output. Another one must write without waiting.
    package init(_ environment: [String: String], input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
        (self.environment, self.input, self.output) = (environment, input, output)
    }

    fileprivate var type: String { environment["TERM"] ?? "" }

    fileprivate var size: (rows: Int, columns: Int) {
        var size = winsize()
        let isKnown = ioctl(output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 && size.ws_col > 0
        return isKnown
            ? (min(Int(size.ws_row), Self.longestSide), min(Int(size.ws_col), Self.longestSide)) : (24, 80)
    }

    /// More cells than any screen has: a larger claim would use up all memory.
    private static let longestSide = 2000

    fileprivate var modes: termios {
        var modes = termios()
        tcgetattr(input, &modes)
        return modes
    }

    fileprivate func set(_ modes: termios) {
        var modes = modes
        while tcsetattr(input, TCSANOW, &modes) != 0, errno == EINTR {}
    }
}

/// The reason why lede can't use the terminal.
package enum TerminalFailure: Error, Equatable {
    case noTerminal
    case unknownType(String)
    /// Its cursor can't be moved freely.
    case immovable(String)
}

extension TerminalFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noTerminal:
            "the reader needs a terminal: run lede in one, or use a command such as “lede items” in scripts"
        case .unknownType(let type):
            "unknown terminal type “\(type)”: set TERM to a known one, such as xterm-256color"
        case .immovable(let type):
            "the terminal type “\(type)” can't show full screens: set TERM to your terminal's real type, such as xterm-256color"
        }
    }
}
