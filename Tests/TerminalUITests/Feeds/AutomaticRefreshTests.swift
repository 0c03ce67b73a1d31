import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.drawing) struct `Automatic refreshes` {
    private let home: Home

    init() throws { home = try Home(isAutomatic: true) }

    @Test func `lede fetches due feeds when it opens, and no others`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: Self.feed("a")) }
        try home.write(urls: [server.url("/feed")])
        let first = try DrawnReader.launch(home: home)
        try await first.waitForScreen(showing: "1 new in 1 feed")
        try await first.quit()
        try home.write(urls: [server.url("/feed"), server.url("/other")])
        let second = try DrawnReader.launch(home: home)
        try await second.waitForScreen { $0.contains("1 new in 1 feed") && $0.line(6).contains("+1  ") }
        #expect(server.hits("/feed") == 1 && server.hits("/other") == 1)
    }

    @Test func `a setting switches automatic refreshes off and on`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: Self.feed("a")) }
        try home.write(urls: [server.url("/feed")])
        try home.write(config: "auto-reload no\n")
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("I")
        try await reader.waitForScreen(showing: "Due now for “lede refresh --due”.")
        reader.type("q:set auto-reload yes")
        try await reader.waitForScreen(showing: ":set auto-reload yes")
        #expect(server.requests.isEmpty)
        reader.press(.enter)
        try await reader.waitForScreen(showing: "+1  ")
        reader.press("I")
        try await reader.waitForScreen { $0.contains("Next fetch at about ") && !$0.contains("--due") }
    }

    @Test func `an automatic refresh leaves the article, the list and the cursor where they are`() async throws {
        let gate = Gate()
        let isHeld = Record<Bool>()
        let server = try LoopbackServer { _ in
            let old = Self.feed("four", "three", "two", "one")
            guard !isHeld.entries.isEmpty else { return Answer(200, body: old) }
            return .held(until: gate, Answer(200, body: Self.feed("six", "five", "four", "three", "two", "one")))
        }
        try home.write(urls: [server.url("/feed")])
        try await home.fetch()
        try setDue(Date(timeIntervalSince1970: 0))
        isHeld.add(true)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "4 unread")
        try await elsewhere { try server.waitForHits(2, on: "/feed") }
        reader.press(.enter)
        try await reader.waitForScreen { $0.chosen.contains("four") }
        reader.press("j", "j")
        try await reader.waitForScreen { $0.chosen.contains("two") }
        reader.press(.enter)
        let article = try await reader.waitForScreen(showing: "The text of two.")
        gate.open()
        let after = try await reader.waitForScreen(showing: "2 new in 1 feed")
        #expect(after.lines[1..<22] == article.lines[1..<22])
        reader.press("q")
        let list = try await reader.waitForScreen { $0.contains("2 new ↑") && $0.chosen.contains("two") }
        #expect(!list.contains("five") && list.line(1).contains("four"))
    }

    @Test func `an automatic refresh that brings nothing says nothing, and E lists its failures`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/broken" ? Answer(404) : Answer(200, body: Self.feed())
        }
        try home.write(urls: [server.url("/feed"), server.url("/broken")])
        let reader = try DrawnReader.launch(home: home)
        let screen = try await reader.waitForScreen { $0.contains("⚠") && !$0.line(0).contains("/2") }
        #expect(!screen.contains("Nothing new"))
        reader.press("E")
        try await reader.waitForScreen(showing: "The server answered 404")
    }

    @Test func `lede fetches a feed by itself that an editor adds`() async throws {
        let server = try LoopbackServer { request in Answer(200, body: Self.feed("in \(request.path)")) }
        try home.write(urls: ["# none yet"])
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "have any feeds yet")
        try home.write(urls: [server.url("/a")])
        try await reader.waitForScreen(showing: "1 new in 1 feed")
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
        try await home.fetch()
        try home.write(config: "auto-reload no\n")
        let due = Date() + 3
        try setDue(due)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "1 unread")
        reader.type(":set auto-reload yes")
        reader.press(.enter)
        // The server's own count is ahead of what its answers note.
        await hits.wait { @Sendable in $0.count == 2 }
        #expect(hits.entries.last.map { $0 > due - 0.1 } == true)
    }

    @Test func `lede fetches a due feed when it is resumed, or brought back by undo`() async throws {
        let server = try LoopbackServer { request in Answer(200, body: Self.feed("in \(request.path)")) }
        try home.write(urls: [server.url("/a"), "#: refresh no", server.url("/b")])
        try await home.fetch()
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "‖")
        reader.press("P")
        try await reader.waitForScreen { $0.contains("Resumed") && !$0.contains("‖") }
        try await elsewhere { try server.waitForHits(1, on: "/a") }
        try await reader.waitForScreen(showing: "2 unread")
        try await reader.quit()
        try setDue(.distantFuture)
        let again = try DrawnReader.launch(home: home)
        try await again.waitForScreen(showing: "2 unread")
        again.press("D")
        try await again.waitForScreen(showing: "Remove")
        again.press("y")
        try await again.waitForScreen(showing: "1 unread")
        // The other feed's turn would be a refresh, and the next one may not follow at once.
        try setDue(Date(), "/a")
        again.press("u")
        try await again.waitForScreen(showing: "Undid: remove")
        try await elsewhere { try server.waitForHits(2, on: "/a") }
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

    @Test func `the settings of a feed hold for the refresh at the start`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: Self.feed("a")) }
        try home.write(urls: [server.url("/feed"), "#: header X-Mine: yes", server.url("/paused"), "#: refresh no"])
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "1 new in 1 feed")
        #expect(server.requests.map { $0.headers["x-mine"] } == ["yes"])
    }

    private nonisolated static func feed(_ titles: String...) -> String {
        let items = titles.enumerated().map { place, title in
            SampleFeed.Item(
                title: title, body: "<p>The text of \(title).</p>",
                date: Date(timeIntervalSince1970: 1_700_000_000 - Double(place) * 3600))
        }
        return SampleFeed(title: "News", items: items).rss
    }
}
