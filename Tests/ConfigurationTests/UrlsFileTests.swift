import Configuration
import Foundation
import System
import TestSupport
import Testing

@Suite struct UrlsFileTests {
    @Test func `feeds from another urls file get their groups and settings`() {
        let own = UrlsText(own: [
            OwnFeed("https://one.example/", title: "One", group: "News", options: []),
            OwnFeed("https://two.example/")
        ])
        let theirs = UrlsText(own.bytes + Array("#: group News\nhttps://three.example/\n# why\n#: interval 30m\n".utf8))
        var ours = UrlsText(Array("# my feeds\n#: group News\nhttps://two.example/ x\n".utf8))
        let joined = ours.join(theirs)
        #expect(joined.feeds.map(\.url) == ["https://one.example/", "https://three.example/"] && !joined.isWhole)
        #expect(
            String(decoding: ours.bytes, as: UTF8.self)
                == "# my feeds\n#: group News\nhttps://two.example/ x\nhttps://one.example/ ~One\nhttps://three.example/\n#: interval 30m\n"
        )
    }

    private static let url = "https://new.example/feed"

    private func feeds(_ urls: [String]) -> [NewFeed] { urls.compactMap { Address($0) }.map { NewFeed($0) } }

    private let folder: Folder
    private let file: UrlsFile

    init() throws {
        folder = try Folder()
        file = UrlsFile(path: folder.path("urls"))
    }

    @Test(arguments: ["", "# mine\n", "\u{FEFF}https://a.example/ tag \"x\"\r\n\r\n#end\n", "nonsense\n\n\n"])
    func `an added feed comes last, and every byte before it stays`(text: String) throws {
        try folder.write(text, to: "urls")
        #expect(try file.add(feeds([Self.url])) == [Self.url])
        #expect(try folder.bytes(of: "urls") == Array("\(text)\(Self.url)\n".utf8))
    }

    @Test func `invalid bytes in a urls file stay`() throws {
        let bytes: [UInt8] = [0x23, 0xFF, 0x00, 0xC3, 0x0A]
        try Data(bytes).write(to: URL(fileURLWithPath: file.path))
        try file.add(feeds([Self.url]))
        #expect(try folder.bytes(of: "urls") == bytes + Array("\(Self.url)\n".utf8))
    }

    @Test func `an unfinished last line is finished first`() throws {
        try folder.write("https://a.example/", to: "urls")
        try file.add(feeds([Self.url]))
        #expect(try folder.text(of: "urls") == "https://a.example/\n\(Self.url)\n")
    }

    @Test func `a URL is added only once`() throws {
        try folder.write("\"https://a.example/\" tag\n", to: "urls")
        #expect(try file.add(feeds(["https://a.example/", Self.url, Self.url])) == [Self.url])
        #expect(try file.read().urls == ["https://a.example/", Self.url])
    }

    @Test func `a URL in a comment doesn't count`() throws {
        try folder.write("# \(Self.url)\n", to: "urls")
        #expect(try file.add(feeds([Self.url])) == [Self.url])
    }

    @Test func `a urls file without additions isn't touched`() throws {
        try folder.write(Self.url, to: "urls")
        #expect(try file.add(feeds([Self.url])) == [])
        #expect(try file.add(feeds([])) == [])
        #expect(try folder.text(of: "urls") == Self.url)
    }

    @Test func `adding nothing creates no file`() throws {
        try file.add(feeds([]))
        #expect(!file.exists)
    }

    @Test func `added feeds can be read`() throws {
        let urls = ["https://a.example/", "file:///two words/\"x\".xml", "https://a.example/\u{3000}b"]
        try file.add(feeds(urls))
        #expect(try file.read().urls == urls)
    }

    @Test func `only the user can read a new urls file and its folders`() throws {
        let file = UrlsFile(path: folder.path("new/lede/urls"))
        try file.add(feeds([Self.url]))
        #expect(try folder.mode(of: "new/lede/urls") == 0o600)
        #expect(try folder.mode(of: "new/lede") == 0o700)
        #expect(try folder.mode(of: "new") == 0o700)
    }

    @Test(arguments: [0o600, 0o644, 0o664])
    func `a urls file keeps its mode`(mode: Int) throws {
        try folder.write("", to: "urls", mode: mode)
        try file.add(feeds([Self.url]))
        #expect(try folder.mode(of: "urls") == mode)
    }

    @Test func `a link to a missing urls file stays a link, and the file is created`() throws {
        try folder.link("urls", to: "dotfiles")
        try file.add(feeds([Self.url]))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "dotfiles")
        #expect(try folder.text(of: "dotfiles") == "\(Self.url)\n")
    }

    @Test func `several processes that add at once lose nothing`() async throws {
        let file = file
        try await withThrowingTaskGroup { group in
            for number in 1...20 { group.addTask { try file.add(feeds(["https://example.org/\(number)"])) } }
            try await group.waitForAll()
        }
        #expect(try file.read().urls.count == 20)
    }

    @Test func `a symbolic link stays a link, and its target is changed`() throws {
        try folder.write("# in git\n", to: "dotfiles", mode: 0o644)
        try folder.link("urls", to: "dotfiles")
        try file.add(feeds([Self.url]))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "dotfiles")
        #expect(try folder.text(of: "dotfiles") == "# in git\n\(Self.url)\n")
        #expect(try folder.mode(of: "dotfiles") == 0o644)
    }

    @Test func `a change follows a link that leads elsewhere meanwhile, and harms neither file`() throws {
        try folder.write("https://a.example/\n", to: "one")
        try folder.write("https://b.example/\n", to: "two")
        try folder.link("urls", to: folder.path("one"))
        var calls = 0
        _ = try file.edit { text in
            calls += 1
            if calls == 1 {
                unlink(file.path)
                try folder.link("urls", to: folder.path("two"))
            }
            return text.add(feeds([Self.url]))
        }
        #expect(try folder.text(of: "one") == "https://a.example/\n")
        #expect(try folder.text(of: "two") == "https://b.example/\n\(Self.url)\n")
    }

    @Test func `no draft is left`() throws {
        let file = UrlsFile(path: folder.path("new/urls"))
        for number in 0..<3 { try file.add(feeds(["\(Self.url)/\(number)"])) }
        #expect(try folder.names(in: "new") == ["urls"])
    }

    @Test func `a draft left by a kill doesn't matter`() throws {
        try folder.write("half", to: "urls.\(getpid()).new")
        try file.add(feeds([Self.url]))
        #expect(try folder.text(of: "urls") == "\(Self.url)\n")
    }

    @Test func `a folder in place of the urls file is reported and kept`() throws {
        let failure = #expect(throws: FileFailure.self) {
            try UrlsFile(path: folder.path("config")).add(feeds([Self.url]))
        }
        #expect(failure?.description == "\(folder.path("config")): it isn't a regular file")
        #expect(try folder.names(in: "config") == [])
    }

    @Test func `a missing urls file is reported with its path and the reason`() {
        let failure = #expect(throws: FileFailure.self) { try file.read() }
        #expect(failure?.description == "\(file.path): No such file or directory")
    }

    @Test func `an editor's changes during an edit aren't lost`() throws {
        try folder.write("https://a.example/\n", to: "urls")
        var rounds = 0
        let added = feeds([Self.url])
        try file.edit { text in
            rounds += 1
            if rounds == 1 { try folder.write("https://a.example/ mine\n", to: "urls") }
            _ = text.add(added)
        }
        #expect(rounds == 2)
        #expect(try folder.text(of: "urls") == "https://a.example/ mine\n\(Self.url)\n")
    }

    @Test func `a change along with the urls file is made once, for the editor's latest text`() throws {
        try folder.write("https://a.example/\n", to: "urls")
        let added = feeds([Self.url])
        var rounds = 0
        var changes = 0
        try file.edit { text in
            text.add(added)
        } together: { _, place in
            rounds += 1
            if rounds == 1 { try folder.write("https://a.example/ mine\n", to: "urls") }
            try place()
            changes += 1
        }
        #expect((rounds, changes) == (2, 1))
        #expect(try folder.text(of: "urls") == "https://a.example/ mine\n\(Self.url)\n")
    }

    @Test(arguments: [nil, "https://a.example/\n"])
    func `the urls file is restored if the change along with it fails`(text: String?) throws {
        struct Trouble: Error {}
        if let text { try folder.write(text, to: "urls") }
        let added = feeds([Self.url])
        for isInPlace in [false, true] {
            #expect(throws: Trouble.self) {
                try file.edit { text in
                    text.add(added)
                } together: { _, place in
                    if isInPlace { try place() }
                    throw Trouble()
                }
            }
            #expect(try folder.names(in: ".").filter { $0.hasPrefix("urls") } == (text == nil ? [] : ["urls"]))
            if let text { #expect(try folder.text(of: "urls") == text) }
        }
    }

    @Test func `an edit removes drafts of killed processes, but not those of running ones`() throws {
        for name in ["urls.4194305.new", "urls.1.new", "urls.mine.new", "urls.4194305.old"] {
            try folder.write("half", to: name)
        }
        try file.add(feeds([Self.url]))
        let names = try folder.names(in: ".")
        #expect(!names.contains("urls.4194305.new"))
        #expect(Set(names).isSuperset(of: ["urls.1.new", "urls.mine.new", "urls.4194305.old"]))
    }

    @Test func `a urls file that keeps changing is reported and kept`() throws {
        try folder.write("", to: "urls")
        let added = feeds([Self.url])
        var rounds = 0
        #expect(throws: FileFailure.self) {
            try file.edit { text in
                rounds += 1
                try folder.write(String(repeating: "#", count: rounds), to: "urls")
                _ = text.add(added)
            }
        }
        #expect(try folder.text(of: "urls") == String(repeating: "#", count: rounds))
        #expect(try folder.names(in: ".").filter { $0.hasSuffix(".new") } == [])
    }

    @Test func `a failed edit changes nothing`() throws {
        try folder.write("https://a.example/", to: "urls")
        let verify = try #require(FeedOption.named("verify"))
        #expect(throws: FeedOption.Refusal.self) {
            try file.edit { text in try text.set(verify, to: "maybe", of: "https://a.example/") }
        }
        #expect(try folder.text(of: "urls") == "https://a.example/")
    }
}

@Suite struct StarterSetTests {
    private let folder: Folder
    private let paths: Paths

    init() throws {
        folder = try Folder()
        paths = Paths(
            environment: [:], configDirectory: folder.path("config/lede"), dataDirectory: folder.path("data/two words"))
    }

    @Test func `the starter feeds are URLs, and the first one is a local file`() throws {
        try StarterSet(paths).install()
        let list = try UrlsFile(path: paths.urls).read()
        #expect(list.problems == [])
        #expect(list.urls.first == "file://\(folder.path("data/two words/welcome.xml"))")
        #expect(list.urls.dropFirst().allSatisfy { $0.hasPrefix("https://") })
        #expect(try folder.text(of: "data/two words/welcome.xml").hasPrefix("<?xml"))
    }

    @Test func `an existing urls file is kept`() throws {
        try PrivateFiles.makeDirectory(paths.configDirectory)
        try folder.write("# mine\n", to: "config/lede/urls")
        #expect(throws: FileFailure.self) { try StarterSet(paths).install() }
        #expect(try folder.text(of: "config/lede/urls") == "# mine\n")
    }
}
