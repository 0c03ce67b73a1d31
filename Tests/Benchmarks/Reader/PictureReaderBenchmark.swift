import Figures
import Foundation
import TestSupport

/// How soon pictures that lede has are on the screen, and what they cost each key.
struct PictureReaderBenchmark {
    let report: Report

    private static let window = (columns: 120, rows: 40)
    private static let pictures = 50
    private let runs = Scale.runs(15)

    /// How the terminal shows pictures, by the variables that tell of it.
    private enum Way: String, CaseIterable {
        case kitty
        case blocks
        case none = "no"

        var name: String { self == .none ? "no pictures" : rawValue }

        var config: String { "pictures \(rawValue)\n" }

        /// What tells that a picture's pixels have come.
        var sign: String? {
            switch self {
            case .kitty: "m=0;"
            case .blocks: "\u{1B}[48;2;"
            case .none: nil
            }
        }
    }

    func run() throws {
        guard let photo = try Photo.jpeg(width: 1155, height: 866) else {
            return report.miss(Photo.maker)
        }
        let photos = try (0..<Self.pictures).map { try Photo.jpeg(width: 600 + $0, height: 400) ?? [] }
        let server = try LoopbackServer { request in
            let number = Int(request.path.dropFirst().prefix { $0.isNumber })
            return Answer(200, headers: ["Content-Type": "image/jpeg"], body: number.map { photos[$0] } ?? photo)
        }
        let homes = try Way.allCases.map { ($0, try home($0, server)) }
        report.section("an article whose picture of a megapixel is kept, from Enter")
        try measureArrival(homes)
        report.section("\(Self.pictures) pictures in an article")
        try measureScrolling(homes)
        report.section("\(Self.pictures) pictures in an article, on a line of 1 Mbit/s")
        for (way, home) in homes { try measureSlowLine(home, way) }
        _ = server
    }

    /// A home whose pictures are kept.
    private func home(_ way: Way, _ server: LoopbackServer) throws -> Home {
        let home = try Home()
        try Data(Self.feed(server).rss.utf8).write(to: URL(filePath: home.path + "/feed.xml"))
        try home.write(urls: ["file://\(home.path)/feed.xml"])
        _ = try Lede.run("refresh", home: home)
        // The second item's pictures come while the first one is looked at.
        try home.write(config: Way.blocks.config)
        try withReader(home) { terminal in
            for key in ["\r", "\r", "n"] {
                try type(key, on: terminal)
                terminal.wait(untilQuietFor: 3)
            }
        }
        try home.write(config: way.config)
        return home
    }

    private static func feed(_ server: LoopbackServer) -> SampleFeed {
        let many = (0..<pictures).map {
            "<p>\(String(repeating: "Words beside the picture. ", count: 12))</p><img src=\"\(server.url("/\($0).jpg"))\">"
        }
        return SampleFeed(
            title: "Photos",
            items: [
                SampleFeed.Item(title: "One photo", body: "<img src=\"\(server.url("/photo.jpg"))\"><p>Words.</p>"),
                SampleFeed.Item(title: "Many photos", body: many.joined())
            ])
    }

    private func withReader(_ home: Home, _ body: (PseudoTerminal) throws -> Void) throws { try body(reader(home)) }

    private func reader(_ home: Home) throws -> PseudoTerminal {
        // Otherwise it would open where the last one was left.
        try? FileManager.default.removeItem(atPath: home.state)
        var environment = home.environmentOnLoopback
        environment["COLORTERM"] = "truecolor"
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: environment, size: Self.window)
        terminal.wait(untilQuietFor: 1)
        return terminal
    }

    /// Answers as terminals do whether all is well: lede sends pixels at the pace of these answers.
    private func answer(from start: Int, on terminal: PseudoTerminal) throws {
        let question = "\u{1B}[5n"
        // It may have come in two parts.
        if terminal.output.has(question, from: start - question.utf8.count) { try type("\u{1B}[0n", on: terminal) }
    }

    private func type(_ key: String, on terminal: PseudoTerminal) throws { try terminal.write(Array(key.utf8)) }

    private func measureArrival(_ homes: [(way: Way, home: Home)]) throws {
        let ways = homes.compactMap { way, home in way.sign.map { (way, home, $0) } }
        var times: [[Reading]] = ways.map { _ in [] }
        for _ in 0..<runs {
            for (number, (_, home, sign)) in ways.enumerated() {
                times[number].append(Reading(.milliseconds, try milliseconds(to: sign, home)))
            }
        }
        for ((way, _, _), times) in zip(ways, times) { report.add(way.name, times) }
    }

    /// Returns how long it takes until lede has sent this sign of a picture.
    private func milliseconds(to sign: String, _ home: Home) throws -> Double {
        let terminal = try reader(home)
        try type("\r", on: terminal)
        terminal.wait(untilQuietFor: 0.5)
        let pressed = ContinuousClock.now
        try type("\r", on: terminal)
        var hasCome = false
        var start = terminal.output.count
        while !hasCome, case .output = terminal.read(until: Deadline(in: 5)) {
            try answer(from: start, on: terminal)
            hasCome = terminal.output.has(sign, from: start - sign.utf8.count)
            start = terminal.output.count
        }
        precondition(hasCome, "no picture came")
        return (terminal.newest - pressed) / .milliseconds(1)
    }

    /// Scrolls through the article while pixels come over a slow line. The ways aren't measured in turns: each needs the
    /// whole time, and the line takes most of it.
    private func measureSlowLine(_ home: Home, _ way: Way) throws {
        try withReader(home) { terminal in
            for key in ["\r", "j"] {
                try type(key, on: terminal)
                terminal.wait(untilQuietFor: 1)
            }
            var line = SlowLine(to: terminal, bitsPerSecond: 1_000_000)
            let opened = ContinuousClock.now
            _ = try line.press("\r")
            try line.waitForRest(2)
            let whole = (line.end - opened) / .milliseconds(1)
            var times: [Double] = []
            for key in Array(repeating: "j", count: Scale.runs(20)) + Array(repeating: "\u{6}", count: Scale.runs(10)) {
                try line.run(until: Deadline(in: 0.5))
                times.append(try line.press(key))
            }
            report.add("\(way.name), a key each half second", times.map { Reading(.milliseconds, $0) })
            report.add("\(way.name), the first page whole", [Reading(.milliseconds, whole)])
            report.add("\(way.name), pixels", [Reading(.bytes, Double(line.pixelBytes))])
        }
    }

    /// Scrolls through the article twice, and counts what is sent of pictures' pixels each time.
    private func measureScrolling(_ homes: [(way: Way, home: Home)]) throws {
        let terminals = try homes.map { _, home in
            let terminal = try reader(home)
            for key in ["\r", "j", "\r"] {
                try type(key, on: terminal)
                terminal.wait(untilQuietFor: 2)
            }
            return terminal
        }
        let count = Scale.runs(150)
        for pass in ["first", "again"] {
            let starts = terminals.map(\.output.count)
            var times = terminals.map { _ in KeyTimes() }
            for key in Array(repeating: "j", count: count) + Array(repeating: "k", count: count) {
                for (number, terminal) in terminals.enumerated() {
                    let before = terminal.output.count
                    try times[number].press(key, on: terminal)
                    try answer(from: before, on: terminal)
                }
            }
            let none = times[terminals.count - 1].presses
            for (number, (way, _)) in homes.enumerated() {
                terminals[number].wait(untilQuietFor: 1)
                report.add(
                    "\(way.name), a key, \(pass)", times[number].presses,
                    floor: way == .none ? nil : Report.Other("no pictures", none))
                let sent = String(decoding: terminals[number].output[starts[number]...], as: UTF8.self)
                let uploads = sent.components(separatedBy: "\u{1B}_Ga=T").count - 1
                if way == .kitty { report.add("\(way.name), \(pass) pass", [Reading(.uploads, Double(uploads))]) }
            }
        }
    }
}

extension [UInt8] {
    /// Whether some text is in the bytes from an index on. The standard library's search would be what is measured.
    fileprivate func has(_ text: String, from start: Int) -> Bool {
        let text = Array(text.utf8)
        return withUnsafeBytes { bytes in
            var index = Swift.max(0, start)
            while index + text.count <= bytes.count {
                if bytes[index] == text[0], bytes[index..<index + text.count].elementsEqual(text) { return true }
                index += 1
            }
            return false
        }
    }
}
