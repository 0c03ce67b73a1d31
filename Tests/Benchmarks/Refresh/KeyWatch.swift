import Figures
import Foundation
import TestSupport

/// Measures a reader's time from a key to the frame that shows its effect during a refresh, and the same in a program
/// that only echoes keys.
struct KeyWatch {
    private(set) var milliseconds: [Double] = []
    private(set) var echoMilliseconds: [Double] = []
    private(set) var privateMegabytes = 0.0

    /// Whether the text that ends the watch came.
    private(set) var hasEnded = false
    private(set) var seconds = 0.0
    private let text: String?
    /// The end of what the reader has sent, in which the text may have begun.
    private var recent: [UInt8] = []

    /// Refreshes in a reader and moves its cursor up and down meanwhile: until it shows a text, or for a time that is no
    /// longer than the fastest refresh takes.
    init(_ home: Home, until text: String? = nil, atMost limit: Double = 1.2) throws {
        self.text = text
        try home.keepFromRefreshing()
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"),
            environment: home.environmentOnLoopback,
            size: (columns: 120, rows: 40))
        let process = "\(terminal.processIdentifier)"
        let echo = try PseudoTerminal(
            program: BuildProducts.executable("Benchmarks"), arguments: Probe.arguments("echo"),
            size: (columns: 120, rows: 40))
        guard wait(for: "!", on: echo, within: 20) else { return }
        guard wait(for: "unread", on: terminal, within: 20) else { return }
        // Seen before the next key: moving down and up again at once leaves nothing to draw.
        try terminal.write(Array("j".utf8))
        guard waitForBar(on: terminal, since: .now) else { return }
        try terminal.write(Array("R".utf8))
        let begin = ContinuousClock.now
        defer { seconds = (ContinuousClock.now - begin) / .seconds(1) }
        var isDown = true
        while ContinuousClock.now < begin + .seconds(limit), !hasEnded {
            let pressed = ContinuousClock.now
            try terminal.write(Array((isDown ? "k" : "j").utf8))
            isDown.toggle()
            guard waitForBar(on: terminal, since: pressed) else { break }
            milliseconds.append((ContinuousClock.now - pressed) / .milliseconds(1))
            let anonymous = Double(ProcessMemory.kilobytes("RssAnon", of: process) ?? 0) / 1024
            privateMegabytes = max(privateMegabytes, anonymous)
            // A key every 10 ms, faster than anybody types for long.
            take(from: terminal, for: 0.005)
            try press(on: echo)
            take(from: terminal, for: 0.005)
        }
    }

    private mutating func press(on echo: PseudoTerminal) throws {
        let pressed = ContinuousClock.now
        try echo.write(Array("j".utf8))
        guard case .output = echo.read(until: Deadline(in: 5)) else { return }
        echoMilliseconds.append((ContinuousClock.now - pressed) / .milliseconds(1))
    }

    /// Waits until the cursor's bar is drawn. Nothing else on the screen is reversed.
    private mutating func waitForBar(on terminal: PseudoTerminal, since pressed: ContinuousClock.Instant) -> Bool {
        while pressed + .seconds(5) > .now {
            guard let output = read(from: terminal, until: Deadline(in: 5)) else { return false }
            if output.contains(#/\u{1B}\[(\d+;)*7(;\d+)*m/#) { return true }
        }
        return false
    }

    private mutating func take(from terminal: PseudoTerminal, for seconds: Double) {
        let deadline = Deadline(in: seconds)
        while !hasEnded, read(from: terminal, until: deadline) != nil {}
    }

    private mutating func read(from terminal: PseudoTerminal, until deadline: Deadline) -> String? {
        guard case .output(let bytes) = terminal.read(until: deadline) else { return nil }
        if let text {
            recent = recent.suffix(text.utf8.count) + bytes
            hasEnded = hasEnded || String(decoding: recent, as: UTF8.self).contains(text)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func wait(for text: String, on terminal: PseudoTerminal, within seconds: Double) -> Bool {
        let deadline = Deadline(in: seconds)
        while case .output(let bytes) = terminal.read(until: deadline) {
            if String(decoding: bytes, as: UTF8.self).contains(text) { return true }
        }
        return false
    }
}

extension Report {
    /// Adds the keys of watches beside their echoes.
    func add(_ name: String, _ watches: [KeyWatch], goals: [FigureUnit: Figure.Goal] = [:]) {
        add(
            name, watches.flatMap(\.milliseconds).map { Reading(.milliseconds, $0) },
            floor: Other("echo", watches.flatMap(\.echoMilliseconds).map { Reading(.milliseconds, $0) }), goals: goals)
    }
}
