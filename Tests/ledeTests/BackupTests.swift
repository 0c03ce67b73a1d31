import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `lede backup and lede restore` {
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
}
