import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Feeds of a feed server` {
    private let home: Home
    private let double: FeedServerDouble
    private let site: LoopbackServer

    init() async throws {
        home = try Home()
        double = try FeedServerDouble(ServerShelf(folders: ["News", "Code"], items: 3), GoogleReaderDouble.freshRSS)
        site = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Blog", items: [.init(title: "Post")]).rss)
        }
        try home.write(urls: [
            "server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password geheim & ö"
        ])
        #expect(try await home.run("sync").status == 0)
    }

    private func run(_ arguments: String...) async throws -> CommandRun { try await home.run(arguments) }

    private func onServer(_ url: String) -> ServerShelf.Feed? { double.shelf.feeds.first { $0.url == url } }

    @Test func `lede add adds to the server, into the folder of its tag, and undo takes it back there`() async throws {
        let url = site.url("/feed")
        let added = try await run("add", url, "--tags", "Code", "--title", "Mine")
        #expect(added.status == 0 && added.output == "added \(url) to Home: “lede sync” sends it\n", "\(added)")
        #expect(try await run("add", url).errors == "lede: you already have “\(url)”\n")
        #expect(try await run("sync").status == 0)
        #expect(onServer(url)?.folder == "Code" && onServer(url)?.title == "Mine")
        #expect(try await run("feeds").output.contains("Mine"))
        #expect(try await run("undo").output == "undid: add Mine\n")
        #expect(try await run("sync").status == 0)
        #expect(onServer(url) == nil)
    }

    @Test func `lede add --here, a URL with a password and an OPML file go to the urls file`() async throws {
        #expect(try await run("add", site.url("/feed"), "--here").status == 0)
        #expect(try await run("add", "--as-is", "https://me:secret@example.org/private").status == 0)
        let list = home.path + "/list.opml"
        try "<opml><body><outline xmlUrl='https://example.org/listed'/></body></opml>"
            .write(toFile: list, atomically: true, encoding: .utf8)
        #expect(try await run("import", "opml", list).status == 0)
        let text = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(["/feed", "me:secret@example.org/private", "/listed"].allSatisfy { text.contains($0) })
        #expect(try await run("sync").status == 0)
        #expect(double.shelf.feeds.count == 2)
    }

    @Test func `lede import opml adds to an account that is named`() async throws {
        let list = home.path + "/list.opml"
        try """
        <opml><body><outline text='Code'><outline text='Listed' xmlUrl='https://example.org/listed'/></outline></body></opml>
        """.write(toFile: list, atomically: true, encoding: .utf8)
        let imported = try await run("import", "opml", list, "--account", "Home")
        #expect(imported.output.hasPrefix("added 1 of 1 feed\n"), "\(imported)")
        #expect(try await run("import", "opml", list, "--account", "Hoome").errors.contains("did you mean “Home”?"))
        #expect(try await run("sync").status == 0)
        #expect(onServer("https://example.org/listed")?.folder == "Code")
    }

    @Test func `lede export opml has the server's feeds in their folders, and lede import opml reads it`() async throws
    {
        double.change { $0.feeds[1].folder = nil }
        #expect(try await run("tag", "Feed 1", "Deep").status == 0)
        let list = home.path + "/list.opml"
        let exported = try await run("export", "opml").output
        #expect(!exported.contains("Home") && !exported.contains("anna"))
        try exported.write(toFile: list, atomically: true, encoding: .utf8)
        let other = try Home()
        #expect(try await other.run("import", "opml", list).output == "added 2 of 2 feeds\n")
        let text = try String(contentsOfFile: other.config + "/urls", encoding: .utf8)
        #expect(text.contains("#: group Deep\nhttps://example.org/1 \"~Feed 1\"\n"), "\(text)")
        #expect(text.contains("https://example.org/2 \"~Feed 2\"\n"))
    }

    @Test func `what a server can't do is refused before it is tried`() async throws {
        let two = try await run("add", site.url("/feed"), "--tags", "Code,News")
        #expect(two.status == 2 && two.errors.contains("“Home” keeps a feed in one folder"), "\(two)")
        let group = try await run("add", site.url("/feed"), "--group", "code/swift")
        #expect(group.status == 2 && group.errors.contains("use --here, or --tags"), "\(group)")
        #expect(try await run("tag", "Feed 1", "Code", "News").errors.contains("“Home” keeps a feed in one folder"))
        try home.write(urls: ["server:ttrss:\(double.server.url("/tt")) ~Other", "#: user anna", "#: password x"])
        #expect(try await run("add", "--as-is", "https://example.org/new", "--account", "Other").status == 0)
        #expect(try await run("tag", "https://example.org/new", "Code").errors.contains("“Other” can't move feeds"))
    }

    @Test func `lede tag moves a feed, and lede tag rename renames a folder`() async throws {
        #expect(try await run("tag", "Feed 1", "Deep").status == 0)
        #expect(try await run("tag", "rename", "Code", "Programs").output == "renamed the tag of 1 feed\n")
        #expect(try await run("sync").status == 0)
        #expect(double.shelf.feeds.map(\.folder) == ["Deep", "Programs"])
        #expect(try await run("undo").output == "undid: rename the tag “Code” to “Programs”\n")
        #expect(try await run("undo").output == "undid: change the tags of Feed 1\n")
        #expect(try await run("sync").status == 0)
        #expect(double.shelf.feeds.map(\.folder) == ["News", "Code"])
    }
}
