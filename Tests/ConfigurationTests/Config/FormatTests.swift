import Testing

@testable import Configuration

@Suite struct `A format of rows` {
    private func problems(_ line: String) -> [String] {
        Config(Array(line.utf8), path: "config").problems.map { "\($0.place.column): \($0.message)" }
    }

    @Test(arguments: [
        "%4i %f %D %6L  %?T?|%-17T|  &?%t", "%i%>-%=10a %e %F %n %d", "100%% %t", "%?T?by %T? %t", "%t%>%"
    ])
    func `is taken as newsboat writes it`(format: String) {
        #expect(problems("articlelist-format \"\(format)\"") == [])
    }

    @Test func `is refused where a letter stands for nothing, with its place`() {
        #expect(
            problems("articlelist-format \"%4i %-20Z\"")
                == ["29: unknown “%Z” in articlelist-format: use %i %f %n %d %D %F %L %t %T %a %e"])
        #expect(problems("feedlist-format %?q?a&b?").map { $0.prefix(3) } == ["19:"])
        #expect(problems("notify-format \"%t new\"").count == 1)
    }

    @Test(arguments: ["%", "%4", "%?", "%>", "%?T", "%-", "%?T?by %T", "%?T?by %T&none"])
    func `is refused where a field or a choice has no end, with the place where it begins`(end: String) {
        #expect(
            problems("articlelist-format \"%t \(end)\"") == [
                "24: incomplete “\(end)” in articlelist-format: write %% for a percent sign, and %?x?this&that? for a choice"
            ])
    }

    @Test func `of an order that means something else here is taken, with a note`() {
        let config = Config(Array("feed-sort-order latestunread-asc\nfeed-sort-order title\n".utf8), path: "config")
        #expect(config.problems.isEmpty && config.text(.feedSortOrder) == "title")
        #expect(config.notes.map { "\($0.place.line):\($0.place.column)" } == ["1:17"])
    }
}
