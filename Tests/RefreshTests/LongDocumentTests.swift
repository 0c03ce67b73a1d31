import Library
import Refresh
import Signals
import TestSupport
import Testing

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
