import Foundation
import TestSupport

/// Measures how soon a picture that lede has is on the screen, from Enter.
struct PicturesBenchmark {
    let report: Report

    /// The ways to show pictures, and what tells that the pixels of one have come.
    private static let ways = [(name: "kitty", sign: "m=0;"), (name: "blocks", sign: "\u{1B}[48;2;")]

    func run() throws {
        guard let photo = try Self.photo(width: 1155, height: 866) else { return report.miss("cjpeg") }
        let server = try LoopbackServer { request in
            if request.path != "/feed" { return Answer(200, headers: ["Content-Type": "image/jpeg"], body: photo) }
            let picture = "<img src=\"http://\(request.headers["host"] ?? "")/photo.jpg\"><p>Words.</p>"
            return Answer(200, body: SampleFeed(title: "Photos", items: [.init(title: "One photo", body: picture)]).rss)
        }
        let homes = try Self.ways.map { try home($0.name, server.url("/feed")) }
        report.section("an article whose picture of a megapixel is kept, from Enter")
        var times: [[Reading]] = Self.ways.map { _ in [] }
        for _ in 0..<Scale.runs(15) {
            for (number, home) in homes.enumerated() {
                times[number].append(try time(toTheSign: Self.ways[number].sign, home))
            }
        }
        for (way, times) in zip(Self.ways, times) { report.add(way.name, times) }
    }

    /// A home whose picture is kept.
    private func home(_ way: String, _ feed: String) throws -> Home {
        let home = try Home()
        try home.write(urls: [feed])
        _ = try ProgramProbe(["refresh"], home: home)
        try home.write(config: "pictures blocks\n")
        let terminal = try reader(home)
        for key in ["\r", "\r"] {
            try terminal.type(key)
            terminal.wait(untilQuietFor: 3)
        }
        try home.write(config: "pictures \(way)\n")
        return home
    }

    private func reader(_ home: Home) throws -> PseudoTerminal {
        // Otherwise it would open where the last one was left.
        try? FileManager.default.removeItem(atPath: home.state)
        return try home.reader(quiet: 1, environment: ["COLORTERM": "truecolor"])
    }

    /// Returns how long it takes until lede has sent this sign of a picture.
    private func time(toTheSign sign: String, _ home: Home) throws -> Reading {
        let terminal = try reader(home)
        try terminal.type("\r")
        terminal.wait(untilQuietFor: 0.5)
        let pressed = ContinuousClock.now
        try terminal.type("\r")
        var recent = ""
        while case .output(let bytes) = terminal.read(until: Deadline(in: 5)) {
            // What is looked for may have come in two parts.
            recent = recent.suffix(8) + String(decoding: bytes, as: UTF8.self)
            // lede sends pixels at the pace of these answers.
            if recent.contains("\u{1B}[5n") { try terminal.type("\u{1B}[0n") }
            if recent.contains(sign) { return Reading(.milliseconds, (terminal.newest - pressed) / .milliseconds(1)) }
        }
        preconditionFailure("no picture came")
    }

    /// A picture as detailed as a photo, the same in every run. Returns nil without a program that makes JPEG files, which
    /// Debian's libjpeg-turbo-progs has.
    private static func photo(width: Int, height: Int) throws -> [UInt8]? {
        let program = "/usr/bin/cjpeg"
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        var chance = SplitMix(state: 20_261_126)
        var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
        for row in 0..<height {
            for column in 0..<width {
                let noise = Int(chance.next() % 24)
                for (channel, period) in [(row, 97), (column, 61), (row + column, 41)] {
                    bytes.append(UInt8(min(255, channel % period * 230 / period + noise)))
                }
            }
        }
        return try CommandRun(program: program, arguments: ["-quality", "85"], environment: [:], input: bytes)
            .outputBytes
    }
}
