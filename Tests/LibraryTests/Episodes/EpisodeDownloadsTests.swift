import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct `Downloads in the library` {
    private let shelf: Shelf
    private var library: Library { shelf.library }
    private let home: Home
    private var settings: DownloadSettings

    init() throws {
        shelf = try Shelf()
        home = try Home()
        settings = DownloadSettings(folder: EpisodeFolder(home.path + "/Podcasts"))
        try FileManager.default.createDirectory(atPath: settings.folder.path, withIntermediateDirectories: true)
        try shelf.store(
            ["a", "b", "c", "d"].map { (name: String) in
                ParsedItem(
                    id: name, title: name,
                    enclosures: [ParsedEnclosure(url: "https://example.org/\(name).mp3", type: "audio/mpeg")])
            })
        for name in ["a", "b", "c", "d"] { library.mark(.item(try item(name)), .queued) }
        library.drain()
    }

    private func item(_ title: String) throws -> ItemID {
        try #require(try shelf.items().first { $0.title == title }).id
    }

    private func mark(_ title: String, _ mark: Mark) throws {
        library.mark(.item(try item(title)), mark)
        library.drain()
    }

    private func undo() {
        library.undo { _ in }
        library.drain()
    }

    /// Notes a complete file, and makes it.
    private func keep(_ title: String, bytes: Int = 100) throws {
        let name = "\(title).mp3"
        try library.changeDownload(of: item(title)) { $0 = EpisodeDownload(stage: .kept, file: name, total: bytes) }
        try Data(count: bytes).write(to: URL(fileURLWithPath: "\(settings.folder.path)/\(name)"))
    }

    private func download(_ title: String) throws -> EpisodeDownload {
        try #require(try library.episode(of: item(title))).download
    }

    private func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(settings.folder.path)/\(name)")
    }

    private func tidy(at now: Date = Date()) throws { try library.tidyDownloads(settings, at: now) }

    @Test func `wanted downloads come in the queue's order, without those that left it`() throws {
        for title in ["c", "a", "b"] { library.setDownloads(of: [try item(title)], to: .wanted) }
        library.setDownloads(of: [try item("b")], to: .paused)
        library.drain()
        #expect(try library.wantedDownloads() == [try item("a"), try item("c")])
        try mark("a", .unqueued)
        #expect(try library.wantedDownloads() == [try item("c")])
        library.setDownloads(of: [try item("c")], to: .failed, because: "gone")
        library.drain()
        var failed = EpisodeDownload(stage: .failed)
        failed.failure = "gone"
        #expect(try download("c") == failed)
    }

    @Test func `everything known of a download is kept, and only what the item has`() throws {
        var known = EpisodeDownload(stage: .wanted, file: "a.mp3", total: 5)
        (known.failure, known.validator, known.validatorHost) = ("timed out", "\"1\"", "https://example.org/")
        let stored = try library.changeDownload(of: item("a")) { [known] in $0 = known }
        #expect(try stored == known && download("a") == known && download("b") == EpisodeDownload())
        #expect(try library.episodeFileNames() == ["a.mp3"])
        #expect(try library.changeDownload(of: ItemID(4711)) { $0.file = "b.mp3" } == nil)
    }

    @Test func `a file leaves with its episode, and undo brings it back`() throws {
        try keep("a")
        try mark("a", .unqueued)
        try tidy()
        #expect(!has("a.mp3") && has(".trash/a.mp3"))
        undo()
        try tidy()
        #expect(has("a.mp3") && !has(".trash/a.mp3"))
        #expect(try download("a").stage == .kept)
    }

    @Test func `a file that no undo can bring back is deleted, and its name free`() throws {
        try keep("a")
        try keep("b")
        try mark("a", .unqueued)
        try tidy()
        #expect(has(".trash/a.mp3"))
        try Database(path: shelf.path, access: .readWrite).execute("DELETE FROM journal")
        try tidy()
        #expect(!has(".trash/a.mp3") && has("b.mp3"))
        #expect(try download("a") == EpisodeDownload() && library.episodeFileNames() == ["b.mp3"])
    }

    @Test func `files of a removed feed wait in the trash as long as the feed may return`() throws {
        try keep("a")
        try library.subscribe(to: ["https://example.org/other"])
        try Database(path: shelf.path, access: .readWrite).execute("DELETE FROM journal")
        try tidy()
        #expect(has(".trash/a.mp3") && !has("a.mp3"))
    }

    @Test func `files of heard episodes go only if the user says so`() throws {
        try keep("a")
        try mark("a", .heard)
        try tidy()
        #expect(has("a.mp3"))
        var settings = settings
        settings.deletesPlayed = true
        try library.tidyDownloads(settings, at: Date())
        #expect(!has("a.mp3") && has(".trash/a.mp3"))
        undo()
        try library.tidyDownloads(settings, at: Date())
        #expect(has("a.mp3"))
    }

    @Test func `room is made by files that were heard longest ago, if that is enough`() throws {
        var settings = settings
        settings.bytes = 400
        for title in ["a", "b", "c"] { try keep(title) }
        for title in ["b", "a"] { try mark(title, .heard) }
        let d = try item("d")
        #expect(try library.makeRoom(for: 1, of: d, settings) == 100)
        #expect(try library.makeRoom(for: 500, of: d, settings) == 100)
        #expect(has("a.mp3") && has("b.mp3"))
        #expect(try library.makeRoom(for: 150, of: d, settings) == 200)
        #expect(has("a.mp3") && !has("b.mp3"))
        #expect(try download("b") == EpisodeDownload() && download("a").stage == .kept)
        #expect(try library.makeRoom(for: 300, of: d, settings) == 300)
        #expect(!has("a.mp3") && has("c.mp3"))
    }

    @Test func `what is coming needs the room of all that will come`() throws {
        var settings = settings
        settings.bytes = 1000
        let a = try item("a")
        try library.changeDownload(of: a) { $0 = EpisodeDownload(file: "a.mp3", total: 900) }
        #expect(try library.makeRoom(for: 1, of: try item("b"), settings) == 1000)
        try Data(count: 10).write(to: URL(fileURLWithPath: "\(settings.folder.path)/a.mp3.part"))
        #expect(try library.makeRoom(for: 1, of: try item("b"), settings) == 100)
        #expect(try library.makeRoom(for: 1, of: a, settings) == 1000)
    }

    @Test func `a hostile library's names and numbers do no harm`() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: home.path + "/evil"))
        try keep("a")
        try Database(path: shelf.path, access: .readWrite).execute(
            "UPDATE episodes SET file = '../evil', total = 9223372036854775807")
        try mark("a", .unqueued)
        var settings = settings
        settings.bytes = 1000
        try library.tidyDownloads(settings, at: Date())
        _ = try library.makeRoom(for: .max, of: try item("b"), settings)
        #expect(FileManager.default.fileExists(atPath: home.path + "/evil"))
    }
}
