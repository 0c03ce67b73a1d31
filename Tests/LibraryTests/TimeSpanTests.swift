import Foundation
import Library
import Testing

@Suite struct TimeSpanTests {
    @Test(arguments: [
        (0, "0 seconds"), (1, "a second"), (119, "119 seconds"), (60, "a minute"), (120, "2 minutes"),
        (3600, "an hour"), (3601, "60 minutes"), (5400, "90 minutes"), (7200, "2 hours"), (9000, "3 hours"),
        (86_400, "a day"), (100_000, "28 hours"), (172_800, "2 days"), (-5, "0 seconds"), (.max, "106751991167301 days")
    ])
    func `a time span is written as people say it`(seconds: Int, words: String) {
        #expect("\(TimeSpan(seconds: seconds))" == words)
    }

    @Test func `a time span after “every” has no article`() {
        #expect([3600, 86_400, 7200].map { TimeSpan(seconds: $0).afterEvery } == ["hour", "day", "2 hours"])
    }

    @Test func `a feed's due time has a reason`() {
        #expect("\(Due(.noon, .server, after: 3600))" == "the server says to wait an hour")
        #expect("\(Due(.noon, .usual, after: 3600))" == "every hour (the default)")
    }
}
