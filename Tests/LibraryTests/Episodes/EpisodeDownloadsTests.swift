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
        _ = try library.namePart(of: item(title), name)
        try library.finishDownload(of: item(title), as: name, bytes: bytes)
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
        #expect(try download("c") == EpisodeDownload(stage: .failed, failure: "gone"))
    }

    @Test func `a part has a version from the moment that its server names one, and a name for good`() throws {
        let a = try item("a")
        #expect(try library.part(of: a) == nil)
        #expect(try library.namePart(of: a, "a.mp3") == EpisodePart(file: "a.mp3"))
        #expect(try library.namePart(of: a, "other.mp3")?.file == "a.mp3")
        #expect(try library.episodeFileNames() == ["a.mp3"])
        try library.recordDownload(of: a, validator: "\"1\"", from: "https://example.org/", total: 5)
        let part = EpisodePart(file: "a.mp3", total: 5, validator: "\"1\"", validatorHost: "https://example.org/")
        #expect(try library.part(of: a) == part)
        try library.beginDownload(of: a)
        #expect(try library.part(of: a) == EpisodePart(file: "a.mp3"))
        try library.finishDownload(of: a, as: "a (2).mp3", bytes: 5)
        #expect(try download("a") == EpisodeDownload(stage: .kept, file: "a (2).mp3", total: 5))
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
        _ = try library.namePart(of: a, "a.mp3")
        try library.recordDownload(of: a, validator: nil, from: nil, total: 900)
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
