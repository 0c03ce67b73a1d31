import Foundation
import Testing

@testable import Refresh

@Suite struct FreshnessTests {
    private func seconds(_ headers: [String: String]) -> Double? {
        Freshness(at: Date(timeIntervalSince1970: 1_780_000_000)) { headers[$0] }.seconds
    }

    @Test(arguments: [
        ("max-age=3600", 3600), ("public, Max-Age = 60", 60), ("max-age=\"90\"", 90), ("max-age=5, must-revalidate", 5),
        ("max-age=5, max-age=50", 5), ("s-maxage=9, max-age=7", 7), ("max-age=504911232", 504_911_232),
        ("max-age=99999999999999999999999", 0x8000_0000)
    ])
    func `an answer is fresh for its max-age`(cacheControl: String, expected: Double) {
        #expect(seconds(["cache-control": cacheControl]) == expected)
    }

    @Test(arguments: [
        "", "no-cache", "no-store, private", "max-age", "max-age=", "max-age=0", "max-age=-1", "max-age=soon",
        "s-maxage=60",
        "x-max-age=60", "max-age=1.5"
    ])
    func `an answer without a valid max-age isn't fresh`(cacheControl: String) {
        #expect(seconds(["cache-control": cacheControl]) == nil)
    }

    @Test func `the age of an answer in a cache is subtracted`() {
        #expect(seconds(["cache-control": "max-age=100", "age": "40"]) == 60)
        #expect(seconds(["cache-control": "max-age=100", "age": "100"]) == nil)
        #expect(seconds(["cache-control": "max-age=100", "age": "-5"]) == 100)
    }

    @Test func `Expires counts by the server's clock, unless a max-age overrides it`() {
        let headers = ["expires": "Wed, 21 Oct 2015 08:28:00 GMT", "date": "Wed, 21 Oct 2015 07:28:00 GMT"]
        #expect(seconds(headers) == 3600)
        #expect(seconds(headers.merging(["cache-control": "max-age=5"]) { $1 }) == 5)
        #expect(seconds(headers.merging(["cache-control": "max-age=0"]) { $1 }) == nil)
    }

    @Test func `Expires without a date counts by our clock`() {
        #expect(seconds(["expires": "Thu, 28 May 2026 21:26:40 GMT"]) == 3600)
    }

    @Test(arguments: ["0", "-1", "", "never", "Thu, 01 Jan 1970 00:00:00 GMT"])
    func `a past or invalid Expires is ignored`(expires: String) {
        #expect(seconds(["expires": expires]) == nil)
    }
}
