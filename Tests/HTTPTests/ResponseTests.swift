import HTTP
import TestSupport
import Testing

@Suite struct DocumentTests {
    private let client = Client()

    @Test func `a document arrives with its status, headers and bytes`() async throws {
        let bytes = (0...255).map { UInt8($0) }
        let server = try LoopbackServer { _ in Answer(200, headers: ["Content-Type": "text/xml"], body: bytes) }
        let response = try await client.get(server.url("/feed"))
        #expect(response.status == 200)
        #expect(response.contentType == "text/xml")
        #expect(response.body == bytes)
        #expect(response.url == server.url("/feed"))
    }

    @Test func `an empty document is a document`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        #expect(try await client.get(server.url("/")).body == [])
    }

    @Test func `a document in chunks arrives whole`() async throws {
        let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<rs\r\n2\r\ns>\r\n0\r\n\r\n"
        let server = try LoopbackServer { _ in .raw(Array(chunks.utf8)) }
        #expect(try await client.get(server.url("/")).body == Array("<rss>".utf8))
    }

    @Test func `a document without a length ends with the connection`() async throws {
        let server = try LoopbackServer { _ in .raw(Array("HTTP/1.0 200 OK\r\n\r\n<rss>".utf8)) }
        #expect(try await client.get(server.url("/")).body == Array("<rss>".utf8))
    }

    @Test func `a document that arrives byte by byte arrives whole`() async throws {
        let server = try LoopbackServer { _ in .drip(Array("<rss/>".utf8), every: 1) }
        #expect(try await client.get(server.url("/")).body == Array("<rss/>".utf8))
    }

    @Test func `a request names the client and the path`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        _ = try await client.get(server.url("/feed?all=1"))
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.path == "/feed?all=1")
        #expect(request.headers["user-agent"] == "lede-tests/1")
        #expect(request.headers["accept"]?.contains("application/atom+xml") == true)
    }
}

@Suite struct HeaderTests {
    private let client = Client()

    @Test(arguments: [
        ("ETag: \"a:b\"", "\"a:b\""), ("ETAG:\"v\"", "\"v\""), ("etag: \t \"v\" \t", "\"v\""), ("ETag:", ""),
        ("ETag: 日本", "日本"), ("ETag: a\u{1}\u{1B}b", "a\u{1}\u{1B}b"), ("ETag:\u{301}x", "\u{301}x")
    ])
    func `a header is found ignoring its case, without space around its value`(
        line: String, value: String
    ) async throws {
        #expect(try await headers(Array(line.utf8))["etag"] == value)
        #expect(try await headers(Array(line.utf8))["ETag"] == value)
    }

    @Test func `the last of several equal headers counts`() async throws {
        let headers = try await headers(Array("ETag: first\r\nETag: second".utf8))
        #expect(headers["etag"] == "second")
        #expect(headers[list: "etag"] == "first, second")
    }

    @Test func `an answer with an invalid header line isn't HTTP`() async throws {
        let server = try server(sending: Array("ETag: v\r\nno header".utf8))
        #expect(await client.failure(server.url("/")) == .notHTTP)
    }

    @Test func `invalid bytes in a header become replacement characters`() async throws {
        #expect(try await headers(Array("ETag: caf".utf8) + [0xE9])["etag"] == "caf\u{FFFD}")
    }

    @Test func `a very long header arrives whole`() async throws {
        let value = String(repeating: "x", count: 50_000)
        #expect(try await headers(Array("ETag: \(value)".utf8))["etag"] == value)
    }

    @Test func `endless headers are given up`() async throws {
        let endless = (0..<100_000).map { "X-\($0): \(String(repeating: "x", count: 40))" }.joined(separator: "\r\n")
        let server = try server(sending: Array(endless.utf8))
        #expect(await client.failure(server.url("/")) == .headersTooLarge)
    }

    private func headers(_ lines: [UInt8]) async throws -> Headers {
        let server = try server(sending: lines)
        return try await client.get(server.url("/")).headers
    }

    private func server(sending lines: [UInt8]) throws -> LoopbackServer {
        try LoopbackServer { _ in .raw(Array("HTTP/1.1 200 OK\r\n".utf8) + lines + Array("\r\n\r\n".utf8)) }
    }
}

@Suite struct SizeTests {
    private let client = Client(size: 1000)

    @Test func `a document as large as the limit arrives whole`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: [UInt8](repeating: 1, count: 1000)) }
        #expect(try await client.get(server.url("/")).body.count == 1000)
    }

    @Test func `a document one byte larger is too large`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: [UInt8](repeating: 1, count: 1001)) }
        #expect(await client.failure(server.url("/")) == .tooLarge(limit: 1000))
    }

    @Test func `a document that hides its length is measured`() async throws {
        let bytes = Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + [UInt8](repeating: 1, count: 5_000_000)
        let server = try LoopbackServer { _ in .raw(bytes) }
        #expect(await client.failure(server.url("/")) == .tooLarge(limit: 1000))
    }

    @Test func `a document that is too large is left before its end`() async throws {
        let server = try LoopbackServer { _ in .drip([UInt8](repeating: 1, count: 100_000), every: 1) }
        #expect(await Client(size: 10).failure(server.url("/")) == .tooLarge(limit: 10))
    }
}

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
