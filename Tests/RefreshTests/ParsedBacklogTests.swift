import Library
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
