import Foundation
import TestSupport

/// How soon pictures that lede has are on the screen, and what they cost each key.
struct PictureReaderBenchmark {
    private static let window = (columns: 120, rows: 40)
    private static let pictures = 50
    private let runs = 15

    /// How the terminal shows pictures, by the variables that tell of it.
    private enum Way: String, CaseIterable {
        case kitty
        case blocks
        case none = "no"

        var config: String { "pictures \(rawValue)\n" }
    }

    func run() throws {
        guard let photo = try Photo.jpeg(width: 1155, height: 866) else {
            return print("pictures in the reader: cjpeg is missing (Debian's libjpeg-turbo-progs)")
        }
        let photos = try (0..<Self.pictures).map { try Photo.jpeg(width: 600 + $0, height: 400) ?? [] }
        let server = try LoopbackServer { request in
            let number = Int(request.path.dropFirst().prefix { $0.isNumber })
            return Answer(200, headers: ["Content-Type": "image/jpeg"], body: number.map { photos[$0] } ?? photo)
        }
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
        print("an article whose picture of a megapixel is kept, 40×120, from Enter, \(runs) runs:")
        try measureArrival(home, .blocks, of: "\u{1B}[48;2;")
        try measureArrival(home, .kitty, of: "m=0;")
        print("\(Self.pictures) pictures in an article, a key to the last byte of its frame:")
        for way in Way.allCases { try measureScrolling(home, way) }
        print("the same on a line of 1 Mbit/s, a key each half second to the arrival of its frame:")
        for way in Way.allCases { try measureSlowLine(home, way) }
        _ = server
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

    private func withReader(_ home: Home, _ body: (PseudoTerminal) throws -> Void) throws {
        // Otherwise it would open where the last one was left.
        try? FileManager.default.removeItem(atPath: home.state)
        var environment = home.environmentOnLoopback
        environment["COLORTERM"] = "truecolor"
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: environment, size: Self.window)
        terminal.wait(untilQuietFor: 1)
        try body(terminal)
    }

    /// Answers as terminals do whether all is well: lede sends pixels at the pace of these answers.
    private func answer(from start: Int, on terminal: PseudoTerminal) throws {
        let question = "\u{1B}[5n"
        // It may have come in two parts.
        if terminal.output.has(question, from: start - question.utf8.count) { try type("\u{1B}[0n", on: terminal) }
    }

    private func type(_ key: String, on terminal: PseudoTerminal) throws { try terminal.write(Array(key.utf8)) }

    /// Measures how long it takes until lede has sent this sign of a picture.
    private func measureArrival(_ home: Home, _ way: Way, of sign: String) throws {
        try home.write(config: way.config)
        var times: [Double] = []
        for _ in 0..<runs {
            try withReader(home) { terminal in
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
                times.append((terminal.newest - pressed) / .milliseconds(1))
            }
        }
        times.sort()
        print(
            String(
                format: "  %@: median %.1f ms, at most %.1f", way.rawValue, times[times.count / 2],
                times[times.count - 1]))
    }

    /// Scrolls through the article while pixels come over a slow line.
    private func measureSlowLine(_ home: Home, _ way: Way) throws {
        try home.write(config: way.config)
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
            for key in Array(repeating: "j", count: 40) + Array(repeating: "\u{6}", count: 10) {
                try line.run(until: Deadline(in: 0.5))
                times.append(try line.press(key))
            }
            times.sort()
            print(
                String(
                    format:
                        "  %@: median %.0f ms, 99%% under %.0f; the first page whole after %.0f ms; %d kB of pixels",
                    way.rawValue, times[times.count / 2], times[times.count * 99 / 100], whole, line.pixelBytes >> 10))
        }
    }

    /// Scrolls through the article twice, and counts what is sent of pictures' pixels each time.
    private func measureScrolling(_ home: Home, _ way: Way) throws {
        try home.write(config: way.config)
        try withReader(home) { terminal in
            for key in ["\r", "j", "\r"] {
                try type(key, on: terminal)
                terminal.wait(untilQuietFor: 2)
            }
            var seen: Set<Substring> = []
            for pass in ["first", "again"] {
                let start = terminal.output.count
                var times = KeyTimes()
                for key in Array(repeating: "j", count: 150) + Array(repeating: "k", count: 150) {
                    usleep(.random(in: 0..<5000))
                    let before = terminal.output.count
                    try times.press(key, on: terminal)
                    try answer(from: before, on: terminal)
                }
                terminal.wait(untilQuietFor: 1)
                let sent = String(decoding: terminal.output[start...], as: UTF8.self)
                // Each begins with its keys; its pixels follow, and tell the picture.
                let uploads = sent.components(separatedBy: "\u{1B}_Ga=T").dropFirst().compactMap {
                    $0.split(separator: ";", maxSplits: 1).last?.prefix(1000)
                }
                let news = Set(uploads).subtracting(seen)
                seen.formUnion(news)
                print("  \(way.rawValue), \(pass): \(times); \(uploads.count) uploads, \(news.count) of them new")
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
