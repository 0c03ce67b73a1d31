import Foundation
import TestSupport

/// Measures keys in the reader, on a library of one size and a terminal of 40×120, compared with a program that echoes
/// keys and with other readers on this machine.
struct KeysBenchmark {
    let report: Report
    let size: Int

    private let rows = Scale.runs(600)
    private let pages = Scale.runs(300)
    private let articles = Scale.runs(200)

    func run() throws {
        report.section("\(DecimalText.of(size)) items")
        try GeneratedLibrary.ofSize(size).withHome { home, _ in
            let lede = try home.reader()
            report.addMemory("after the start", of: lede.processIdentifier)
            let racers = [
                KeyRace.Racer(name: "lede", terminal: lede), KeyRace.Racer(name: "echo", terminal: try .echo())
            ]
            for racer in racers { try racer.openAll() }
            try measureLists(KeyRace(racers + otherReaders()))
            var race = KeyRace(racers)
            try measureArticles(&race)
            report.add("a letter searched", try race.searchedLetters())
            report.addMemory("after all keys", of: lede.processIdentifier)
        }
    }

    private func measureLists(_ racers: KeyRace) throws {
        var race = racers
        report.add("a row", try race.rows(rows), goals: [.milliseconds: Figure.Goal(0.25, high: 0.6)])
        report.add("a page", try race.pages(pages), goals: [.milliseconds: Figure.Goal(0.7, high: 1.5)])
        report.add(
            "a row, scrolling", try race.scrolledRows(pages), goals: [.milliseconds: Figure.Goal(0.25, high: 0.6)])
        // What a terminal answers that scrolls single columns.
        try race.racers.first?.terminal.type("\u{1B}[?69;2$y")
        report.add(
            "a row, scrolling with margins", try race.scrolledRows(pages),
            goals: [.milliseconds: Figure.Goal(0.25, high: 0.6), .bytes: 600])
        for name in race.dropped { report.miss("\(name) (sent nothing)") }
    }

    private func measureArticles(_ race: inout KeyRace) throws {
        let presses = try race.run(articles) { _, _ in
            "\r"
        } rest: { racer, _ in
            for key in ["q", "j"] { try racer.press(key) }
        }
        report.add("an article", presses)
    }

    /// The installed ones, with as many items in one list.
    private func otherReaders() throws -> [KeyRace.Racer] {
        // They hold all items in memory.
        guard size <= 100_000 else { return [] }
        return try PeerScreen.installed(report).map { peer in
            let home = try peer.home(items: size)
            let terminal = try peer.terminal(home)
            terminal.wait(untilQuietFor: 2)
            try terminal.type(peer.open)
            terminal.wait(untilQuietFor: 2)
            return KeyRace.Racer(
                name: peer.name, terminal: terminal, down: peer.down, up: peer.up, isOptional: true, home: home)
        }
    }
}

/// Programs that are open at once and get the same keys in turns, so that other load of the machine affects all alike.
struct KeyRace {
    struct Racer {
        let name: String
        let terminal: PseudoTerminal
        var down = "j"
        var up = "k"
        /// Whether the race goes on without it if it sends nothing for a key.
        var isOptional = false
        /// What the program reads, kept as long as it runs.
        var home: Home?

        /// Opens the list at the top of lede's feed list, which is All.
        func openAll() throws {
            for key in ["g", "\r"] {
                try terminal.type(key)
                terminal.wait(untilQuietFor: 0.5)
            }
        }

        /// Presses what isn't measured.
        func press(_ key: String) throws {
            var ignored = KeyTimes()
            try ignored.press(key, on: terminal)
        }
    }

    private(set) var racers: [Racer]
    private(set) var dropped: [String] = []

    init(_ racers: [Racer]) {
        self.racers = racers
    }

    /// Presses a number of keys in each, and returns what each press took. `rest` presses what isn't measured.
    mutating func run(
        _ count: Int, toTheEnd end: KeyTimes.End = .ofFrame, _ key: (Racer, Int) -> String,
        rest: (Racer, Int) throws -> Void = { _, _ in }
    ) throws -> [String: [KeyTimes.Press]] {
        var times = racers.map { _ in KeyTimes(toTheEnd: end) }
        for number in 0..<count {
            for (index, racer) in racers.enumerated() where !dropped.contains(racer.name) {
                do {
                    try times[index].press(key(racer, number), on: racer.terminal)
                    try rest(racer, number)
                } catch is KeyTimes.NoFrame where racer.isOptional {
                    dropped.append(racer.name)
                }
            }
        }
        let named = zip(racers, times).map { ($0.name, $1.presses) }
        return Dictionary(uniqueKeysWithValues: named).filter { !dropped.contains($0.key) }
    }

    /// Some rows down and up again within the screen, so that every key only moves the cursor.
    mutating func rows(_ count: Int, atOnce: Int = 30) throws -> [String: [KeyTimes.Press]] {
        try run(count) { racer, number in number / atOnce % 2 == 0 ? racer.down : racer.up }
    }

    /// Rows beyond the end of the screen.
    mutating func scrolledRows(_ count: Int) throws -> [String: [KeyTimes.Press]] {
        _ = try run(45) { racer, _ in racer.down }
        return try run(count) { racer, _ in racer.down }
    }

    /// The letters of searches, each until all matches and their surroundings are on the screen.
    mutating func searchedLetters() throws -> [String: [KeyTimes.Press]] {
        // Changed counts don't belong to any letter.
        for racer in racers { racer.terminal.wait(untilQuietFor: 1) }
        // Escape ends a search, and the slash begins the next.
        let keys = Array(GeneratedArticles.planted.map(\.word).joined(separator: "\u{1B}"))
        for racer in racers { try racer.press("/") }
        let letters = keys.indices.filter { keys[$0] != "\u{1B}" }
        return try run(letters.count, toTheEnd: .ofAll) { _, number in
            String(keys[letters[number]])
        } rest: { racer, number in
            guard !letters.contains(letters[number] + 1), number + 1 < letters.count else { return }
            for key in ["\u{1B}", "/"] { try racer.press(key) }
        }
    }

    /// Pages down and up again.
    mutating func pages(_ count: Int) throws -> [String: [KeyTimes.Press]] {
        try run(count) { _, number in number / 50 % 2 == 0 ? "\u{1B}[6~" : "\u{1B}[5~" }
    }
}

extension Report {
    /// Adds lede's presses beside the echo's and those of other readers.
    fileprivate func add(
        _ name: String, _ presses: [String: [KeyTimes.Press]], goals: [FigureUnit: Figure.Goal] = [:]
    ) {
        let peers = presses.keys.filter { $0 != "lede" && $0 != "echo" }.sorted()
        add(
            name, presses["lede"] ?? [], floor: Other("echo", presses["echo"] ?? []),
            peers: peers.map { Other($0, presses[$0] ?? []) }, goals: goals)
    }
}

/// The time from a key to the last byte of its frame, or of everything that the program sends for the key.
struct KeyTimes {
    struct Press: Measured {
        let milliseconds: Double
        let processorMilliseconds: Double
        let bytes: Int

        var readings: [Reading] {
            [
                Reading(.milliseconds, milliseconds), Reading(.processorMilliseconds, processorMilliseconds),
                Reading(.bytes, Double(bytes))
            ]
        }
    }

    enum End: Double {
        /// Later output is another frame, such as for counts read from the disk.
        case ofFrame = 0.002
        /// After such a pause nothing more comes for the key.
        case ofAll = 0.06
    }

    /// A program sent nothing for a key.
    struct NoFrame: Error { let key: String }

    private(set) var presses: [Press] = []
    private let end: End

    init(toTheEnd end: End = .ofFrame) {
        self.end = end
    }

    /// Presses a key at a random moment, so that no program can be in step with it, and waits for the end of its output.
    mutating func press(_ key: String, on terminal: PseudoTerminal) throws {
        usleep(.random(in: 0..<5000))
        let before = try ProcessClock.milliseconds(of: terminal.processIdentifier)
        let pressed = ContinuousClock.now
        try terminal.type(key)
        var count = 0
        var deadline = Deadline(in: 5)
        while case .output(let sent) = terminal.read(until: deadline) {
            count += sent.count
            deadline = Deadline(in: end.rawValue)
        }
        guard count > 0 else { throw NoFrame(key: key) }
        let newest = terminal.newest
        if end == .ofFrame { rest(on: terminal) }
        let after = try ProcessClock.milliseconds(of: terminal.processIdentifier)
        presses.append(
            Press(
                milliseconds: (newest - pressed) / .milliseconds(1), processorMilliseconds: after - before, bytes: count
            ))
    }

    /// Lets the program send the rest of its output for the key.
    private func rest(on terminal: PseudoTerminal) {
        while case .output = terminal.read(until: Deadline(in: 0.005)) {}
    }
}
