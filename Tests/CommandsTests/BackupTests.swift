import Foundation
import Library
import SQLite
import TestSupport
import Testing

@testable import Commands

@Suite struct `lede backup and lede restore` {
    private let home: Home
    private let copy: String

    init() async throws {
        home = try Home()
        copy = home.path + "/copy.db"
        let feed = home.path + "/feed.xml"
        let items = [SampleFeed.Item(title: "One"), SampleFeed.Item(title: "Two")]
        try SampleFeed(title: "The News", items: items).rss.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed])
        _ = try await home.run("refresh")
    }

    @Test func `restore brings back the backup, and keeps the library that it replaces`() async throws {
        let backup = try await home.run("backup", copy)
        #expect(backup.status == 0 && backup.output.isEmpty && backup.errors.isEmpty)
        try home.write(urls: [])
        #expect(try await home.run("unread").output == "0\n")
        let run = try await home.run("restore", copy)
        #expect(run.status == 0 && run.output.hasPrefix("the old library is now \(home.data)/library"))
        try home.write(urls: ["file://" + home.path + "/feed.xml"])
        #expect(try await home.run("unread").output == "2\n")
    }

    @Test func `restore neither runs commands nor reads files of someone else's backup, and says so`() async throws {
        let mark = home.path + "/run"
        let theirs = try Home()
        let command = "\"exec:touch \(mark)\""
        let folder = theirs.path + "/newsboat"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("\(command)\n".utf8).write(to: URL(filePath: folder + "/urls"))
        try theirs.write(urls: ["https://a.invalid/"])
        _ = try await theirs.run("import", "newsboat", folder)
        _ = try await theirs.run("remove", "exec:touch \(mark)")
        try theirs.write(urls: [command, "https://a.invalid/", "file://\(home.path)/feed.xml"])
        #expect(try await theirs.run("feeds").output.contains(mark))
        _ = try await theirs.run("backup", copy)

        let other = try Home()
        let run = try await other.run("restore", copy)
        #expect(
            run.output == """
                the undo history was not restored
                left out, because your urls file doesn't list it: exec:touch \(mark)
                left out, because your urls file doesn't list it: file://\(home.path)/feed.xml

                """)
        let refresh = try await other.run("refresh", "exec:touch \(mark)", "file://\(home.path)/feed.xml")
        #expect(refresh.status == 1 && refresh.errors.contains("your urls file doesn't list it"))
        #expect(try await other.run("undo").status == 1)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(try await other.run("unread").output == "0\n")
    }

    /// Each of these got past the removal of single steps.
    @Test(arguments: [
        "UPDATE journal SET kind = CAST(kind AS BLOB)",
        "CREATE TRIGGER stays BEFORE DELETE ON journal BEGIN SELECT RAISE(IGNORE); END",
        "ALTER TABLE journal RENAME TO other; ALTER TABLE other RENAME TO Journal",
        """
        CREATE TRIGGER turns AFTER INSERT ON journal BEGIN
            UPDATE journal SET kind = 'unsubscribe', detail = DETAIL WHERE id = new.id;
        END
        """
    ])
    func `restore writes no command into the urls file, whatever the backup contains`(trick: String) async throws {
        let mark = home.path + "/run"
        let theirs = try Home()
        try theirs.write(urls: ["https://a.invalid/", "\"exec:touch \(mark)\""])
        _ = try await theirs.run("remove", "exec:touch \(mark)")
        _ = try await theirs.run("backup", copy)
        let database = try Database(path: copy, access: .readWrite)
        let detail = try #require(try database.first("SELECT quote(detail) FROM journal") { $0.text(0) })
        try database.execute(trick.replacing("DETAIL", with: detail))
        let other = try Home()
        try other.write(urls: ["https://b.invalid/", "https://c.invalid/"])
        #expect(try await other.run("restore", copy).status == 0)
        _ = try await other.run("undo")
        _ = try await other.run("remove", "https://c.invalid/")
        _ = try await other.run("undo")
        _ = try await other.run("undo")
        let urls = try String(contentsOfFile: other.config + "/urls", encoding: .utf8)
        #expect(urls == "https://b.invalid/\nhttps://c.invalid/\n")
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a link away"))
    func `a backup isn't written through a link of another user`() async throws {
        let victim = home.path + "/victim"
        try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: victim)
        try #require(lchown(copy, 65534, 65534) == 0)
        let run = try await home.run("backup", copy)
        #expect(run.status == 1 && run.errors == "lede: \(copy) is a link of another user: choose another name\n")
        #expect(!FileManager.default.fileExists(atPath: victim))
    }

    @Test func `backup writes to the target of a link, whether it exists or not`() async throws {
        try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: "monday.db")
        for _ in 1...2 {
            #expect(try await home.run("backup", copy).status == 0)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: copy) == "monday.db")
        }
        #expect(try Library(path: copy).feeds().count == 1)
    }

    @Test func `backup writes to no file that someone else put there`() async throws {
        // A folder can't be deleted like a file, and neither can another user's file in a folder with the sticky bit.
        try FileManager.default.createDirectory(atPath: copy + ".draft", withIntermediateDirectories: true)
        #expect(try await home.run("backup", copy).errors.contains("can't open \(copy).draft: File exists"))
    }

    @Test func `restore refuses a file that isn't a library`() async throws {
        try "Dear diary".write(toFile: copy, atomically: true, encoding: .utf8)
        #expect(try await home.run("restore", copy).errors.hasSuffix("use a file that “lede backup” made\n"))
        for path in ["/dev/null", home.path] {
            #expect(try await home.run("restore", path).errors.hasSuffix("use a file that “lede backup” made\n"))
        }
        let missing = try await home.run("restore", copy + ".not")
        #expect(missing.status == 1 && missing.errors.hasSuffix(": use a file that “lede backup” made\n"))
        let nowhere = try await home.run("backup", home.path + "/no/copy.db")
        #expect(nowhere.status == 1 && nowhere.errors.contains("no folder \(home.path)/no: create it first"))
        #expect(try await home.run("backup", "/nowhere/copy.db").status == 1)
        #expect(try await Home().run("backup", copy).status == 1)
        #expect(try await home.run("unread").output == "2\n")
    }
}

/// Steps of the journal that would write a command into the urls file.
@Suite struct `Undoing the removal of a command` {
    private let home: Home
    private let command = "exec:date -u"
    private let web = "https://a.invalid/"

    /// The user has removed both feeds, the web feed first.
    init() async throws {
        home = try Home()
        try home.write(urls: [web, "\"\(command)\"", "https://b.invalid/"])
        for url in [web, command] { _ = try await home.run("remove", url) }
    }

    private func urls(_ home: Home) throws -> [String] {
        try String(contentsOfFile: home.config + "/urls", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func `removing a command's feed can be undone where it was done`() async throws {
        #expect(try await home.run("undo").status == 0)
        #expect(try urls(home) == ["\"\(command)\"", "https://b.invalid/"])
        #expect(try await home.run("undo").status == 0)
        #expect(try await home.run("redo").status == 0)
        #expect(try urls(home) == ["\"\(command)\"", "https://b.invalid/"])
    }

    @Test func `undo in a copied library refuses to bring back a command, and older steps still work`() async throws {
        let other = try Home()
        try other.write(urls: ["https://b.invalid/"])
        try FileManager.default.createDirectory(atPath: other.data, withIntermediateDirectories: true)
        for file in try FileManager.default.contentsOfDirectory(atPath: home.data) where file.hasPrefix("library.db") {
            try FileManager.default.copyItem(atPath: "\(home.data)/\(file)", toPath: "\(other.data)/\(file)")
        }
        try await expectRefusal(other)
    }

    @Test func `undo refuses to bring back a command if the key is lost`() async throws {
        try FileManager.default.removeItem(atPath: home.state + "/key")
        try await expectRefusal(home)
    }

    private func expectRefusal(_ home: Home, _ location: SourceLocation = #_sourceLocation) async throws {
        let run = try await home.run("undo")
        #expect(run.status == 1, sourceLocation: location)
        #expect(
            run.errors.hasSuffix("security settings: add its line to the urls file yourself\n"),
            sourceLocation: location)
        #expect(try urls(home) == ["https://b.invalid/"], sourceLocation: location)
        #expect(try await home.run("undo").status == 0, sourceLocation: location)
        #expect(try urls(home) == [web, "https://b.invalid/"], sourceLocation: location)
    }
}
