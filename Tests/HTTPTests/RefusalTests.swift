import HTTP
import TestSupport
import Testing

@Suite struct RefusalTests {
    @Test(arguments: [400, 401, 403, 404, 410, 429, 500, 503])
    func `a server's refusal is told by its status`(status: Int) async throws {
        let server = try LoopbackServer { _ in Answer(status, body: "<html>sorry</html>") }
        #expect(await Client().failure(server.url("/"))?.status == status)
    }

    @Test(arguments: [
        (404, "the server answered 404 (not found)"),
        (410, "the server answered 410 (gone for good)"),
        (503, "the server answered 503 (server error)"),
        (418, "the server answered 418")
    ])
    func `a status that many meet is put in words`(status: Int, words: String) {
        #expect(FetchFailure.refused(status: status, by: "https://example.org/").description == words)
    }

    @Test func `a refusal tells the headers that came with it`() async throws {
        let server = try LoopbackServer { _ in Answer(503, headers: ["Retry-After": "120"]) }
        guard case .refused(503, _, let headers) = await Client().failure(server.url("/")) else {
            Issue.record("it was no refusal")
            return
        }
        #expect(headers["retry-after"] == "120")
    }

    @Test func `a refusal names the server that redirects led to`() async throws {
        let end = try LoopbackServer { _ in Answer(429) }
        let start = try LoopbackServer { _ in Answer(302, headers: ["Location": end.url("/end")]) }
        guard case .refused(429, by: end.url("/end"), _) = await Client().failure(start.url("/")) else {
            Issue.record("another server refused")
            return
        }
    }

    @Test(
        arguments: [
            (.timedOut(after: .milliseconds(150), .answer), "timed out after 150 ms: no answer from the server"),
            (.timedOut(after: .seconds(15), .connection), "timed out after 15 s: no connection to the server"),
            (.untrusted(.expired), "lede doesn't trust the server: its certificate has expired"),
            (.tooLarge(limit: 32 << 20), "the document is larger than 32 MB"),
            (.noDocument(status: 206), "the server answered 206 with only part of the document"),
            (.proxyRefused(status: 407), "the proxy refused the request: it answered 407 (login required)"),
            (.proxyRefused(status: nil), "the proxy refused the request")
        ] as [(FetchFailure, String)])
    func `a failure says what happened`(failure: FetchFailure, words: String) {
        #expect(failure.description == words)
    }
}
