import Foundation
import Glibc
import TestSupport
import Testing

@testable import Library

@Suite struct `Names of episodes' files` {
    private func episode(
        _ title: String, _ url: String = "https://cdn.example.org/a/talk%201.mp3?x=1", type: String? = nil
    )
        -> Episode
    {
        let item = Item(
            id: ItemID(1), feed: FeedID(1), title: title, link: nil, author: nil,
            date: Date(timeIntervalSince1970: 1_779_969_600), states: ItemStates())
        return Episode(
            item: item, feedName: "Birds/Bees", feedURL: "", url: url, type: type, announcedBytes: nil,
            download: EpisodeDownload(), position: 0, duration: nil, playedAt: nil)
    }

    @Test(arguments: [
        ("%n - %F - %t%?e?.%e&?", "Birds_Bees - 2026-05-28 - Owls.mp3"), ("%u", "talk 1.mp3"),
        ("%N/%h/%t", "Birds_Bees_cdn.example.org_Owls"), ("%Y%y%m%b%d %M%S.%e", "20262605May28 0000.mp3"),
        ("%?u?%u&%Y-%b-%d-%H%M%S.unknown?", "talk 1.mp3"), ("", "episode"), ("%%%t", "%Owls"), ("%x", "episode")
    ])
    func `a format has newsboat's letters`(format: String, name: String) {
        #expect(episode("Owls").fileName(as: format) == name)
    }

    @Test(arguments: [
        ("../../x", "_.._x"), ("-rf", "rf"), (".hidden", "hidden"), ("a\u{1B}]2;x\u{7}\nb", "a]2;x b"),
        ("a\u{202E}b", "ab"), ("..", "episode"), ("  ", "episode"), ("a\u{0}b", "ab"), ("/etc/passwd", "_etc_passwd")
    ])
    func `a title leads nowhere, hides nothing, and is no option`(title: String, name: String) {
        #expect(episode(title).fileName(as: "%t") == name)
    }

    @Test func `a long name is cut to 200 bytes, and keeps its ending`() {
        for title in [String(repeating: "x", count: 500), String(repeating: "é🦉", count: 500)] {
            let name = episode(title).fileName(as: "%t.%e")
            #expect(name.utf8.count <= 200 && name.utf8.count > 190 && name.hasSuffix(".mp3"))
        }
    }

    @Test func `without an ending in its URL, a file gets that of its type`() {
        #expect(episode("a", "https://example.org/play?id=1", type: "audio/mpeg").fileName(as: "%t.%e") == "a.mp3")
        #expect(episode("a", "https://example.org/", type: nil).fileName(as: "%t%?e?.%e&?") == "a")
    }
}

@Suite struct `The folder of episodes` {
    private let home: Home
    private let path: String
    private let folder: EpisodeFolder

    init() throws {
        home = try Home()
        path = home.path + "/Podcasts"
        folder = EpisodeFolder(path)
    }

    private func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    private func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    @Test func `a part that is complete gets its name, and nothing of the user's is replaced`() throws {
        try write("mine", to: "a.mp3")
        for name in ["a (2).mp3", "a (3).mp3"] {
            let (part, size) = try #require(try folder.openPart(of: "a.mp3"))
            defer { close(part) }
            #expect(size == 0 && Glibc.write(part, "new", 3) == 3)
            #expect(try folder.finish("a.mp3") == name)
        }
        #expect(names == ["a (2).mp3", "a (3).mp3", "a.mp3"])
        #expect(text("a.mp3") == "mine" && text("a (2).mp3") == "new" && folder.path(of: "a (2).mp3") != nil)
        #expect(
            try FileManager.default.attributesOfItem(atPath: "\(path)/a (2).mp3")[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a part goes on from what is there`() throws {
        try write("begun", to: "a.mp3.part")
        let (part, size) = try #require(try folder.openPart(of: "a.mp3"))
        defer { close(part) }
        #expect(size == 5 && folder.bytes(of: "a.mp3") == 5 && folder.path(of: "a.mp3") == nil)
    }

    @Test func `only one has a part at a time`() throws {
        let (part, _) = try #require(try folder.openPart(of: "a.mp3"))
        #expect(try folder.openPart(of: "a.mp3") == nil)
        close(part)
        let again = try #require(try folder.openPart(of: "a.mp3"))
        close(again.descriptor)
    }

    @Test func `names that are in the folder, in its trash or in the library aren't given again`() throws {
        try write("", to: "a.mp3")
        try write("", to: "a (2).mp3.part")
        try FileManager.default.createDirectory(atPath: path + "/.trash", withIntermediateDirectories: true)
        try write("", to: ".trash/a (3).mp3")
        #expect(try folder.freeName(like: "a.mp3", besides: ["a (4).mp3"]) == "a (5).mp3")
        #expect(try folder.freeName(like: "b", besides: []) == "b")
    }

    @Test(arguments: ["../evil", "/etc/passwd", ".hidden", "-rf", "", "a\nb", String(repeating: "x", count: 300)])
    func `a name of a hostile library reaches nothing`(name: String) throws {
        try write("", to: "a.mp3")
        #expect(throws: (any Error).self) { try folder.openPart(of: name) }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: home.path + "/evil"))
        folder.remove(name)
        folder.arrange(staying: [], going: [name], lost: [name], before: 0)
        folder.removeEmptyPart(of: name)
        #expect(folder.path(of: name) == nil && folder.bytes(of: name) == 0)
        #expect(names == ["a.mp3"] && FileManager.default.fileExists(atPath: home.path + "/evil"))
    }

    @Test func `links in the folder aren't followed, but one in its place is the user's own`() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: home.path + "/target"))
        try write("", to: "x")
        for name in ["a.mp3", "b.mp3.part"] { symlink(home.path + "/target", "\(path)/\(name)") }
        #expect(folder.path(of: "a.mp3") == nil && folder.bytes(of: "a.mp3") == 0)
        #expect(throws: (any Error).self) { try folder.openPart(of: "b.mp3") }
        symlink(path, home.path + "/Link")
        try write("c", to: "c.mp3")
        #expect(EpisodeFolder(home.path + "/Link").path(of: "c.mp3") != nil)
    }

    @Test func `a folder that has gone away is not made anew above its own place`() throws {
        let usb = EpisodeFolder(home.path + "/disk/Podcasts")
        #expect(throws: (any Error).self) { try usb.openPart(of: "a.mp3") }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/disk"))
        let (part, _) = try #require(try folder.openPart(of: "a.mp3"))
        defer { close(part) }
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: (any Error).self) { try folder.finish("a.mp3") }
    }
}

extension `The folder of episodes` {
    /// Whether it can be read as long as nobody else has it.
    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

    @Test func `what leaves goes to the trash, what stays returns, and lost files are deleted`() throws {
        for name in ["a", "b.part", "user's"] { try write(name, to: name) }
        folder.arrange(staying: [], going: ["a", "b"], lost: [], before: 0)
        #expect(exists(".trash/a") && exists(".trash/b.part") && !exists("a") && exists("user's"))
        try write("other", to: "a")
        folder.arrange(staying: ["a", "b"], going: [], lost: [], before: 0)
        #expect(text("a") == "other" && exists(".trash/a") && exists("b.part"))
        folder.arrange(staying: ["b"], going: [], lost: ["a"], before: 0)
        #expect(!exists(".trash/a") && exists("a"))
    }

    @Test func `what nobody knows stays in the trash until it is old`() throws {
        try write("a", to: "a")
        folder.arrange(staying: [], going: ["a"], lost: [], before: 0)
        folder.arrange(staying: [], going: ["z"], lost: [], before: time(nil) - 60)
        #expect(exists(".trash/a"))
        folder.arrange(staying: [], going: ["z"], lost: [], before: time(nil) + 60)
        #expect(!exists(".trash/a"))
    }
}
