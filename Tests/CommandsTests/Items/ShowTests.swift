import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `lede show` {
    private let home: Home

    init() async throws {
        home = try Home()
        let feed = home.path + "/feed.xml"
        let item = SampleFeed.Item(
            title: "The title", body: "<p>One <b>two</b> \u{9B}31m three</p>", link: "https://example.org/1",
            date: Date(timeIntervalSince1970: 1_600_000_000))
        try SampleFeed(title: "The News", items: [item]).atom.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed])
        _ = try await home.run("refresh")
    }

    @Test func `show prints an item's origin and text, and leaves it unread`() async throws {
        let run = try await home.run("show", "1")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("The title\n"))
        #expect(run.output.contains("The News · 13 September 2020, 12:26"))
        #expect(run.output.contains("One two") && !run.output.contains("\u{1B}") && !run.output.contains("\u{9B}"))
        #expect(try await home.run("unread").output == "1\n")
    }

    @Test func `show wraps at the width, with styles if asked for`() async throws {
        let narrow = try await home.run("show", "1", "--width", "20").output
        #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 20 })
        #expect(try await home.run("show", "--color=always", "1").output.contains("\u{1B}[1m"))
    }

    @Test(arguments: ["99", "0", "x"])
    func `show says that an item doesn't exist`(item: String) async throws {
        let run = try await home.run("show", item)
        #expect(run.status != 0 && run.output.isEmpty && run.errors.contains("“lede items” lists"))
    }
}
