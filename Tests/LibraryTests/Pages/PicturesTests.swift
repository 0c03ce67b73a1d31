import FeedParser
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Library

@Suite struct `Pictures of items` {
    private let shelf: Shelf
    private var library: Library { shelf.library }
    private let folder: String

    init() throws {
        shelf = try Shelf(feeds: 2)
        folder = shelf.path.replacing("library.db", with: "pictures")
        for feed in 1...2 {
            try shelf.store(
                (1...3).map { number in
                    var item = ParsedItem("\(feed)/\(number)", text: "<img src=/a.png> <img src=b.png>")
                    item.published = .noon - Double(number) * 3600
                    item.link = "https://example.org/\(feed)/\(number)"
                    return item
                }, in: feed)
        }
    }

    private func item(_ title: String) throws -> ItemID {
        try #require(try library.items(unreadOnly: false, limit: .max).first { $0.title == title }).id
    }

    @discardableResult
    private func store(
        _ text: String, at url: String, of titles: String..., isPreloaded: Bool = false, on date: Date = .noon,
        in library: Library? = nil
    ) throws -> KeptPicture {
        try (library ?? self.library).store(
            FetchedPicture(url: url, bytes: Array(text.utf8)), for: titles.map(item), isPreloaded: isPreloaded, at: date
        )
    }

    private func files() -> [String] {
        let paths = FileManager.default.subpaths(atPath: folder) ?? []
        return paths.filter { $0.utf8.count > 2 }.sorted()
    }

    @Test func `a stored picture is a private file named by its hash, and found by its URL`() throws {
        let kept = try store("picture", at: "https://a.example/1.png", of: "1/1")
        #expect(
            try library.pictures(at: ["https://a.example/1.png", "https://a.example/2.png"]) == [
                "https://a.example/1.png": kept
            ])
        #expect(try String(contentsOfFile: kept.path, encoding: .utf8) == "picture" && kept.bytes == 7)
        var status = stat()
        #expect(stat(kept.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(try kept.path.hasPrefix(folder + "/") && files().count == 1 && library.check() == [])
    }

    @Test func `one file serves many URLs`() throws {
        for number in 1...3 { try store("same", at: "https://a.example/\(number).png", of: "1/\(number)") }
        #expect(files().count == 1)
        library.recordSize(width: 30, height: 20, ofPictureAt: "https://a.example/1.png")
        library.drain()
        let other = try #require(try library.pictures(at: ["https://a.example/2.png"]).first?.value)
        #expect((other.width, other.height) == (30, 20))
    }

    @Test func `a picture whose file was removed or cut is treated as not there`() throws {
        let gone = try store("gone", at: "https://a.example/1.png", of: "1/1")
        let cut = try store("cut short", at: "https://a.example/2.png", of: "1/1")
        unlink(gone.path)
        truncate(cut.path, 3)
        #expect(try library.knowledge(ofPicturesAt: ["https://a.example/1.png", "https://a.example/2.png"]).isEmpty)
        try FileManager.default.removeItem(atPath: folder)
        try store("gone", at: "https://a.example/1.png", of: "1/1")
        #expect(try library.pictures(at: ["https://a.example/1.png"]).count == 1)
    }

    @Test func `links in the folder are never followed`() throws {
        let kept = try store("picture", at: "https://a.example/1.png", of: "1/1")
        let outside = try Folder()
        let target = try outside.write("outside", to: "target")
        // In place of the file: it would be read, written through or removed.
        unlink(kept.path)
        symlink(target, kept.path)
        #expect(try library.pictures(at: ["https://a.example/1.png"]).isEmpty)
        try store("picture", at: "https://a.example/1.png", of: "1/1")
        #expect(try library.pictures(at: ["https://a.example/1.png"]).count == 1)
        // In place of its folder, and of the folder of all.
        for path in [String(kept.path.dropLast(63)), folder] {
            try FileManager.default.removeItem(atPath: path)
            symlink(outside.path("."), path)
            #expect(throws: LibraryFailure.self) { try store("picture", at: "https://a.example/1.png", of: "1/1") }
            try library.tidyPictures(at: Date() + 1e6)
            unlink(path)
        }
        #expect(try outside.names(in: ".").count == 5 && outside.text(of: "target") == "outside")
    }

    @Test func `a picture that couldn't be fetched waits, longer each time, and longest if there is none`() throws {
        let urls = ["https://a.example/1.png": [try item("1/1")]]
        func isWaiting(hours: Double) throws -> Bool {
            guard case .failed("no luck", let date) = try library.knowledge(ofPicturesAt: urls.keys).first?.value else {
                return false
            }
            return date > .noon + hours * 3600
        }
        try library.recordFailure(ofPicturesAt: urls, because: "no luck", at: .noon)
        #expect(try isWaiting(hours: 0.9) && !isWaiting(hours: 1))
        try library.recordFailure(ofPicturesAt: urls, because: "no luck", at: .noon)
        #expect(try isWaiting(hours: 3.9) && !isWaiting(hours: 4))
        try library.recordFailure(ofPicturesAt: urls, because: "no luck", earliest: .noon + 100 * 3600, at: .noon)
        #expect(try isWaiting(hours: 99))
        try library.recordFailure(ofPicturesAt: urls, because: "no luck", isDefinite: true, at: .noon)
        #expect(try isWaiting(hours: 600))
        try store("picture", at: "https://a.example/1.png", of: "1/1")
        #expect(try library.pictures(at: urls.keys).count == 1)
    }

    @Test func `an item's pictures are those of its text and of its page, each once`() throws {
        let one = try item("1/1")
        let page = "<p>x<img src=https://b.example/c.png><img src=https://example.org/a.png><img src=data:image/gif,x>"
        try library.store(
            FullText(html: page, url: "https://b.example/", fetched: .noon, letters: 1, reason: ""), of: one,
            isPreloaded: true)
        #expect(
            try library.pictures(of: one).urls == [
                "https://example.org/a.png", "https://example.org/1/b.png", "https://b.example/c.png"
            ])
    }

    @Test func `the picture of an item is fetched ahead if its text or its page has none`() throws {
        var video = ParsedItem("video", text: "Words only")
        video.image = "https://example.org/thumbnail.jpg"
        var empty = ParsedItem("empty", text: "")
        empty.enclosures = [ParsedEnclosure(url: "https://example.org/photo", type: "image/jpeg")]
        var pictured = ParsedItem("pictured", text: "<img src=https://example.org/a.png>")
        pictured.image = "https://example.org/thumbnail.jpg"
        try shelf.store([video, empty, pictured])
        #expect(try library.pictures(of: item("video")).urls == ["https://example.org/thumbnail.jpg"])
        #expect(try library.pictures(of: item("empty")).urls == ["https://example.org/photo"])
        #expect(try library.pictures(of: item("pictured")).urls == ["https://example.org/a.png"])
    }

    @Test func `of thousands of pictures in an item fifty are fetched ahead`() throws {
        let html = (1...3000).map { "<p><img src=/\($0).png>" }.joined()
        try shelf.store([ParsedItem("many", text: html)])
        #expect(try library.pictures(of: item("many")).urls.count == (0))
        var linked = ParsedItem("linked", text: html)
        linked.link = "https://example.org/many"
        try shelf.store([linked])
        #expect(try library.pictures(of: item("linked")).urls.count == 50)
    }

    @Test func `items lack pictures until these were tried, and again with another text or after a failure`() throws {
        let all = ItemSet(try ["1/1", "1/2"].map(item))
        func lacking(hours: Double = 0) throws -> [ItemID] {
            try library.itemsLackingPictures(among: all, limit: 9, at: .noon + hours * 3600)
        }
        #expect(try lacking() == [item("1/1"), item("1/2")])
        try library.recordPictures(of: [item("1/1"), item("1/2")])
        #expect(try lacking().isEmpty)
        try library.store(
            FullText(html: "<p>x", url: "", fetched: .noon, letters: 1, reason: ""), of: item("1/1"), isPreloaded: true)
        #expect(try lacking() == [item("1/1")])
        try library.recordFailure(
            ofPicturesAt: ["https://a.example/1.png": [item("1/2")]], because: "no luck", at: .noon)
        #expect(try lacking(hours: 0.9) == [item("1/1")] && lacking(hours: 1.1).count == 2)
    }

    @Test func `tidying removes what nobody knows, and forgets what is gone`() throws {
        let kept = try store("kept", at: "https://a.example/1.png", of: "1/1")
        let gone = try store("gone", at: "https://a.example/2.png", of: "1/2")
        try library.recordPictures(of: [item("1/1"), item("1/2")])
        let inside = String(kept.path.dropLast(63))
        let stranger = "\(inside)/\(String(repeating: "e", count: 62))"
        for path in [stranger, "\(inside)/.new.99.1", "\(inside)/notes.txt"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        }
        unlink(gone.path)
        // Another process may have written them a moment ago.
        try library.tidyPictures(at: Date())
        #expect(files().count == 4)
        #expect(
            try library.itemsLackingPictures(
                among: ItemSet([item("1/1"), item("1/2")]), limit: 9, at: .noon) == [item("1/2")])
        try library.tidyPictures(at: Date() + 7200)
        #expect(files().map { $0.split(separator: "/")[1] } == [kept.path.suffix(62), "notes.txt"])
        #expect(try library.pictures(at: ["https://a.example/1.png"]).count == 1 && library.check() == [])
    }

    @Test func `another process sees and keeps the same pictures`() async throws {
        let other = try Shelf(sharing: shelf).library
        let one = try item("1/1")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, library) in [library, other, library, other].enumerated() {
                group.addTask {
                    for picture in 1...20 {
                        _ = try library.store(
                            FetchedPicture(url: "https://a.example/\(picture)", bytes: Array("\(picture)".utf8)),
                            for: [one], isPreloaded: number > 1, at: .noon)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try other.pictures(at: (1...20).map { "https://a.example/\($0)" }).count == 20 && files().count == 20)
    }

    @Test func `a folder that can't be written to is said in words`() throws {
        try Data().write(to: URL(fileURLWithPath: folder))
        let failure = #expect(throws: LibraryFailure.self) { try store("x", at: "https://a.example/1", of: "1/1") }
        #expect(failure?.description.contains(folder) == true)
        #expect(try library.pictures(at: ["https://a.example/1"]).isEmpty)
    }
}
