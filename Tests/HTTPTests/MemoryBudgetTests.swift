import Dispatch
import Foundation
import TestSupport
import Testing

@testable import HTTP

/// The memory of documents that come at the same time.
@Suite(.timeLimit(.minutes(5))) struct RunningTransfersTests {
    private static let megabyte = 1 << 20

    @Test func `large documents take turns when memory is short, and all arrive`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: [UInt8](repeating: 1, count: 4 * Self.megabyte)) }
        let budget = MemoryBudget(mark: 2 * Self.megabyte, cap: 24 * Self.megabyte)
        let client = Client(userAgent: "lede-tests/1", budget: budget)
        let answers = await answers(to: Array(repeating: server.url("/"), count: 12), of: client, within: budget)
        #expect(answers.map(\.size) == Array(repeating: 4 * Self.megabyte, count: 12))
        // Without turns they would take 48 MB, and some would be given up at the cap.
        #expect(answers.map(\.used).max() ?? 0 <= 24 * Self.megabyte)
        #expect(budget.used == 0)
    }

    @Test func `a document that decompresses beyond the memory is given up, and a small one arrives`() async throws {
        let bomb = try gzipped([UInt8](repeating: 0, count: 16 * Self.megabyte))
        #expect(bomb.count < 20_000)
        let server = try LoopbackServer { request in
            request.path == "/small"
                ? Answer(200, body: "small") : Answer(200, headers: ["Content-Encoding": "gzip"], body: bomb)
        }
        let budget = MemoryBudget(mark: 2 * Self.megabyte, cap: 40 * Self.megabyte)
        let client = Client(userAgent: "lede-tests/1", budget: budget)
        let urls = Array(repeating: server.url("/bomb"), count: 30) + [server.url("/small")]
        let answers = await answers(to: urls, of: client, within: budget)
        #expect(answers.map(\.used).max() ?? 0 <= 40 * Self.megabyte)
        #expect(answers.compactMap(\.failure).allSatisfy { $0 == .tooMuchAtOnce })
        #expect(answers.contains { $0.size == 16 * Self.megabyte })
        #expect(answers.contains { $0.size == 5 })
        #expect(budget.used == 0)
    }

    @Test func `a document that waits for memory doesn't count as stalled`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: [UInt8](repeating: 1, count: 8 * Self.megabyte)) }
        let budget = MemoryBudget(mark: 2 * Self.megabyte, cap: 24 * Self.megabyte)
        var limits = Limits()
        limits.stall = .seconds(3)
        let client = Client(userAgent: "lede-tests/1", limits: limits, budget: budget)
        // Documents that wait to be stored.
        let others = MemoryCharge(to: budget)
        others.set(to: 3 * Self.megabyte)
        DispatchQueue(label: "test.storing").asyncAfter(deadline: .now() + 4) { others.set(to: 0) }
        let start = ContinuousClock.now
        let response = try await client.outcome(of: Request(server.url("/"))).get()
        #expect(response.body.count == 8 * Self.megabyte)
        #expect(ContinuousClock.now - start >= .seconds(4))
    }

    @Test func `a document that waits in vain fails in the end`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: [UInt8](repeating: 1, count: 8 * Self.megabyte)) }
        let budget = MemoryBudget(mark: Self.megabyte, cap: 24 * Self.megabyte)
        var limits = Limits()
        limits.overall = .seconds(3)
        let client = Client(userAgent: "lede-tests/1", limits: limits, budget: budget)
        let others = MemoryCharge(to: budget)
        others.set(to: 2 * Self.megabyte)
        let outcome = await client.outcome(of: Request(server.url("/")))
        #expect(outcome.failure == .timedOut(after: .seconds(3), .end))
        others.set(to: 0)
    }

    @Test func `documents on a shared connection don't wait for each other`() async throws {
        let nginx = try Nginx.shared()
        let budget = MemoryBudget(mark: 2 * Self.megabyte, cap: 64 * Self.megabyte)
        let client = Client(userAgent: "lede-tests/1", budget: budget)
        let options = RequestOptions(authorityFile: nginx.certificates.authority)
        // Creates the connection to share.
        _ = try await client.outcome(of: Request(nginx.url("/asked", at: .secure), options: options)).get()
        let urls = Array(repeating: nginx.url("/large.xml", at: .secure), count: 4)
        let answers = await answers(to: urls, of: client, within: budget, options: options)
        #expect(answers.map(\.size) == Array(repeating: 8 * Self.megabyte, count: 4))
    }

    private struct Counted: Sendable {
        var size = 0
        var failure: FetchFailure?
        /// The memory of all documents when this one ended.
        let used: Int
    }

    /// Fetches all at once, and keeps only each outcome.
    private func answers(
        to urls: [String], of client: Client, within budget: MemoryBudget, options: RequestOptions = RequestOptions()
    ) async -> [Counted] {
        let record = Record<Counted>()
        for url in urls {
            client.fetch(Request(url, options: options)) { outcome in
                switch outcome {
                case .success(let response): record.add(Counted(size: response.body.count, used: budget.used))
                case .failure(let failure): record.add(Counted(failure: failure, used: budget.used))
                }
            }
        }
        await record.wait { $0.count == urls.count }
        // The last answer is released when the client's thread does something else.
        client.cancelAll()
        _ = await client.outcome(of: Request("nothing:"))
        return record.entries
    }
}
