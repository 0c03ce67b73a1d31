import Testing

@testable import Configuration

@Suite struct `Formats of rows` {
    private func problems(_ line: String) -> [String] {
        Config(Array(line.utf8), path: "config").problems.map { "\($0.place.column): \($0.message)" }
    }

    @Test(arguments: [
        "%4i %f %D %6L  %?T?|%-17T|  &?%t", "%i%>-%=10a %e %F %n %d", "100%% %t", "%?T?by %T? %t", "%t%>%"
    ])
    func `newsboat's formats of rows are accepted`(format: String) {
        #expect(problems("articlelist-format \"\(format)\"") == [])
    }

    @Test func `an unknown letter in a format is reported with its position`() {
        #expect(
            problems("articlelist-format \"%4i %-20Z\"")
                == ["29: unknown “%Z” in articlelist-format: use %i %f %n %d %D %F %L %t %T %a %e %o"])
        #expect(problems("feedlist-format %?q?a&b?").map { $0.prefix(3) } == ["19:"])
        #expect(problems("notify-format \"%t new\"").count == 1)
    }

    @Test(arguments: ["%", "%4", "%?", "%>", "%?T", "%-", "%?T?by %T", "%?T?by %T&none"])
    func `an unfinished field or condition in a format is reported with its position`(end: String) {
        #expect(
            problems("articlelist-format \"%t \(end)\"") == [
                "24: incomplete “\(end)” in articlelist-format: write %% for a percent sign, and %?x?this&that? for a choice"
            ])
    }
}
