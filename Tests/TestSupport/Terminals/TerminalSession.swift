/// A program on a terminal whose screen a test can see and into which it can type.
///
/// Every wait reads the output, feeds the emulator and passes its answers on, until the awaited event happens.
package class TerminalSession {
    private let terminal: PseudoTerminal
    private let emulator: Emulator

    package init(
        program: String, arguments: [String] = [], environment: [String: String] = [:],
        size: (columns: Int, rows: Int) = (80, 24)
    ) throws {
        terminal = try PseudoTerminal(program: program, arguments: arguments, environment: environment, size: size)
        emulator = Emulator(columns: size.columns, rows: size.rows)
    }

    /// What the screen showed when it was last read.
    package var screen: Screen { emulator.screen }

    /// All output of the program that has been read so far.
    package var output: [UInt8] { terminal.output }

    package var modes: TerminalModes { terminal.modes }

    /// The modes in which the program found the terminal.
    package var modesAtStart: TerminalModes { terminal.modesAtStart }

    package var processIdentifier: Int32 { terminal.processIdentifier }

    /// How the program ended, or nil while it runs.
    package var exit: Exit? { terminal.exit }

    package func press(_ keys: Keystroke...) throws {
        for key in keys { try terminal.write(emulator.bytes(for: key)) }
    }

    package func type(_ text: String, within seconds: Double = Deadline.patience) throws {
        try terminal.write(Array(text.utf8), within: seconds)
    }

    /// Types and waits until the program has read it, on a terminal that takes no output from the program.
    package func typeWithoutReading(_ text: String) throws {
        try terminal.writeWithoutReading(Array(text.utf8))
    }

    /// Waits for the program's end, on a terminal that takes no output from the program.
    package func waitForExitWithoutReading() throws -> Exit {
        guard let exit = terminal.waitForExitWithoutReading() else {
            throw TerminalFailure.timedOut(waitingFor: "the program's end", screen)
        }
        return exit
    }

    /// Closes the terminal. Nothing is read from it any more.
    package func hangUp() throws { try terminal.hangUp() }

    package func resize(columns: Int, rows: Int) {
        emulator.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    /// Makes the terminal claim a size that its screen doesn't have.
    package func claimSize(columns: Int, rows: Int) { terminal.resize(columns: columns, rows: rows) }

    package func signal(_ signal: Int32) {
        terminal.signal(signal)
    }

    /// Waits for a screen that fulfils the predicate. Throws if none comes in time or the program ends.
    @discardableResult
    package func waitForScreen(
        within seconds: Double = Deadline.patience, _ predicate: (Screen) throws -> Bool
    ) throws -> Screen {
        try wait(for: "the screen that was waited for", within: seconds, predicate)
    }

    /// Waits until a text is on the screen.
    @discardableResult
    package func waitForScreen(showing text: String, within seconds: Double = Deadline.patience) throws -> Screen {
        try wait(for: "“\(text)”", within: seconds) { $0.contains(text) }
    }

    /// Waits until the program has written nothing for a while.
    @discardableResult
    package func settle(for seconds: Double = 0.2) throws -> Screen {
        while case .output = try advance(until: Deadline(in: seconds)) {}
        return screen
    }

    /// Waits until the program has sent these bytes after the first `count` of its output.
    package func waitForOutput(_ bytes: [UInt8], after count: Int, within seconds: Double = Deadline.patience) throws {
        let deadline = Deadline(in: seconds)
        while output[count...].firstRange(of: bytes) == nil {
            if deadline.hasPassed { throw TerminalFailure.timedOut(waitingFor: "an answer", screen) }
            if case .ended(let exit) = try advance(until: deadline) {
                throw TerminalFailure.ended(exit, waitingFor: "an answer", screen)
            }
        }
    }

    /// Waits until the program has written nothing for a while. Throws if it never rests.
    package func waitForRest(of seconds: Double, within limit: Double) throws {
        let deadline = Deadline(in: limit)
        while case .output = try advance(until: Deadline(in: seconds)) {
            if deadline.hasPassed { throw TerminalFailure.timedOut(waitingFor: "rest", screen) }
        }
    }

    /// Waits for the program's end.
    @discardableResult
    package func waitForExit(within seconds: Double = Deadline.patience) throws -> Exit {
        let deadline = Deadline(in: seconds)
        repeat {
            if case .ended(let exit) = try advance(until: deadline) { return exit }
        } while !deadline.hasPassed
        throw TerminalFailure.timedOut(waitingFor: "the program's end", screen)
    }

    private func wait(
        for expected: String, within seconds: Double, _ predicate: (Screen) throws -> Bool
    ) throws -> Screen {
        let deadline = Deadline(in: seconds)
        while true {
            let screen = screen
            if try predicate(screen) { return screen }
            if deadline.hasPassed { throw TerminalFailure.timedOut(waitingFor: expected, screen) }
            if case .ended(let exit) = try advance(until: deadline) {
                throw TerminalFailure.ended(exit, waitingFor: expected, screen)
            }
        }
    }

    private func advance(until deadline: Deadline) throws -> PseudoTerminal.News {
        let news = terminal.read(until: deadline)
        if case .output(let bytes) = news { try terminal.write(emulator.feed(bytes)) }
        return news
    }
}

/// A pressed key, independent of the bytes that a terminal sends for it.
package enum Keystroke: Equatable, Sendable {
    case text(String)
    case enter, escape, backspace, tab, backTab, delete
    case up, down, left, right
    case pageUp, pageDown, home, end
    case function(Int)
    case control(Character)
    case alt(Character)
}

extension Keystroke: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .text(text)
    }
}

/// A wait that failed, with the last screen.
package enum TerminalFailure: Error, Equatable {
    case timedOut(waitingFor: String, Screen)
    case ended(Exit, waitingFor: String, Screen)
}

extension TerminalFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timedOut(let expected, let screen):
            "\(expected) did not come in time; the screen showed\n\(screen)"
        case .ended(let exit, let expected, let screen):
            "the program \(exit) before \(expected) came; the screen showed\n\(screen)"
        }
    }
}

/// lede on a terminal, with its own home folder.
package final class Reader: TerminalSession {
    /// Outlives the program, because what the superclass holds is released first.
    package let home: Home
    /// Serves the feeds that are given as documents.
    private let server: LoopbackServer?

    init(
        home: Home, server: LoopbackServer? = nil, program: String, arguments: [String], environment: [String: String],
        size: (columns: Int, rows: Int) = (80, 24)
    ) throws {
        self.home = home
        self.server = server
        try super.init(program: program, arguments: arguments, environment: environment, size: size)
    }

    /// Starts the built program, or another one that runs it. The feeds are lines for the urls file or whole feed documents.
    package static func launch(
        program: String? = nil, feeds: [String]? = nil, arguments: [String] = [], environment: [String: String] = [:],
        size: (columns: Int, rows: Int) = (80, 24), home: Home? = nil
    ) throws -> Reader {
        let home = try home ?? Home()
        let feeds = try feeds.map(ServedFeeds.init)
        if let feeds { try home.write(urls: feeds.urls) }
        try home.keepFromRefreshing()
        return try Reader(
            home: home, server: feeds?.server, program: program ?? BuildProducts.executable("lede"),
            arguments: arguments,
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"].merging(environment) { $1 }),
            size: size)
    }

    /// Has everything painted again, and returns what the screen showed last before it was cleared for that.
    package func paintAgain() throws -> Screen {
        let (before, clear) = (output.count, Array("\u{1B}[H\u{1B}[2J".utf8))
        try press(.control("l"))
        try waitForOutput(clear, after: before)
        let last = Emulator(columns: screen.cells[0].count, rows: screen.lines.count)
        if let end = output[before...].firstRange(of: clear)?.lowerBound { last.feed(Array(output[..<end])) }
        return last.screen
    }

    /// Quits the program as a user does, and waits for its end.
    @discardableResult
    package func quit() throws -> Exit {
        try press("q")
        return try waitForExit()
    }
}
