import HTTP
import TestSupport
import Testing

@Suite struct CompressionTests {
    private let document = Array(String(repeating: "<item/>", count: 1000).utf8)

    @Test func `servers are told that documents may be compressed`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        _ = try await Client().get(server.url("/"))
        #expect(server.requests.first?.headers["accept-encoding"]?.contains("gzip") == true)
    }

    @Test func `a compressed document comes as it was`() async throws {
        let server = try LoopbackServer.sending(gzipped(document))
        #expect(try await Client().get(server.url("/")).body == document)
    }

    @Test func `a document that only claims to be compressed is none`() async throws {
        let server = try LoopbackServer.sending(document)
        #expect(await Client().failure(server.url("/")) != nil)
    }

    @Test func `a small document that unpacks to a huge one is too large`() async throws {
        let bomb = try gzipped([UInt8](repeating: 0, count: 32 * 1024 * 1024))
        #expect(bomb.count < 100_000)
        let server = try LoopbackServer.sending(bomb)
        #expect(await Client(size: 100_000).failure(server.url("/")) == .tooLarge(limit: 100_000))
    }
}

extension LoopbackServer {
    /// A server whose documents are compressed, or so it says.
    fileprivate static func sending(_ bytes: [UInt8]) throws -> LoopbackServer {
        try LoopbackServer { _ in Answer(200, headers: ["Content-Encoding": "gzip"], body: bytes) }
    }
}

private func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    try CommandRun(program: "/usr/bin/gzip", input: bytes).outputBytes
}
