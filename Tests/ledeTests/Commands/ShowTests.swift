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
