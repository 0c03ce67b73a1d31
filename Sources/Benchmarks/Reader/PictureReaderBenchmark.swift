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
        guard let photo = try Photo.jpeg(width: 1155, height: 866), let small = try Photo.jpeg(width: 640, height: 400)
        else { return print("pictures in the reader: cjpeg is missing (Debian's libjpeg-turbo-progs)") }
        let server = try LoopbackServer { request in
            Answer(200, headers: ["Content-Type": "image/jpeg"], body: request.path == "/photo.jpg" ? photo : small)
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
        var environment = home.environmentOnLoopback
        environment["COLORTERM"] = "truecolor"
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: environment, size: Self.window)
        terminal.wait(untilQuietFor: 1)
        try body(terminal)
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
                var sent = ""
                while !sent.contains(sign), case .output(let bytes) = terminal.read(until: Deadline(in: 5)) {
                    sent += String(decoding: bytes, as: UTF8.self)
                }
                precondition(sent.contains(sign), "no picture came")
                times.append((terminal.newest - pressed) / .milliseconds(1))
            }
        }
        times.sort()
        print(
            String(
                format: "  %@: median %.1f ms, at most %.1f", way.rawValue, times[times.count / 2],
                times[times.count - 1]))
    }

    /// Scrolls through the article twice, and counts what is sent of pictures' pixels each time.
    private func measureScrolling(_ home: Home, _ way: Way) throws {
        try home.write(config: way.config)
        try withReader(home) { terminal in
            for key in ["\r", "j", "\r"] {
                try type(key, on: terminal)
                terminal.wait(untilQuietFor: 2)
            }
            for pass in ["first", "again"] {
                let start = terminal.output.count
                var times = KeyTimes()
                for key in Array(repeating: "j", count: 150) + Array(repeating: "k", count: 150) {
                    usleep(.random(in: 0..<5000))
                    try times.press(key, on: terminal)
                }
                terminal.wait(untilQuietFor: 1)
                let sent = String(decoding: terminal.output[start...], as: UTF8.self)
                let uploads = sent.components(separatedBy: "\u{1B}_Ga=T").count - 1
                print("  \(way.rawValue), \(pass): \(times); \(uploads) uploads")
            }
        }
    }
}
