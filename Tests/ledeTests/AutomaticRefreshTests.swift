import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct `Automatic refreshes` {
    private let home: Home

    init() throws { home = try Home(isAutomatic: true) }

    @Test func `lede fetches due feeds when it opens, and no others`() throws {
        let server = try LoopbackServer { _ in Answer(200, body: Self.feed("a")) }
        try home.write(urls: [server.url("/feed")])
        let first = try Reader.launch(home: home)
        try first.waitForScreen(showing: "1 new in 1 feed")
        try first.quit()
        try home.write(urls: [server.url("/feed"), server.url("/other")])
        let second = try Reader.launch(home: home)
        try second.waitForScreen { $0.contains("1 new in 1 feed") && $0.line(6).contains("+1    1") }
        #expect(server.hits("/feed") == 1 && server.hits("/other") == 1)
    }

    @Test func `a setting switches automatic refreshes off and on`() throws {
        let server = try LoopbackServer { _ in Answer(200, body: Self.feed("a")) }
        try home.write(urls: [server.url("/feed")])
        try home.write(config: "auto-reload no\n")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("I")
        try reader.waitForScreen(showing: "Due now for “lede refresh --due”.")
        try reader.type("q:set auto-reload yes")
        try reader.waitForScreen(showing: ":set auto-reload yes")
        #expect(server.requests.isEmpty)
        try reader.press(.enter)
        try reader.waitForScreen(showing: "+1    1")
        try reader.press("I")
        try reader.waitForScreen { $0.contains("Next fetch at about ") && !$0.contains("--due") }
    }

    @Test func `an automatic refresh leaves the article, the list and the cursor where they are`() throws {
        let gate = Gate()
        let isHeld = Record<Bool>()
        let server = try LoopbackServer { _ in
            let old = Self.feed("four", "three", "two", "one")
            guard !isHeld.entries.isEmpty else { return Answer(200, body: old) }
            return .held(until: gate, Answer(200, body: Self.feed("six", "five", "four", "three", "two", "one")))
        }
        try home.write(urls: [server.url("/feed")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        try setDue(Date(timeIntervalSince1970: 0))
        isHeld.add(true)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "4 unread")
        try server.waitForHits(2, on: "/feed")
        try reader.press(.enter)
        try reader.waitForScreen { $0.chosen.contains("four") }
        try reader.press("j", "j")
        try reader.waitForScreen { $0.chosen.contains("two") }
        try reader.press(.enter)
        let article = try reader.waitForScreen(showing: "The text of two.")
        gate.open()
        let after = try reader.waitForScreen(showing: "2 new in 1 feed")
        #expect(after.lines[1..<22] == article.lines[1..<22])
        try reader.press("q")
        let list = try reader.waitForScreen { $0.contains("2 new ↑") && $0.chosen.contains("two") }
        #expect(!list.contains("five") && list.line(1).contains("four"))
    }

    @Test func `an automatic refresh that brings nothing says nothing, and E lists its failures`() throws {
        let server = try LoopbackServer { request in
            request.path == "/broken" ? Answer(404) : Answer(200, body: Self.feed())
        }
        try home.write(urls: [server.url("/feed"), server.url("/broken")])
        let reader = try Reader.launch(home: home)
        let screen = try reader.waitForScreen { $0.contains("⚠") && !$0.line(0).contains("/2") }
        #expect(!screen.contains("Nothing new"))
        try reader.press("E")
        try reader.waitForScreen(showing: "the server answered 404")
    }

    @Test func `lede fetches a feed by itself that an editor adds`() throws {
        let server = try LoopbackServer { request in Answer(200, body: Self.feed("in \(request.path)")) }
        try home.write(urls: ["# none yet"])
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "have any feeds yet")
        try home.write(urls: [server.url("/a")])
        try reader.waitForScreen(showing: "1 new in 1 feed")
        #expect(server.hits("/a") == 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func `lede fetches a feed when it becomes due while it is open, and not before`() async throws {
        let hits = Record<Date>()
        let server = try LoopbackServer { _ in
            hits.add(Date())
            return Answer(200, body: Self.feed("a"))
        }
        try home.write(urls: [server.url("/feed")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        try home.write(config: "auto-reload no\n")
        let due = Date() + 3
        try setDue(due)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 unread")
        try reader.type(":set auto-reload yes")
        try reader.press(.enter)
        // The server's own count is ahead of what its answers note.
        await hits.wait { $0.count == 2 }
        #expect(hits.entries.last.map { $0 > due - 0.1 } == true)
    }

    @Test func `lede fetches a due feed when it is resumed, or brought back by undo`() throws {
        let server = try LoopbackServer { request in Answer(200, body: Self.feed("in \(request.path)")) }
        try home.write(urls: [server.url("/a"), "#: refresh no", server.url("/b")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "‖")
        try reader.press("P")
        try reader.waitForScreen { $0.contains("Resumed") && !$0.contains("‖") }
        try server.waitForHits(1, on: "/a")
        try reader.waitForScreen(showing: "2 unread")
        try reader.quit()
        try setDue(.distantFuture)
        let again = try Reader.launch(home: home)
        try again.waitForScreen(showing: "2 unread")
        try again.press("D")
        try again.waitForScreen(showing: "Remove")
        try again.press("y")
        try again.waitForScreen(showing: "1 unread")
        // The other feed's turn would be a refresh, and the next one may not follow at once.
        try setDue(Date(), "/a")
        try again.press("u")
        try again.waitForScreen(showing: "Undid: remove")
        try server.waitForHits(2, on: "/a")
    }

    /// Makes all feeds due at a time, or those whose URLs end so.
    private func setDue(_ date: Date, _ end: String = "") throws {
        try Database(path: home.data + "/library.db", access: .readWrite)
            .execute(
                """
                UPDATE fetches SET next_due = \(Int64(date.timeIntervalSince1970 * 1000))
                WHERE feed IN (SELECT id FROM feeds WHERE url LIKE '%\(end)')
                """)
    }

    @Test func `the settings of a feed hold for the refresh at the start`() throws {
        let server = try LoopbackServer { _ in Answer(200, body: Self.feed("a")) }
        try home.write(urls: [server.url("/feed"), "#: header X-Mine: yes", server.url("/paused"), "#: refresh no"])
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 new in 1 feed")
        #expect(server.requests.map { $0.headers["x-mine"] } == ["yes"])
    }

    private static func feed(_ titles: String...) -> String {
        let items = titles.enumerated().map { place, title in
            SampleFeed.Item(
                title: title, body: "<p>The text of \(title).</p>",
                date: Date(timeIntervalSince1970: 1_700_000_000 - Double(place) * 3600))
        }
        return SampleFeed(title: "News", items: items).rss
    }
}
