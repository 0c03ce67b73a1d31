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
        (404, "the server answered 404 (there is nothing at this address)"),
        (410, "the server answered 410 (the feed is gone for good)"),
        (503, "the server answered 503 (the server is in trouble)"),
        (418, "the server answered 418")
    ])
    func `a status that many meet is put in words`(status: Int, words: String) {
        #expect(FetchFailure.refused(status: status).description == words)
    }
}
