import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Filters and marks on the command line` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { _ in
            let items = (1...4).map { number in
                SampleFeed.Item(
                    title: "\(number) \(number == 2 ? "even" : "odd")", body: "<p>Text</p>",
                    link: "https://example.org/\(number)", date: Date(timeIntervalSince1970: 1_600_000_000))
            }
            return Answer(200, body: SampleFeed(title: "The News", items: items).atom)
        }
        home = try Home()
        try home.write(urls: [server.url("/feed")])
        _ = try Lede.run("refresh", home: home)
    }

    private func count(_ arguments: String...) throws -> Int {
        try Lede.run(["items", "--json"] + arguments, home: home).output.split(separator: "\n").count
    }

    @Test func `an open reader shows marks by a command`() throws {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "4 unread")
        _ = try Lede.run("mark", "read", "--filter", "odd", home: home)
        try reader.waitForScreen(showing: "1 unread")
    }
}
