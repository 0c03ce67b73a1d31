import Foundation
import Glibc
import TestSupport

/// Measures keys in the reader, on a library of one size and a terminal of 40×120, compared with a program that echoes
/// keys and with other readers on this machine.
struct KeysBenchmark {
    let size: Int

    private static let window = (columns: 120, rows: 40)
    private let rows = 600
    private let pages = 300
    private let articles = 200

    func run() throws {
        print("a key to the last byte of its frame, \(size) items, 40×120:")
        try measureReader()
        try measureEcho()
        // The other readers hold all items in memory.
        if size <= 100_000 { for peer in PeerScreen.all { try measure(peer) } }
    }

    private func measureReader() throws {
        try GeneratedLibrary.ofSize(size).withHome { home, _ in
            let terminal = try PseudoTerminal(
                program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback, size: Self.window)
            terminal.wait(untilQuietFor: 2)
            let memory = "\(terminal.processIdentifier)"
            report("memory", "\(ProcessMemory.summary(of: memory)) after the start")
            try press("\r", on: terminal)
            try measureRows(terminal)
            try measurePages(terminal)
            try measureArticles(terminal)
            try measureSearch(terminal)
            report("memory", "\(ProcessMemory.summary(of: memory)) after all that")
        }
    }

    private func measureRows(_ terminal: PseudoTerminal, down: String = "j", up: String = "k") throws {
        var times = KeyTimes()
        // Up and down within the screen, so that every key only moves the cursor.
        for number in 0..<rows { try press(number / 30 % 2 == 0 ? down : up, on: terminal, &times) }
        report("a row", "\(times)")
    }

    private func measurePages(_ terminal: PseudoTerminal) throws {
        var times = KeyTimes()
        for number in 0..<pages { try press(number / 50 % 2 == 0 ? "\u{1B}[6~" : "\u{1B}[5~", on: terminal, &times) }
        report("a page", "\(times)")
    }

    private func measureArticles(_ terminal: PseudoTerminal) throws {
        var times = KeyTimes()
        for _ in 0..<articles {
            try press("\r", on: terminal, &times)
            try press("q", on: terminal)
            try press("j", on: terminal)
        }
        report("an article", "\(times)")
    }

    /// Measures each letter of a typed search, until all matches and their surroundings are on the screen.
    private func measureSearch(_ terminal: PseudoTerminal) throws {
        // Changed counts don't belong to any letter.
        terminal.wait(untilQuietFor: 1)
        var times = KeyTimes(toTheEnd: .ofAll)
        for (word, _) in GeneratedArticles.planted {
            try press("/", on: terminal)
            for letter in word { try press(String(letter), on: terminal, &times) }
            try press("\u{1B}", on: terminal)
        }
        report("a letter searched", "\(times)")
    }

    /// Measures the same keys in another reader, with as many items in one list.
    private func measure(_ peer: PeerScreen) throws {
        let home = try Home()
        try peer.prepare(home.path, size)
        let terminal = try PseudoTerminal(
            program: peer.program, arguments: peer.arguments(home.path), environment: home.environmentOnLoopback,
            size: Self.window)
        terminal.wait(untilQuietFor: 2)
        print("  \(peer.name):")
        try press(peer.open, on: terminal)
        terminal.wait(untilQuietFor: 2)
        try measureRows(terminal, down: peer.down, up: peer.up)
        try measurePages(terminal)
        report("memory", ProcessMemory.summary(of: "\(terminal.processIdentifier)"))
    }

    private func measureEcho() throws {
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("Benchmarks"), arguments: Probe.arguments("echo"), size: Self.window)
        terminal.wait(untilQuietFor: 2)
        var times = KeyTimes()
        for _ in 0..<rows { try press("j", on: terminal, &times) }
        report("echo (the floor)", "\(times)")
    }

    /// Presses a key at a random moment, so that no program can be in step with it.
    private func press(_ key: String, on terminal: PseudoTerminal, _ times: inout KeyTimes) throws {
        usleep(.random(in: 0..<5000))
        try times.press(key, on: terminal)
    }

    private func press(_ key: String, on terminal: PseudoTerminal) throws {
        var ignored = KeyTimes()
        try ignored.press(key, on: terminal)
    }

    private func report(_ name: String, _ figures: String) {
        print("  \(name.padding(toLength: 18, withPad: " ", startingAt: 0)) \(figures)")
    }
}

/// A program that echoes every byte: no program answers a key sooner.
enum Echo {
    static func run() {
        var modes = termios()
        tcgetattr(STDIN_FILENO, &modes)
        cfmakeraw(&modes)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
        var byte: UInt8 = UInt8(ascii: "!")
        repeat { write(STDOUT_FILENO, &byte, 1) } while read(STDIN_FILENO, &byte, 1) == 1
    }
}
