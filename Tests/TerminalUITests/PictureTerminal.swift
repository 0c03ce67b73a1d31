import Foundation
import TestSupport

/// The program PictureShow on a terminal that gives a name and answers as such a terminal does.
final class PictureTerminal {
    private let terminal: PseudoTerminal
    private let emulator = Emulator(columns: 60, rows: 24)
    private let identity: String
    /// Whether it answers that it has taken everything.
    var answersStatus = true
    private var withoutPictures = WithoutPictures()
    private var scanned = 0
    private var openQuestions = 0

    /// Cells of 4×8 pixels keep the pictures small.
    init(photos: Int = 1, answering identity: String, environment: [String: String] = [:]) throws {
        self.identity = identity
        let variables = [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8",
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""
        ]
        terminal = try PseudoTerminal(
            program: BuildProducts.executable("PictureShow"), arguments: ["\(photos)"],
            environment: variables.merging(Lede.ofProof) { $1 }.merging(environment) { $1 }, size: (60, 24))
    }

    static let kitty = "\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}[6;8;4t\u{1B}[?62;22c"
    static let xterm = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;8;4t\u{1B}[?64;4;22c"
    static let iterm = "\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[6;8;4t\u{1B}[?62;4c"

    var screen: Screen { emulator.screen }

    /// How often the program wrote these bytes.
    func count(_ text: String) -> Int {
        let output = Data(terminal.output)
        let wanted = Data(text.utf8)
        var (count, start) = (0, 0)
        while let found = output.range(of: wanted, in: start..<output.count) {
            count += 1
            start = found.upperBound
        }
        return count
    }

    func resize(columns: Int, rows: Int) {
        emulator.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    func press(_ keys: String) throws { try terminal.write(Array(keys.utf8)) }

    /// Presses keys and waits until the screen shows them.
    func pressSeen(_ keys: String) throws {
        try press(keys)
        try wait { $0.screen.line(23).hasSuffix(keys) }
    }

    /// Waits for what is true. Fails if it isn't true in time.
    func wait(within seconds: Double = Deadline.patience, for isTrue: (PictureTerminal) throws -> Bool) throws {
        let deadline = Deadline(in: seconds)
        while try !isTrue(self) {
            guard !deadline.hasPassed, case .output = try read(until: deadline) else {
                throw TerminalFailure.timedOut(waitingFor: "what is on the terminal", screen)
            }
        }
    }

    /// Reads until the program writes nothing for a while.
    func settle(_ seconds: Double = 0.4) throws { while case .output = try read(until: Deadline(in: seconds)) {} }

    /// Quits, and reads what the program writes at last.
    func quit() throws {
        try press("q")
        while case .output = try read(until: Deadline()) {}
    }

    private func read(until deadline: Deadline) throws -> PseudoTerminal.News {
        let news = terminal.read(until: deadline)
        if case .output(let bytes) = news {
            emulator.feed(withoutPictures.take(bytes))
            try answer()
        }
        return news
    }

    private func answer() throws {
        // A question that is cut is read with the next output.
        var end = terminal.output.count
        if let escape = terminal.output.suffix(3).lastIndex(of: 0x1B) { end = escape }
        let text = String(decoding: terminal.output[min(scanned, end)..<end], as: UTF8.self)
        scanned = max(scanned, end)
        if text.contains("\u{1B}[c") { try terminal.write(Array(identity.utf8)) }
        openQuestions += text.components(separatedBy: "\u{1B}[5n").count - 1
        guard answersStatus else { return }
        for _ in 0..<openQuestions { try terminal.write(Array("\u{1B}[0n".utf8)) }
        openQuestions = 0
    }
}
