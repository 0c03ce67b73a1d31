import Foundation
import Glibc
import TestSupport

/// A reader that a soak drives. One may be left, suspended and killed, and starts again; the other lives as long as the soak.
final class SoakReader {
    let name: String
    let mayLeave: Bool
    private let home: Home
    private let program: String
    private let environment: [String: String]
    private(set) var session: Reader
    /// The slowest answer to a key so far.
    private(set) var slowest = Duration.zero

    init(_ name: String, mayLeave: Bool, home: Home, environment: [String: String]) throws {
        (self.name, self.mayLeave, self.home, self.environment) = (name, mayLeave, home, environment)
        let lede = try BuildProducts.executable("lede")
        // As a job of a shell, lede can be suspended. The shell brings it back at once.
        let start =
            mayLeave
            ? "set -m; \(lede); while status=$?; [ $status = 147 -o $status = 148 ]; do fg >/dev/null; done; exit $status"
            : "exec \(lede)"
        program = try home.writeProgram(name, "cd \"$HOME\" && \(start)")
        session = try Reader.launch(program: program, environment: environment, home: home)
    }

    /// Does it to the reader, and takes what the reader writes.
    func take(_ input: SoakInput) throws {
        switch input {
        case .key(let key): try session.press(key)
        case .line(let start, let text, let end):
            // In the list of feeds and not in the prompt that may be open.
            try session.press(.escape)
            try session.settle(for: 0.06)
            try session.press(start)
            try session.type(text)
            try session.press(end)
        case .paste(let text): try session.type("\u{1B}[200~\(text)\u{1B}[201~")
        case .mouse(let code, let row, let column, let isRelease):
            try session.point("\(code)", row: row, column: column, isRelease: isRelease)
        case .size(let columns, let rows): session.resize(columns: columns, rows: rows)
        case .stop:
            try signal(SIGSTOP)
            try session.settle(for: 0.1)
            try signal(SIGCONT)
        case .suspend: try signal(SIGTSTP)
        case .leave(let signal):
            try self.signal(signal)
            let exit = try session.waitForExit()
            guard [128 + signal, 0].map(Exit.status).contains(exit) || exit == .signal(signal) else {
                throw SoakFailure("\(name) \(exit) after signal \(signal)")
            }
        }
        try session.settle(for: 0.01)
        if let exit = session.exit { try startAgain(after: exit, wasTold: input) }
    }

    /// Has the screen painted anew, which an idle reader does within a moment.
    func expectAnswer(within seconds: Double) throws {
        do {
            try answer(within: seconds)
        } catch {
            guard mayLeave, session.exit == .status(0) else { throw error }
            // A slow start has read only now the key that leaves.
            try launch()
            try session.waitForScreen(within: seconds, \.isAlternateScreen)
            try answer(within: seconds)
        }
    }

    private func answer(within seconds: Double) throws {
        // A program has the terminal, or has ended and left its output to be read.
        if !session.screen.isAlternateScreen {
            try session.press(.enter)
            try session.waitForScreen(within: seconds, \.isAlternateScreen)
        }
        let (count, start, deadline) = (session.output.count, ContinuousClock.now, Deadline(in: seconds))
        var hasAnswered = false
        while !hasAnswered {
            try session.press(.escape)
            try session.settle(for: 0.06)
            try session.press(.control("l"))
            do {
                try session.waitForOutput(Array("\u{1B}[2J".utf8), after: count, within: 1)
                hasAnswered = true
            } catch TerminalFailure.timedOut where !deadline.hasPassed {
                // A reader that was busy for a moment has read both keys at once, as one with Alt. Or it waits for the
                // end of a paste, which was lost because the paste began before the reader had the terminal.
            }
        }
        slowest = max(slowest, ContinuousClock.now - start)
    }

    /// Waits until the reader does nothing any more, and returns the unread items that its title counts.
    func unreadAtRest() throws -> Int {
        try session.waitForRest(of: 1.5, within: 90)
        return session.screen.title.firstMatch(of: /\((\d+)\)$/).flatMap { Int($0.1) } ?? 0
    }

    func figures() throws -> ProcessFigures { try ProcessFigures(of: session.processIdentifier) }

    /// What its processes do, thread by thread.
    var threads: String {
        let columns = "pid,tid,pgid,tpgid,stat,wchan:20,time,comm"
        let list = ["-L", "-s", "\(session.processIdentifier)", "-o", columns]
        return (try? CommandRun(program: "/bin/ps", arguments: list).output) ?? ""
    }

    func quit() throws {
        try signal(SIGTERM)
        try session.waitForExit()
    }

    private func startAgain(after exit: Exit, wasTold input: SoakInput) throws {
        if case .leave = input {
        } else {
            // Ctrl-C ends the shell while lede isn't in front, and lede before its screen is.
            let isStopped = exit == .signal(SIGINT) || exit == .status(128 + SIGINT) && !session.hasShownScreen
            guard mayLeave, exit == .status(0) || isStopped else { throw SoakFailure("\(name) \(exit)") }
        }
        try launch()
    }

    private func launch() throws {
        session = try Reader.launch(program: program, environment: environment, home: home)
    }

    /// Does nothing if the reader has just ended, because it has read only now the key that leaves.
    private func signal(_ signal: Int32) throws { if let process = try process() { kill(process, signal) } }

    /// Nil if it has ended.
    private func process() throws -> Int32? {
        guard mayLeave else { return session.processIdentifier }
        let deadline = Deadline()
        while !deadline.hasPassed {
            if let child = try ProcessFigures.child(of: session.processIdentifier) { return child }
            if session.exit != nil { return nil }
            try session.settle(for: 0.01)
        }
        throw SoakFailure("\(name) didn't start")
    }
}

struct SoakFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Reader {
    /// Whether lede has been on the terminal.
    fileprivate var hasShownScreen: Bool { output.contains(Array("\u{1B}[?1049h".utf8)) }
}

/// One thing that a careless user does to a reader.
enum SoakInput {
    case key(Keystroke)
    /// Opens a prompt, types and sends it, or thinks better of it.
    case line(Keystroke, String, end: Keystroke)
    case paste(String)
    case mouse(code: Int, row: Int, column: Int, isRelease: Bool)
    case size(columns: Int, rows: Int)
    /// Stops the process and lets it go on.
    case stop
    /// Sends it to the shell that started it, which brings it back.
    case suspend
    case leave(Int32)

    init(mayLeave: Bool, using chance: inout SplitMix) {
        switch Int.random(in: 0..<1000, using: &chance) {
        case ..<780: self = .key(Self.key(mayLeave, using: &chance))
        case ..<860:
            let (start, texts) = Self.prompts.randomElement(using: &chance) ?? ("/", Self.words)
            self = .line(
                start, texts.randomElement(using: &chance) ?? "",
                end: Int.random(in: 0..<4, using: &chance) == 0 ? .escape : .enter)
        case ..<880: self = .paste(Self.pastes.randomElement(using: &chance) ?? "")
        case ..<960:
            self = .mouse(
                code: [0, 0, 0, 0, 1, 2, 32, 35, 64, 65, 68].randomElement(using: &chance) ?? 0,
                row: .random(in: 0..<45, using: &chance), column: .random(in: 0..<150, using: &chance),
                isRelease: Int.random(in: 0..<4, using: &chance) == 0)
        case ..<985:
            let (columns, rows) = Self.sizes.randomElement(using: &chance) ?? (80, 24)
            self = .size(columns: columns, rows: rows)
        case ..<990: self = .stop
        case ..<997 where mayLeave: self = .suspend
        case 997... where mayLeave:
            self = .leave([SIGTERM, SIGHUP, SIGKILL].randomElement(using: &chance) ?? SIGTERM)
        default: self = .key(.escape)
        }
    }

    private static func key(_ mayLeave: Bool, using chance: inout SplitMix) -> Keystroke {
        switch Int.random(in: 0..<10, using: &chance) {
        case ..<6: return .text(String(letters.randomElement(using: &chance) ?? "j"))
        case ..<7: return .control(controls.randomElement(using: &chance) ?? "l")
        default:
            let key = keys.randomElement(using: &chance) ?? .enter
            return mayLeave && Int.random(in: 0..<200, using: &chance) == 0 ? "q" : key
        }
    }

    // Without “/”, so that no file is named that isn't in the home, and without “q”, which leaves.
    private static let letters = Array(
        "jjjkkklhgGnnnpJKR}{'arACuuu&HssNNNMvvTDoOWwXcyYFiUf][#1234567890mZtSlzEI@MV()P<>~?\\|e :.x日é")
    private static let controls = Array("dufbnpkrxosgtlc")
    private static let keys: [Keystroke] = [
        .enter, .enter, .enter, .escape, .escape, .left, .left, .right, .up, .down, .down, .pageUp, .pageDown, .home,
        .end, .tab, .backTab, .backspace, .delete, .function(5), .function(1), .alt("x"), " ", " "
    ]
    private static let sizes = [
        (80, 24), (80, 24), (140, 40), (140, 40), (40, 10), (20, 5), (1, 1), (2, 3), (200, 50), (80, 3), (9, 30)
    ]

    private static let prompts: [(Keystroke, [String])] = [
        ("/", words), ("f", words), (":", commands), ("T", ["later", "now", "-later", "a, b, c"]),
        ("'", ["news", "7", "none"]), ("|", ["true", "cat", "false", "nothing here"]),
        ("a", ["nowhere.invalid/feed", "not a feed", "127.0.0.1:9/feed"]), ("M", ["My feed", "", "日本"]),
        ("V", ["code", "code/swift", ""]), ("@", ["nowhere.invalid/moved"]), ("#", ["1", "99", "x"])
    ]
    private static let words = [
        "swift", "story", "is:starred", "is:unread", "tag:later", "title:story", "\"a story", "-swift", "age < 3",
        "unread = \"yes\"", "((", "title =~ \"(\"", "日本語", "é", "x", "feed:news after:yesterday", ""
    ]
    private static let commands = [
        "set text-width 60", "set text-width 0", "set preview yes", "set preview no", "set group-feeds no",
        "set group-feeds yes", "set article-sort-order title", "set article-sort-order newest", "set scrolloff 5",
        "set show-read-feeds yes", "set nonsense 3", "set", "goto 3", "12", "tag later", "tag", "goto news",
        "source config", "save article.txt", "dumpconfig settings", "bogus", "sort", "\"", "set pictures no",
        "set pictures blocks", "set mark-as-read-on-hover yes", "set mark-as-read-on-hover no"
    ]
    private static let pastes = [
        "swift", "two\nlines", "http://127.0.0.1:9/pasted", "\t\u{1}\u{2}", String(repeating: "long ", count: 5000),
        "\u{1B}]0;title\u{7}\u{1B}[31m", "\u{202E}backwards", "👩‍👩‍👧‍👦e\u{301}\u{FFFF}", ""
    ]
}

extension Reader {
    /// Sends a mouse event as xterm does. Rows and columns start with 0.
    func point(_ code: String, row: Int, column: Int, isRelease: Bool = false) throws {
        try type("\u{1B}[<\(code);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
    }
}
