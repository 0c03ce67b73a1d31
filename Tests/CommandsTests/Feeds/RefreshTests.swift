import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `lede refresh --due` {
    private let home: Home

    init() async throws { home = try Home() }

    @Test func `refresh --due fetches a new feed, and then not before its time`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "The News", items: []).rss) }
        try home.write(urls: [server.url("/feed")])
        for _ in 1...2 {
            let run = try await home.run("refresh", "--due")
            #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
        }
        #expect(server.hits("/feed") == 1)
        #expect(try await home.run("refresh").status == 0)
        #expect(server.hits("/feed") == 2)
    }

    @Test func `a server with too many requests is named and skipped, which isn't a failure`() async throws {
        let server = try LoopbackServer { _ in Answer(429, headers: ["Retry-After": "3600"]) }
        try home.write(urls: [server.url("/feed")])
        let words = "skipped: its server got too many requests and asked lede to wait"
        for _ in 1...2 {
            let run = try await home.run("refresh")
            #expect(run.status == 0 && run.errors == "lede: \(server.url("/feed")): \(words)\n")
        }
        let due = try await home.run("refresh", "--due")
        #expect(due.status == 0 && due.errors.isEmpty)
        #expect(server.hits("/feed") == 1)
    }

    @Test func `a gone feed is skipped until it is named`() async throws {
        let server = try LoopbackServer { _ in Answer(410) }
        try home.write(urls: [server.url("/feed")])
        #expect(try await home.run("refresh").status == 1)
        #expect(try await home.run("refresh").status == 0)
        #expect(server.hits("/feed") == 1)
        #expect(try await home.run("refresh", server.url("/feed")).status == 1)
        #expect(server.hits("/feed") == 2)
    }
}
