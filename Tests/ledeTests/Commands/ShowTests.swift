import Foundation
import TestSupport
import Testing

@Suite struct `lede show` {
    private let home: Home

    init() throws {
        home = try Home()
        let feed = home.path + "/feed.xml"
        let item = SampleFeed.Item(
            title: "The title", body: "<p>One <b>two</b> \u{9B}31m three</p>", link: "https://example.org/1",
            date: Date(timeIntervalSince1970: 1_600_000_000))
        try SampleFeed(title: "The News", items: [item]).atom.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed])
        _ = try Lede.run("refresh", home: home)
    }

    @Test func `show prints an item's origin and text, and leaves it unread`() throws {
        let run = try Lede.run("show", "1", home: home)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("The title\n"))
        #expect(run.output.contains("The News · 13 September 2020, 12:26"))
        #expect(run.output.contains("One two") && !run.output.contains("\u{1B}") && !run.output.contains("\u{9B}"))
        #expect(try Lede.run("unread", home: home).output == "1\n")
    }

    @Test func `show wraps at the width, with styles if asked for`() throws {
        let narrow = try Lede.run("show", "1", "--width", "20", home: home).output
        #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 20 })
        #expect(try Lede.run("show", "--color=always", "1", home: home).output.contains("\u{1B}[1m"))
    }

    @Test(arguments: ["99", "0", "x"])
    func `show says that an item doesn't exist`(item: String) throws {
        let run = try Lede.run("show", item, home: home)
        #expect(run.status != 0 && run.output.isEmpty && run.errors.contains("“lede items” lists"))
    }

    @Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)])
    func `show prints styles on a terminal unless NO_COLOR forbids them`(environment: [String: String], isStyled: Bool)
        throws
    {
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["show", "1"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"].merging(environment) { $1 }))
        #expect(try session.waitForExit() == .status(0))
        try session.waitForScreen(showing: "One two")
        #expect(session.output.contains(0x1B) == isStyled)
    }
}
