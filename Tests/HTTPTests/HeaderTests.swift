import HTTP
import TestSupport
import Testing

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
