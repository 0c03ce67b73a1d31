import Foundation
import TestSupport
import Testing

@Suite struct `What commands print` {
    private let home: Home

    init() throws {
        home = try Home()
        let feed = home.path + "/feed.xml"
        let items = (1...200).map { SampleFeed.Item(title: "Item \($0) \(String(repeating: "word ", count: 40))") }
        try SampleFeed(title: "The News", items: items).rss.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed + " comics"])
        _ = try Lede.run("refresh", home: home)
    }

    // Some parents, such as systemd, make their children ignore the signal for a closed pipe.
    @Test(arguments: ["", "trap '' PIPE; "])
    func `a command ends quietly when nobody reads its output`(preparation: String) throws {
        let lede = try BuildProducts.executable("lede")
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "\(preparation)for i in 1 2 3; do \(lede) export json | head -n 1 | cut -c 1-14; done"],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.errors.isEmpty)
        #expect(run.output == String(repeating: #"{"type":"feed""# + "\n", count: 3))
    }

    @Test func `output is in columns on a terminal, and complete in a pipe`() throws {
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["items", "--limit", "5"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]), size: (60, 24))
        try session.waitForScreen { $0.lines.count { $0.contains("…") } == 5 }
        #expect(try session.waitForExit() == .status(0))
        #expect(!session.output.contains(0x09))
        let piped = try Lede.run("items", "--limit", "5", home: home).output.split(separator: "\n")
        #expect(piped.count == 5 && piped.allSatisfy { $0.hasSuffix("word word\t") || $0.contains("word word word\t") })
    }
}
