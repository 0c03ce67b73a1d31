import HTTP
import TestSupport
import Testing

@Suite struct ConditionalRequestTests {
    private let client = Client()

    @Test func `stored validators are sent back unchanged`() async throws {
        let server = try LoopbackServer { _ in Answer(304) }
        let validators = Validators(etag: "W/\"v1\"", lastModified: "Thu, 05 Nov 2026 08:30:00 GMT")
        _ = try await client.get(server.url("/"), validators: validators)
        #expect(server.requests.map { $0.headers["if-none-match"] } == ["W/\"v1\""])
        #expect(server.requests.map { $0.headers["if-modified-since"] } == ["Thu, 05 Nov 2026 08:30:00 GMT"])
    }

    @Test func `a request without validators isn't conditional`() async throws {
        let server = try LoopbackServer { _ in Answer(200) }
        _ = try await client.get(server.url("/"))
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil])
        #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil])
    }

    @Test func `an answer contains its validators`() async throws {
        let server = try LoopbackServer { _ in Answer(200, headers: ["ETag": "\"v1\"", "Last-Modified": "today"]) }
        let response = try await client.get(server.url("/"))
        #expect(response.validators == Validators(etag: "\"v1\"", lastModified: "today"))
        #expect(!response.isNotModified)
    }

    @Test func `an unchanged document comes without a body and may have new validators`() async throws {
        let server = try LoopbackServer { _ in Answer(304, headers: ["ETag": "\"v2\""]) }
        let response = try await client.get(server.url("/"), validators: Validators(etag: "\"v1\""))
        #expect(response.isNotModified)
        #expect(response.body == [])
        #expect(response.validators == Validators(etag: "\"v2\""))
    }
}
