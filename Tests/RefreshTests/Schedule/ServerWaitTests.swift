import Foundation
import Library
import Testing

@testable import Refresh

@Suite struct ServerWaitTests {
    private let now = Date(timeIntervalSince1970: 1_780_000_000)

    private func seconds(_ status: Int, _ retryAfter: String?) -> Double? {
        ServerWait(status: status, retryAfter: retryAfter, at: now)?.until.timeIntervalSince(now)
    }

    @Test(arguments: [("120", 120), ("Thu, 28 May 2026 21:26:40 GMT", 3600), ("604800", 604_800)])
    func `a server gets the pause that it asks for`(retryAfter: String, expected: Double) {
        #expect(seconds(429, retryAfter) == expected)
        #expect(seconds(503, retryAfter) == expected)
        #expect(seconds(403, retryAfter) == expected)
    }

    @Test func `a date counts by the server's clock`() {
        let wait = ServerWait(
            status: 503, retryAfter: "Thu, 28 May 2026 21:26:40 GMT", date: "Thu, 28 May 2026 21:16:40 GMT", at: now)
        #expect(wait?.until == now + 600)
    }

    @Test(arguments: ["604801", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func `no pause is longer than a week`(retryAfter: String) {
        #expect(seconds(503, retryAfter) == 604_800)
    }

    @Test(arguments: [nil, "", "0", "-5", "soon", "Thu, 01 Jan 1970 00:00:00 GMT"])
    func `an overloaded server without a valid time gets ten minutes`(
        retryAfter: String?
    ) {
        #expect(seconds(429, retryAfter) == 600)
        #expect(seconds(503, retryAfter) == 600)
        #expect(seconds(500, retryAfter) == nil)
        #expect(seconds(404, retryAfter) == nil)
    }

    @Test func `a successful answer requires no pause`() {
        #expect(seconds(200, "120") == nil)
        #expect(seconds(304, "120") == nil)
    }

    @Test func `only too many requests and no service pause all feeds of a server`() {
        #expect([429, 503].allSatisfy(ServerWait.slowsHost))
        #expect(![200, 403, 404, 410, 500, 502].contains(where: ServerWait.slowsHost))
    }
}
