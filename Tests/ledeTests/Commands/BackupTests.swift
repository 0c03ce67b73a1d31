import Foundation
import Library
import SQLite
import TestSupport
import Testing

@Suite struct `lede backup and lede restore` {
    private let home: Home
    private let copy: String

    init() throws {
        home = try Home()
        copy = home.path + "/copy.db"
        let feed = home.path + "/feed.xml"
        let items = [SampleFeed.Item(title: "One"), SampleFeed.Item(title: "Two")]
        try SampleFeed(title: "The News", items: items).rss.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed])
        _ = try Lede.run("refresh", home: home)
    }

    @Test func `restore brings back the backup, and keeps the library that it replaces`() throws {
        let backup = try Lede.run("backup", copy, home: home)
        #expect(backup.status == 0 && backup.output.isEmpty && backup.errors.isEmpty)
        try home.write(urls: [])
        #expect(try Lede.run("unread", home: home).output == "0\n")
        let run = try Lede.run("restore", copy, home: home)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("the old library is now \(home.data)/library"))
        try home.write(urls: ["file://" + home.path + "/feed.xml"])
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }

    @Test func `restore neither runs commands nor reads files of someone else's backup, and says so`() throws {
        let mark = home.path + "/run"
        let theirs = try Home()
        let command = "\"exec:touch \(mark)\""
        let folder = theirs.path + "/newsboat"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("\(command)\n".utf8).write(to: URL(filePath: folder + "/urls"))
        try theirs.write(urls: ["https://a.invalid/"])
        _ = try Lede.run("import", "newsboat", folder, home: theirs)
        _ = try Lede.run("remove", "exec:touch \(mark)", home: theirs)
        try theirs.write(urls: [command, "https://a.invalid/", "file://\(home.path)/feed.xml"])
        #expect(try Lede.run("feeds", home: theirs).output.contains(mark))
        _ = try Lede.run("backup", copy, home: theirs)

        let other = try Home()
        let run = try Lede.run("restore", copy, home: other)
        #expect(
            run.output == """
                the undo history was not restored
                left out, because your urls file doesn't list it: exec:touch \(mark)
                left out, because your urls file doesn't list it: file://\(home.path)/feed.xml

                """)
        let refresh = try Lede.run("refresh", "exec:touch \(mark)", "file://\(home.path)/feed.xml", home: other)
        #expect(refresh.status == 1 && refresh.errors.contains("your urls file doesn't list it"))
        #expect(try Lede.run("undo", home: other).status == 1)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(try Lede.run("unread", home: other).output == "0\n")
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
    func `restore writes no command into the urls file, whatever the backup contains`(trick: String) throws {
        let mark = home.path + "/run"
        let theirs = try Home()
        try theirs.write(urls: ["https://a.invalid/", "\"exec:touch \(mark)\""])
        _ = try Lede.run("remove", "exec:touch \(mark)", home: theirs)
        _ = try Lede.run("backup", copy, home: theirs)
        let database = try Database(path: copy, access: .readWrite)
        let detail = try #require(try database.first("SELECT quote(detail) FROM journal") { $0.text(0) })
        try database.execute(trick.replacing("DETAIL", with: detail))
        let other = try Home()
        try other.write(urls: ["https://b.invalid/", "https://c.invalid/"])
        #expect(try Lede.run("restore", copy, home: other).status == 0)
        _ = try Lede.run("undo", home: other)
        _ = try Lede.run("remove", "https://c.invalid/", home: other)
        _ = try Lede.run("undo", home: other)
        _ = try Lede.run("undo", home: other)
        let urls = try String(contentsOfFile: other.config + "/urls", encoding: .utf8)
        #expect(urls == "https://b.invalid/\nhttps://c.invalid/\n")
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a link away"))
    func `a backup isn't written through a link of another user`() throws {
        let victim = home.path + "/victim"
        try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: victim)
        try #require(lchown(copy, 65534, 65534) == 0)
        let run = try Lede.run("backup", copy, home: home)
        #expect(run.status == 1 && run.errors == "lede: \(copy) is a link of another user: choose another name\n")
        #expect(!FileManager.default.fileExists(atPath: victim))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")), arguments: ["fsync", "rename"])
    func `a restore that fails leaves the library in place`(call: String) throws {
        _ = try Lede.run("backup", copy, home: home)
        let lede = try BuildProducts.executable("lede")
        let run = try CommandRun(
            program: "/usr/bin/strace",
            arguments: ["-f", "-o", "/dev/null", "-e", "inject=\(call):error=ENOSPC", lede, "restore", copy],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 1 && run.errors.contains("No space left on device"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.data).allSatisfy { $0.hasPrefix("library.db") })
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }

    @Test func `restore refuses while a reader uses the library`() throws {
        _ = try Lede.run("backup", copy, home: home)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "The News")
        #expect(try Lede.run("backup", home.path + "/other.db", home: home).status == 0)
        let run = try Lede.run("restore", copy, home: home)
        #expect(run.status == 1)
        #expect(run.errors.hasSuffix("quit that one first\n"))
        try reader.waitForScreen(showing: "2 unread")
    }

    @Test func `backup refuses to replace the library itself`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: copy, withDestinationPath: home.data + "/library.db")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 unread")
        for path in [copy] + ["", "-wal", "-shm"].map({ home.data + "/library.db" + $0 }) {
            let run = try Lede.run("backup", path, home: home)
            #expect(run.status == 1 && run.errors.hasSuffix("so lede doesn't replace it: choose another file\n"))
        }
        try reader.press("C")
        try reader.waitForScreen(showing: "Marked 2 items read")
        try reader.press("q")
        try reader.waitForExit()
        #expect(try Lede.run("unread", home: home).output == "0\n")
    }

    @Test func `backup writes to the target of a link, whether it exists or not`() throws {
        try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: "monday.db")
        for _ in 1...2 {
            #expect(try Lede.run("backup", copy, home: home).status == 0)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: copy) == "monday.db")
        }
        #expect(try Library(path: copy).feeds().count == 1)
    }

    @Test func `backup writes to no file that someone else put there`() throws {
        // A folder can't be deleted like a file, and neither can another user's file in a folder with the sticky bit.
        try FileManager.default.createDirectory(atPath: copy + ".draft", withIntermediateDirectories: true)
        #expect(try Lede.run("backup", copy, home: home).errors.contains("can't open \(copy).draft: File exists"))
    }

    @Test func `restore refuses a file that isn't a library`() throws {
        try "Dear diary".write(toFile: copy, atomically: true, encoding: .utf8)
        #expect(try Lede.run("restore", copy, home: home).errors.hasSuffix("use a file that “lede backup” made\n"))
        for path in ["/dev/null", home.path] {
            #expect(try Lede.run("restore", path, home: home).errors.hasSuffix("use a file that “lede backup” made\n"))
        }
        let missing = try Lede.run("restore", copy + ".not", home: home)
        #expect(missing.status == 1 && missing.errors.hasSuffix(": use a file that “lede backup” made\n"))
        let nowhere = try Lede.run("backup", home.path + "/no/copy.db", home: home)
        #expect(nowhere.status == 1 && nowhere.errors.contains("no folder \(home.path)/no: create it first"))
        #expect(try Lede.run("backup", "/nowhere/copy.db", home: home).status == 1)
        #expect(try Lede.run("backup", copy, home: Home()).status == 1)
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }
}
