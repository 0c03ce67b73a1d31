import HTTP
import TestSupport
import Testing

@Suite struct CompressionTests {
    private let document = Array(String(repeating: "<item/>", count: 1000).utf8)

    @Test(arguments: ["gzip", "deflate", "zstd"])
    func `a document comes as it was, in each compression that servers are told of`(name: String) async throws {
        let compressed = try compressed(document, as: name)
        #expect(compressed.count < document.count)
        let server = try LoopbackServer { [document] request in
            let isKnown = request.headers["accept-encoding"]?.contains(name) == true
            return isKnown
                ? Answer(200, headers: ["Content-Encoding": name], body: compressed) : Answer(200, body: document)
        }
        #expect(try await Client().get(server.url("/")).body == document)
        // libcurl may be built without some, but not without what every server has.
        let told = try #require(server.requests.first?.headers["accept-encoding"])
        #expect(told.contains("gzip") && told.contains("deflate"))
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

private func compressed(_ bytes: [UInt8], as name: String) throws -> [UInt8] {
    switch name {
    // What “deflate” is called by many servers: what gzip has between its head of ten bytes and its sum of eight.
    case "deflate": try Array(gzipped(bytes).dropFirst(10).dropLast(8))
    case "zstd": try CommandRun(program: "/usr/bin/zstd", arguments: ["-c"], input: bytes).outputBytes
    default: try gzipped(bytes)
    }
}

func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    try CommandRun(program: "/usr/bin/gzip", input: bytes).outputBytes
}
