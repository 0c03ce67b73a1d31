import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `The queue of episodes on the screen` {
    private let podcast = """
        <rss version="2.0"><channel><title>Talks</title>\
        <item><title>First talk</title><guid>1</guid><pubDate>Tue, 02 Jan 2024 00:00:00 GMT</pubDate>\
        <enclosure url="https://example.org/1.mp3" type="audio/mpeg" length="1000"/></item>\
        <item><title>Second talk</title><guid>2</guid><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>\
        <enclosure url="https://example.org/2.mp3" type="audio/mpeg" length="1000"/></item>\
        <item><title>A text</title><guid>3</guid><pubDate>Sun, 31 Dec 2023 00:00:00 GMT</pubDate></item>\
        </channel></rss>
        """

    private func open(config: String = "", size: (columns: Int, rows: Int) = (80, 24)) async throws -> DrawnReader {
        let home = try Home()
        try home.write(config: config)
        let reader = try DrawnReader.launch(feeds: [podcast], size: size, home: home)
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● First talk")
        return reader
    }

    @Test func `e queues an item with a file, and the queue is above the feeds`() async throws {
        let reader = try await open()
        reader.press("G", "e")
        try await reader.waitForScreen(showing: "This item has no audio or video file")
        reader.press("g", "e")
        try await reader.waitForScreen(showing: "Queued (e to play, L for the queue)")
        reader.press("q")
        try await reader.waitForScreen { $0.lines.contains { $0.contains("Episodes") && $0.hasSuffix("1") } }
        reader.press("g", "j", "j", "j", "j", .enter)
        try await reader.waitForScreen {
            $0.contains("First talk") && !$0.contains("Second talk") && $0.contains("row 1 of 1")
        }
        reader.press("q")
        try await reader.waitForScreen(showing: "Episodes")
    }

    @Test func `episodes are moved, marked heard, and taken out of the queue, which undo takes back`() async throws {
        let reader = try await open(size: (120, 24))
        reader.press("e", "j", "e", "L")
        try await reader.waitForScreen { $0.row(of: "First talk") < $0.row(of: "Second talk") && $0.contains("of 2") }
        reader.press(")")
        try await reader.waitForScreen { $0.row(of: "Second talk") < $0.row(of: "First talk") }
        // Moving the cursor leaves the order.
        reader.press("k", "j")
        try await reader.waitForScreen {
            $0.row(of: "Second talk") < $0.row(of: "First talk") && $0.contains("row 2 of 2")
        }
        reader.press("m")
        try await reader.waitForScreen { $0.line(with: "First talk").contains("heard") }
        reader.press("P")
        try await reader.waitForScreen {
            $0.contains("Took 1 heard episode out of the queue (u to undo)") && !$0.contains("First talk")
        }
        reader.press("u")
        try await reader.waitForScreen { $0.row(of: "Second talk") < $0.row(of: "First talk") }
        reader.press("g", "D")
        try await reader.waitForScreen {
            $0.contains("Took “Second talk” out of the queue") && !$0.contains("Second talk  ")
        }
        reader.press("u")
        try await reader.waitForScreen { $0.row(of: "Second talk") < $0.row(of: "First talk") }
        reader.press("G", "i")
        try await reader.waitForScreen { $0.contains("First talk") && $0.contains("1.mp3") }
    }

    @Test func `with newsboat's keys, the queue has podboat's`() async throws {
        let reader = try await open(config: "keys newsboat\n")
        reader.press("e", "L")
        try await reader.waitForScreen { $0.contains("First talk") && $0.contains("row 1 of 1") }
        reader.press("m")
        try await reader.waitForScreen { $0.line(with: "First talk").contains("heard") }
        reader.press("P")
        try await reader.waitForScreen(showing: "No episodes: press e on an item with an audio or video file.")
    }

    @Test func `d downloads an episode, pauses that, and goes on from what has come`() async throws {
        let (home, server) = try homeWithHalvingServer()
        defer { server.stop() }
        let reader = try DrawnReader.launch(home: home)
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Talk")
        reader.press("e", "L")
        try await reader.waitForScreen { $0.line(with: "Talk").contains("1.0 MB") }
        reader.press("d")
        try await reader.waitForScreen {
            $0.line(with: "Talk").contains("50% of 1.0 MB") && $0.contains("1 episode 50%")
        }
        reader.press("d")
        try await reader.waitForScreen {
            $0.line(with: "Talk").contains("paused") && $0.contains("Paused the download (d to go on)")
        }
        reader.press("d")
        try await reader.waitForScreen { $0.line(with: "Talk").contains("ready") && $0.contains("files of 1.0 MB") }
        reader.press("d")
        try await reader.waitForScreen(showing: "It is downloaded already")
        #expect(try Data(contentsOf: URL(filePath: home.path + "/Podcasts/Talk.mp3")) == Data(Self.recording))
        reader.press("D")
        try await reader.waitForScreen { $0.contains("No episodes") && !$0.contains("files of") }
        #expect(FileManager.default.fileExists(atPath: home.path + "/Podcasts/.trash/Talk.mp3"))
    }

    @Test func `with podcast-auto-download, what comes into the queue is downloaded`() async throws {
        let (home, server) = try homeWithHalvingServer(config: "podcast-auto-download yes\n")
        defer { server.stop() }
        let reader = try DrawnReader.launch(home: home)
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Talk")
        reader.press("e", "L")
        try await reader.waitForScreen { $0.line(with: "Talk").contains("50% of 1.0 MB") }
        // What leaves the queue is not wanted any more, and its return goes on.
        reader.press("D")
        try await reader.waitForScreen(showing: "No episodes")
        reader.press("u")
        try await reader.waitForScreen { $0.line(with: "Talk").contains("ready") }
    }

    nonisolated private static let recording = [UInt8](repeating: 0x55, count: 1_000_000)

    /// A podcast on a server that sends half of a recording, and the rest only to those who ask for it.
    private func homeWithHalvingServer(config: String = "") throws -> (Home, LoopbackServer) {
        let server = try LoopbackServer { request in
            if request.path == "/1.mp3" {
                let answer = Answer.file(Self.recording, to: request)
                return request.headers["range"] == nil ? answer.cut(after: 500_000, isSilent: true) : answer
            }
            let here = "http://\(request.headers["host"] ?? "")"
            let file = "<enclosure url=\"\(here)/1.mp3\" type=\"audio/mpeg\" length=\"1000000\"/>"
            return Answer(
                200,
                body:
                    "<rss version=\"2.0\"><channel><title>Talks</title><item><title>Talk</title>\(file)</item></channel></rss>"
            )
        }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        try home.write(
            config: "download-path \(home.path)/Podcasts\ndownload-filename-format \"%t.%e\"\n" + config)
        return (home, server)
    }

    @Test func `the queue fits a small screen`() async throws {
        let reader = try await open(size: (40, 12))
        reader.press("e", "L")
        try await reader.waitForScreen { $0.contains("First talk") && $0.contains("row 1 of 1") }
    }
}

extension Screen {
    fileprivate func line(with text: String) -> String { lines.first { $0.contains(text) } ?? "" }
    fileprivate func row(of text: String) -> Int { lines.firstIndex { $0.contains(text) } ?? -1 }
}
