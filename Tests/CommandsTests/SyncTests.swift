import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Logging in to a feed server` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(
            ServerShelf(folders: ["News", "Code", "Code", nil], items: 1), GoogleReaderDouble.freshRSS)
    }

    private var urls: String { (try? String(contentsOfFile: home.config + "/urls", encoding: .utf8)) ?? "" }

    private func run(_ arguments: String...) async throws -> CommandRun {
        try await home.run(["sync", "login"] + arguments)
    }

    @Test func `a site that leads elsewhere gets no password from a script`() async throws {
        let place = double.server.url("/i/")
        let door = try LoopbackServer { _ in Answer(302, headers: ["Location": place]) }
        let run = try await run(door.url("/"), "--user", "anna", "--password-command", "echo 'geheim & ö'")
        #expect(
            run.status == 1 && run.errors.contains("leads to “\(double.url)”: if that is your server, name its URL"))
        #expect(double.requests("ClientLogin").isEmpty && urls.isEmpty)
    }

    @Test func `a script names everything, and the account is in the urls file`() async throws {
        try home.write(urls: ["https://a.example/ # mine"])
        let run = try await run(
            double.server.url("/"), "--user", "anna", "--password-command", "echo 'geheim & ö'", "--title", "Home")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.hasPrefix("logged in to FreshRSS: 4 feeds in 2 folders\nadded the account to "))
        #expect(
            urls == """
                https://a.example/ # mine
                server:greader:\(double.url) ~Home
                #: user anna
                #: password-command echo 'geheim & ö'

                """)
        #expect(try await home.run("config", "check").status == 0)
        let again = try await self.run(double.url, "--user", "anna", "--password-command", "echo x")
        #expect(again.status == 1 && again.errors.contains("you already have this account: edit line 2 of"))
        #expect(try await home.run("undo").output.hasPrefix("undid: add the feed server http://127.0.0.1:"))
        #expect(urls == "https://a.example/ # mine\n")
        #expect(try await home.run("redo").status == 0)
        #expect(urls.contains("#: user anna\n"))
    }

    @Test func `the result is JSON for programs`() async throws {
        let run = try await run(double.url, "--user=anna", "--password-command=echo 'geheim & ö'", "--json")
        #expect(
            run.output == """
                {"kind":"greader","url":"\(double.url)","user":"anna","server":"FreshRSS","feeds":4,"folders":2,"added":true}

                """)
    }

    @Test(arguments: [
        (["--user", "anna"], "--password-command is missing: "),
        (["--password-command", "echo x"], "--user is missing: "),
        (["--user", "anna", "--password-command", "false"], "can't get the password: the command failed"),
        (
            ["--user", "anna", "--password-command", "echo wrong"],
            "the server refused the user name or the password: use the API password of your FreshRSS profile"
        )
    ])
    func `without a login nothing is written, and the reason is told`(options: [String], reason: String) async throws {
        let run = try await home.run(["sync", "login", double.url] + options)
        #expect(run.status != 0 && run.errors.contains(reason) && !run.errors.contains("wrong"), "\(run)")
        #expect(urls.isEmpty)
    }

    @Test func `a login in the clear needs the user's word`() async throws {
        // With this proxy, nothing is sent beyond this machine.
        try home.write(config: "proxy \(double.server.url(""))\n")
        let arguments = ["http://rss.example.org/", "--kind", "ttrss", "--user", "a", "--password-command", "echo x"]
        let run = try await home.run(["sync", "login"] + arguments)
        #expect(run.status == 1 && run.errors.contains("could read the password: use https, or --insecure"), "\(run)")
        #expect(urls.isEmpty)
    }
}

@Suite struct `Syncing with a feed server` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(ServerShelf(folders: ["News", "Code"], items: 3), GoogleReaderDouble.freshRSS)
        try home.write(urls: [
            "server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password geheim & ö"
        ])
    }

    private func sync(_ arguments: String...) async throws -> CommandRun { try await home.run(["sync"] + arguments) }

    private func number(of title: String) async throws -> String {
        let line = try await home.run("items").output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `lede sync takes feeds and items, and marks go both ways`() async throws {
        let first = try await sync()
        #expect(first.status == 0 && first.output == "Home: 6 new items, 2 feeds added\n", "\(first)")
        #expect(try await home.run("unread").output == "6\n")
        #expect(try await home.run("feeds").output.contains("Feed 1"))
        #expect(try await home.run("mark", "read", number(of: "Item 1")).status == 0)
        #expect(try await sync("--status").output == "Home\t1 change not sent yet\n")
        double.change { $0.items[1].isStarred = true }
        let second = try await sync()
        #expect(second.output == "Home: 1 item marked as on the server, 1 mark sent\n", "\(second)")
        #expect(double.shelf.items[0].isRead)
        #expect(try await home.run("items", "--starred").output.contains("Item 2"))
        #expect(try await sync("--status").output == "Home\tin agreement\n")
        #expect(try await sync("--undo").status == 0)
        #expect(!double.shelf.items[1].isStarred)
    }

    @Test func `lede sync --undo undoes only the last sync and says so, and redo brings it back`() async throws {
        #expect(try await sync().status == 0)
        for index in 1...2 {
            double.change { $0.items[index].isRead = true }
            #expect(try await sync().output == "Home: 1 item marked as on the server\n")
        }
        let (one, four) = try await (number(of: "Item 1"), number(of: "Item 4"))
        #expect(try await home.run("mark", "star", one).status == 0)
        #expect(try await home.run("undo").status == 0)
        let undo = try await sync("--undo")
        #expect(undo.output == "undid: change 1 item by a sync\nHome: 1 mark sent\n", "\(undo)")
        #expect(double.shelf.items.map(\.isRead) == [false, true, false, false, false, false])
        let again = try await sync("--undo")
        #expect(again.status == 1 && again.errors.contains("no changes by the last sync to undo"), "\(again)")
        #expect(try await home.run("redo").output == "redid: change 1 item by a sync\n")
        #expect(try await sync().status == 0)
        #expect(double.shelf.items.map(\.isRead) == [false, true, true, false, false, false])
        #expect(try await home.run("redo").output == "redid: star 1 item\n")
        #expect(try await sync("--undo").status == 0)
        #expect(try await home.run("mark", "read", four).status == 0)
        #expect(try await sync("--undo").status == 1)
        #expect(double.shelf.items[1].isRead)
    }

    @Test func `doctor names feeds that are in the urls file and on a server`() async throws {
        _ = try await sync()
        #expect(try await !home.run("doctor").output.contains("twice"))
        let urls = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        try home.write(urls: urls.split(separator: "\n").map(String.init) + ["https://example.org/2"])
        #expect(
            try await home.run("doctor").output.contains(
                "ok\ttwice\tin the urls file and on a feed server, so each is two feeds: Feed 2\n"))
    }

    @Test func `lede refresh syncs, too, and a wrong password fails in words that don't show it`() async throws {
        let run = try await home.run("refresh")
        #expect(run.status == 0 && run.output == "Home: 6 new items, 2 feeds added\n", "\(run)")
        try home.write(urls: ["server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password wrong"])
        let wrong = try await home.run("refresh")
        #expect(
            wrong.status == 1 && wrong.errors.contains("Home: the server refused the user name or the password")
                && !wrong.errors.contains("wrong\n"))
        #expect(try await sync("--json").output.contains(#""result":"failed""#))
    }

    @Test func `a removed feed goes on the server, and undo brings it back there`() async throws {
        #expect(try await sync().status == 0)
        #expect(try await home.run("remove", "https://example.org/1").status == 0)
        #expect(try await home.run("rename", "https://example.org/2", "Mine").status == 0)
        #expect(try await sync().status == 0)
        #expect(double.shelf.feeds.map(\.title) == ["Mine"])
        for _ in 1...2 { #expect(try await home.run("undo").status == 0) }
        #expect(try await home.run("feeds").output.contains("https://example.org/1"))
        #expect(try await sync().status == 0)
        #expect(Set(double.shelf.feeds.map(\.title)) == ["Feed 1", "Feed 2"])
    }

    @Test func `lede sync --status and lede doctor tell the same in sentences`() async throws {
        #expect(try await sync("--status").output == "Home\tnot synced yet\n")
        #expect(try await sync("--status", "--json").output.contains("\"agrees\":false"))
        try home.write(urls: ["server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password wrong"])
        #expect(try await sync().status == 1)
        let status = try await sync("--status").output
        #expect(
            status.hasPrefix(
                "Home\tfailed\n  The server refused the user name or the password.\n  Run “lede sync login")
        )
        #expect(try await sync("--status", "--json").output.contains("\"advice\":\"The server refused"))
        let doctor = try await home.run("doctor")
        #expect(
            doctor.status == 1 && doctor.output.contains("✗\tfeed server\tHome, not synced yet: The server refused"))
    }
}

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

    @Test func `lede export opml gives a feed that is also in the urls file its plain URL`() async throws {
        let urls = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        try (urls + "https://example.org/1\n").write(toFile: home.config + "/urls", atomically: true, encoding: .utf8)
        #expect(try await run("feeds").output.contains("https://example.org/1#"))
        #expect(try await !run("export", "opml").output.contains("#"))
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
        #expect(try await run("rename", "https://example.org/new", "Mine").errors.contains("can't rename feeds"))
        #expect(try await run("remove", "https://example.org/new").status == 0)
    }

    @Test func `feeds of a Fever server can't be renamed or removed`() async throws {
        let fever = try FeedServerDouble(ServerShelf(folders: ["News"], items: 1), FeverDouble.freshRSS)
        try home.write(urls: ["server:fever:\(fever.url) ~Old", "#: user anna", "#: password geheim & ö"])
        #expect(try await run("sync").status == 0)
        #expect(try await run("remove", "Feed 1").errors == "lede: “Old” can't remove feeds\n")
        #expect(try await run("rename", "Feed 1", "Mine").errors == "lede: “Old” can't rename feeds\n")
        #expect(try await run("sync", "--status").output == "Old\tin agreement\n")
    }

    @Test(arguments: [("yes", 5), ("no", 6)])
    func `lede sync folds duplicates only if the config says so`(setting: String, unread: Int) async throws {
        let home = try Home()
        double.change { shelf in
            let first = shelf.items[0]
            (shelf.items[5].title, shelf.items[5].link, shelf.items[5].content) = (
                first.title, first.link, first.content
            )
        }
        try home.write(urls: ["server:greader:\(double.url)", "#: user anna", "#: password geheim & ö"])
        try home.write(config: "fold-copies \(setting)\n")
        #expect(try await home.run("sync").status == 0)
        #expect(try await home.run("unread").output == "\(unread)\n")
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

@Suite struct `Syncing through a folder` {
    private let laptop: Home
    private let desk: Home
    private let server: LoopbackServer
    private let folder: String

    init() throws {
        (laptop, desk, folder, server) = try Home.twoDevices()
        try laptop.write(urls: [server.url("/feed") + " code \"~My feed\"", "#: interval 2h", "#: user anna"])
    }

    private func run(_ arguments: String..., on home: Home) async throws -> CommandRun {
        try await home.run(arguments)
    }

    private func number(of title: String, on home: Home) async throws -> String {
        let line = try await run("items", on: home).output.split(separator: "\n").first { $0.contains(title) }
        return String(try #require(line).split(separator: "\t")[0])
    }

    @Test func `feeds and marks go from one device to the other, and no secrets`() async throws {
        let refresh = try await run("refresh", on: laptop)
        #expect(refresh.status == 0 && refresh.output.contains(": 1 feed shared\n"), "\(refresh)")
        #expect(try await run("mark", "read", number(of: "Item 1", on: laptop), on: laptop).status == 0)
        let first = try await run("sync", on: laptop)
        #expect(first.status == 0 && first.output.hasSuffix(": 1 mark sent\n"), "\(first)")
        let second = try await run("sync", on: desk)
        #expect(second.status == 0 && second.output.hasSuffix(": 1 feed added\n"), "\(second)")
        let urls = try String(contentsOfFile: desk.config + "/urls", encoding: .utf8)
        #expect(urls == "\(server.url("/feed")) \"~My feed\" code\n#: interval 2h\n")
        #expect(try await run("refresh", on: desk).status == 0)
        #expect(try await run("unread", on: desk).output == "2\n")
        #expect(try await run("remove", server.url("/feed"), on: desk).status == 0)
        #expect(try await run("sync", on: desk).status == 0)
        #expect(try await run("sync", on: laptop).output.hasSuffix(": 1 feed removed\n"))
        #expect(try String(contentsOfFile: laptop.config + "/urls", encoding: .utf8) == "\n")
    }

    @Test(arguments: [true, false])
    func `a urls file that is missing or empty removes no feeds of other devices`(isMissing: Bool) async throws {
        for home in [laptop, desk] { #expect(try await run("sync", on: home).status == 0) }
        try laptop.write(urls: [])
        if isMissing { try FileManager.default.removeItem(atPath: laptop.config + "/urls") }
        let sync = try await run("sync", on: laptop)
        #expect(
            sync.status == 1 && sync.errors.contains("is missing or empty, and other devices would lose"), "\(sync)")
        #expect(try await run("sync", on: desk).status == 0)
        #expect(try String(contentsOfFile: desk.config + "/urls", encoding: .utf8).hasPrefix(server.url("/feed")))
        try laptop.write(urls: [server.url("/feed")])
        #expect(try await run("sync", on: laptop).status == 0)
        #expect(try await run("feeds", on: laptop).output.contains(server.url("/feed")))
    }

    @Test func `a feed that another device removed comes back by undo, with its secret settings`() async throws {
        let own = [server.url("/feed"), "#: password-command pass news", "#: header X-Key: geheim"]
        try laptop.write(urls: own + [server.url("/other")])
        for home in [laptop, desk] { #expect(try await run("sync", on: home).status == 0) }
        #expect(try await run("remove", server.url("/feed"), on: desk).status == 0)
        for home in [desk, laptop] { #expect(try await run("sync", on: home).status == 0) }
        func urls(of home: Home) throws -> String { try String(contentsOfFile: home.config + "/urls", encoding: .utf8) }
        #expect(try urls(of: laptop) == server.url("/other") + "\n")
        let undone = try await run("undo", on: laptop)
        #expect(undone.output.contains("remove"), "\(undone)")
        #expect(try urls(of: laptop) == (own + [server.url("/other")]).joined(separator: "\n") + "\n")
        for home in [laptop, desk] { #expect(try await run("sync", on: home).status == 0) }
        #expect(try urls(of: desk).contains(server.url("/feed") + "\n"))
        #expect(try await run("redo", on: laptop).status == 0)
        #expect(try urls(of: laptop) == server.url("/other") + "\n")
    }

    @Test func `lede sync --status lists the devices, and one that is gone can be forgotten`() async throws {
        for home in [laptop, desk] { #expect(try await run("sync", on: home).status == 0) }
        #expect(try await run("sync", on: laptop).status == 0)
        let status = try await run("sync", "--status", on: laptop).output
        #expect(status.contains("in agreement"), "\(status)")
        #expect(status.contains("laptop\tthis device"), "\(status)")
        #expect(status.contains("desk\tlast seen"), "\(status)")
        let json = try await run("sync", "--status", "--json", on: laptop).output
        #expect(json.contains(#""device":"desk""#) && json.contains(#""this":true"#), "\(json)")
        #expect(try await run("sync", "--forget", "dusk", on: laptop).errors.contains("desk"))
        let forgotten = try await run("sync", "--forget", "desk", on: laptop)
        #expect(forgotten.status == 0, "\(forgotten)")
        #expect(try await !run("sync", "--status", on: laptop).output.contains("desk"))
        #expect(try await run("sync", "--forget", "laptop", on: laptop).errors.contains("that you are using"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/devices").count == 1)
    }

    @Test func `a folder that isn't there is reported with what to do, and feeds are fetched all the same`()
        async throws
    {
        try FileManager.default.removeItem(atPath: folder)
        let refresh = try await run("refresh", on: laptop)
        #expect(refresh.status == 1 && refresh.errors.contains("isn't there: create it, or connect the disk"))
        #expect(try await run("unread", on: laptop).output == "3\n")
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try await run("doctor", on: laptop).output.contains("sync folder"))
    }

    @Test func `what devices say of themselves can't harm the terminal`() async throws {
        #expect(try await run("sync", on: laptop).status == 0)
        let id = "0123456789abcdef"
        let devices = "\(folder)/devices/\(id)"
        try FileManager.default.createDirectory(atPath: devices, withIntermediateDirectories: true)
        // The checksums are of these very lines.
        let about = #"{"n":0,"t":9007199254740992,"o":"about","name":"\u001b[31mred\u202e","version":"\n""#
        try Data((about + #","s":"843eba83"}"# + "\n").utf8).write(to: URL(filePath: devices + "/about.jsonl"))
        try Data(count: 1).write(to: URL(filePath: devices + "/000001.\u{1B}[31m.jsonl"))
        truncate(devices + "/000001.\u{1B}[31m.jsonl", 65 << 20)
        #expect(try await run("sync", on: laptop).output.contains("1 file there too large to be lede's"))
        for arguments in [["sync", "--status"], ["sync", "--status", "--json"], ["doctor"], ["sync"]] {
            let run = try await laptop.run(arguments)
            #expect(!(run.output + run.errors).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(run)")
        }
        #expect(try await run("sync", "--status", on: laptop).output.contains("over 64 MB"))
    }
}
