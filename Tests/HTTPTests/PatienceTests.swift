import HTTP
import TestSupport
import Testing

@Suite struct PatienceTests {
    @Test func `a server that sends nothing is given up after the overall limit`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = Client(overall: .milliseconds(200))
        let (failure, time) = await client.patience(with: server.url("/"))
        #expect(failure == .timedOut(after: .milliseconds(200), .end))
        #expect(time >= .milliseconds(200) && time < .seconds(10))
    }

    @Test func `a server that sends for ever is given up after the overall limit`() async throws {
        let server = try LoopbackServer { _ in .drip([UInt8](repeating: 1, count: 10_000), every: 10) }
        #expect(
            await Client(overall: .milliseconds(200)).failure(server.url("/"))
                == .timedOut(after: .milliseconds(200), .end))
    }

    @Test func `a server that stalls is given up long before the overall limit`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let (failure, time) = await Client(stall: .milliseconds(200)).patience(with: server.url("/"))
        #expect(failure == .timedOut(after: .milliseconds(200), .answer))
        #expect(time < .seconds(10))
    }

    @Test func `a slow server delays no other transfer`() async throws {
        let server = try LoopbackServer { $0.path == "/slow" ? .stall : Answer(200) }
        let client = Client()
        client.fetch(Request(server.url("/slow"))) { _ in }
        try server.waitForHits(on: "/slow")
        #expect(try await client.get(server.url("/quick")).status == 200)
    }
}
