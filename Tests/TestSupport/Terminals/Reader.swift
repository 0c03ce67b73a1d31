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
