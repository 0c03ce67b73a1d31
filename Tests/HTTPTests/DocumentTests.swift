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
