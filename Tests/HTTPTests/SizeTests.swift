import HTTP
import TestSupport
import Testing

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
