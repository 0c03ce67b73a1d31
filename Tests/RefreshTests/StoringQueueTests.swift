import Library
import Signals
import TestSupport
import Testing

@testable import Refresh

@Suite struct ParsedBacklogTests {
    private let backlog = ParsedBacklog()

    @Test func `parsing continues while little waits to be stored`() {
        backlog.add(31 << 20)
        #expect(!backlog.mustWait { Issue.record("nobody waited") })
        backlog.remove(31 << 20)
    }

    @Test func `parsing waits until parsed documents are stored`() {
        let told = Record<Int>()
        backlog.add(20 << 20)
        backlog.add(20 << 20)
        #expect(backlog.mustWait { told.add(1) })
        #expect(backlog.mustWait { told.add(2) })
        #expect(told.entries.isEmpty)
        backlog.remove(20 << 20)
        #expect(told.entries == [1, 2])
        backlog.remove(20 << 20)
        #expect(told.entries == [1, 2])
    }

    @Test func `many documents with many items are all stored`() async throws {
        let body = "<rss version='2.0'><channel>" + String(repeating: "<item><title>x</title></item>", count: 3000)
        let server = try LoopbackServer { request in
            Answer(200, body: body + "<item><title>\(request.path)</title></item></channel></rss>")
        }
        let newsstand = try Newsstand((1...40).map { server.url("/\($0)") })
        #expect(try await newsstand.outcomes().allSatisfy { $0?.new ?? 0 > 0 })
    }
}

@Suite(.timeLimit(.minutes(5))) struct LongDocumentTests {
    @Test func `documents above the memory limit are all stored`() async throws {
        let items = (0..<40).map { SampleFeed.Item(title: "\($0)", body: String(repeating: "words ", count: 40_000)) }
        let body = SampleFeed(title: "Long", items: items).rss
        let server = try LoopbackServer { _ in Answer(200, body: body) }
        let newsstand = try Newsstand((1...6).map { server.url("/#\($0)") })
        #expect(try await newsstand.outcomes().map(\.?.new) == Array(repeating: 40, count: 6))
    }

    @Test func `long documents are fetched no faster than they are stored`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, .feed("a")) }
        let newsstand = try Newsstand((1...100).map { server.url("/#\($0)") })
        let (_, told) = try newsstand.begin()
        // Their length is still unknown: only some are fetched at first.
        try server.waitForHits(8, on: "/")
        #expect(throws: HitsMissing.self) { try server.waitForHits(99, on: "/", within: 0.3) }
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(server.hits("/") == 100)
    }
}
