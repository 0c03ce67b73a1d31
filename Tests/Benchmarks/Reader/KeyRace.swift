import TestSupport

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
                try terminal.write(Array(key.utf8))
                terminal.wait(untilQuietFor: 0.5)
            }
        }

        /// Presses what isn't measured.
        func press(_ key: String) throws {
            var ignored = KeyTimes()
            try ignored.press(key, on: terminal)
        }

        static let pageDown = "\u{1B}[6~"
        static let pageUp = "\u{1B}[5~"
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

    mutating func pages(_ count: Int) throws -> [String: [KeyTimes.Press]] {
        try run(count) { _, number in number / 50 % 2 == 0 ? Racer.pageDown : Racer.pageUp }
    }
}
