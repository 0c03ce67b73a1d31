import HTTP
import TestSupport
import Testing

@Suite struct CompressionTests {
    private let document = Array(String(repeating: "<item/>", count: 1000).utf8)

    @Test(arguments: ["gzip", "deflate", "zstd"])
    func `a document arrives unchanged in every announced compression`(name: String) async throws {
        let compressed = try compressed(document, as: name)
        #expect(compressed.count < document.count)
        let server = try LoopbackServer { [document] request in
            let isKnown = request.headers["accept-encoding"]?.contains(name) == true
            return isKnown
                ? Answer(200, headers: ["Content-Encoding": name], body: compressed) : Answer(200, body: document)
        }
        #expect(try await Client().get(server.url("/")).body == document)
        // libcurl may lack some of them, but not those that every server has.
        let told = try #require(server.requests.first?.headers["accept-encoding"])
        #expect(told.contains("gzip") && told.contains("deflate"))
    }

    @Test func `a document that only claims to be compressed fails`() async throws {
        let server = try LoopbackServer.sending(document)
        #expect(await Client().failure(server.url("/")) != nil)
    }

    @Test func `a small document that decompresses to a huge one is too large`() async throws {
        let bomb = try gzipped([UInt8](repeating: 0, count: 32 * 1024 * 1024))
        #expect(bomb.count < 100_000)
        let server = try LoopbackServer.sending(bomb)
        #expect(await Client(size: 100_000).failure(server.url("/")) == .tooLarge(limit: 100_000))
    }
}

extension LoopbackServer {
    /// A server whose documents are compressed, or claim to be.
    fileprivate static func sending(_ bytes: [UInt8]) throws -> LoopbackServer {
        try LoopbackServer { _ in Answer(200, headers: ["Content-Encoding": "gzip"], body: bytes) }
    }
}

private func compressed(_ bytes: [UInt8], as name: String) throws -> [UInt8] {
    switch name {
    // Many servers' “deflate”: gzip's data between its header of ten bytes and its checksum of eight.
    case "deflate": try Array(gzipped(bytes).dropFirst(10).dropLast(8))
    case "zstd": try CommandRun(program: "/usr/bin/zstd", arguments: ["-c"], input: bytes).outputBytes
    default: try gzipped(bytes)
    }
}

func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    try CommandRun(program: "/usr/bin/gzip", input: bytes).outputBytes
}
