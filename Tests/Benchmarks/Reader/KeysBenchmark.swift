import Figures
import Foundation
import TestSupport

/// Measures keys in the reader, on a library of one size and a terminal of 40×120, compared with a program that echoes
/// keys and with other readers on this machine.
struct KeysBenchmark {
    let report: Report
    let size: Int

    private static let window = (columns: 120, rows: 40)
    private let rows = Scale.runs(600)
    private let pages = Scale.runs(300)
    private let articles = Scale.runs(200)

    func run() throws {
        report.section("\(DecimalText.of(size)) items")
        try GeneratedLibrary.ofSize(size).withHome { home, _ in
            let lede = try PseudoTerminal(
                program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback, size: Self.window)
            lede.wait(untilQuietFor: 2)
            report.addMemory("after the start", of: lede.processIdentifier)
            let racers = [
                KeyRace.Racer(name: "lede", terminal: lede), KeyRace.Racer(name: "echo", terminal: try Echo.terminal())
            ]
            for racer in racers { try racer.openAll() }
            try measureLists(KeyRace(racers + otherReaders()))
            var race = KeyRace(racers)
            try measureArticles(&race)
            try measureSearch(&race)
            report.addMemory("after all keys", of: lede.processIdentifier)
        }
    }

    private func measureLists(_ racers: KeyRace) throws {
        var race = racers
        add("a row", try race.rows(rows), goals: [.milliseconds: Figure.Goal(0.25, high: 0.6)])
        add("a page", try race.pages(pages), goals: [.milliseconds: Figure.Goal(0.7, high: 1.5)])
        add("a row, scrolling", try race.scrolledRows(pages), goals: [.milliseconds: Figure.Goal(0.25, high: 0.6)])
        // What a terminal answers that scrolls single columns.
        try race.racers.first?.terminal.write(Array("\u{1B}[?69;2$y".utf8))
        add(
            "a row, scrolling with margins", try race.scrolledRows(pages),
            goals: [.milliseconds: Figure.Goal(0.25, high: 0.6), .bytes: 600])
        for racer in race.racers where racer.isOptional {
            let memory = ProcessMemory.megabytes("RssAnon", of: racer.terminal.processIdentifier)
            report.add("private memory of \(racer.name)", [Reading(.megabytes, memory)])
        }
        for name in race.dropped { report.miss("\(name) (sent nothing)") }
    }

    private func measureArticles(_ race: inout KeyRace) throws {
        let presses = try race.run(articles) { _, _ in
            "\r"
        } rest: { racer, _ in
            for key in ["q", "j"] { try racer.press(key) }
        }
        add("an article", presses)
    }

    /// Measures each letter of a typed search, until all matches and their surroundings are on the screen.
    private func measureSearch(_ race: inout KeyRace) throws {
        // Changed counts don't belong to any letter.
        for racer in race.racers { racer.terminal.wait(untilQuietFor: 1) }
        let words = GeneratedArticles.planted.map(\.word)
        let letters = words.flatMap { word in
            word.enumerated().map { (letter: $0.element, isLast: $0.offset == word.count - 1) }
        }
        for racer in race.racers { try racer.press("/") }
        let presses = try race.run(letters.count, toTheEnd: .ofAll) { _, number in
            String(letters[number].letter)
        } rest: { racer, number in
            guard letters[number].isLast else { return }
            try racer.press("\u{1B}")
            if number + 1 < letters.count { try racer.press("/") }
        }
        add("a letter searched", presses)
    }

    /// The installed ones, with as many items in one list.
    private func otherReaders() throws -> [KeyRace.Racer] {
        // They hold all items in memory.
        guard size <= 100_000 else { return [] }
        return try PeerScreen.installed(report).compactMap { peer in
            let home = try peer.home(items: size)
            let terminal = try peer.terminal(home)
            terminal.wait(untilQuietFor: 2)
            try terminal.write(Array(peer.open.utf8))
            terminal.wait(untilQuietFor: 2)
            return KeyRace.Racer(
                name: peer.name, terminal: terminal, down: peer.down, up: peer.up, isOptional: true, home: home)
        }
    }

    private func add(
        _ name: String, _ presses: [String: [KeyTimes.Press]], goals: [FigureUnit: Figure.Goal] = [:]
    ) {
        let peers = presses.keys.filter { $0 != "lede" && $0 != "echo" }.sorted()
        report.add(
            name, presses["lede"] ?? [], floor: Report.Other("echo", presses["echo"] ?? []),
            peers: peers.map { Report.Other($0, presses[$0] ?? []) }, goals: goals)
    }
}
