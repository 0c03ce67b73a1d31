import Testing

@testable import Benchmarks

@Suite("Comparisons of figures") struct ComparisonTests {
    private func verdict(_ earlier: [Double], _ now: [Double]) -> Comparison.Verdict {
        let files = [earlier, now].map { FigureFile([.test("keys", [Figure.test("a row", $0)])]) }
        return Comparison(files[1], with: files[0], of: ["keys"]).rows[0].verdict
    }

    @Test func `a difference over a tenth that is beyond both spreads is better or worse`() {
        #expect(verdict([10, 10.1, 10.2], [12, 12.1, 12.2]) == .worse)
        #expect(verdict([12, 12.1, 12.2], [10, 10.1, 10.2]) == .better)
    }

    @Test func `a difference up to a tenth is noise`() {
        #expect(verdict([10, 10, 10], [10.9, 10.9, 10.9]) == .withinNoise)
    }

    @Test func `a difference within the spread of the runs is noise`() {
        #expect(verdict([8, 10, 14], [9, 12, 16]) == .withinNoise)
    }

    @Test func `something where nothing was is worse`() {
        #expect(verdict([0], [3]) == .worse)
    }

    @Test func `figures of only one file are named`() {
        let earlier = FigureFile([.test("keys", [.test("a row", [1]), .test("a page", [1])]), .test("start", [])])
        let now = FigureFile([.test("keys", [.test("a row", [1]), .test("an article", [1])])])
        let comparison = Comparison(now, with: earlier, of: ["keys"])
        #expect(comparison.rows.map(\.now.name) == ["a row"])
        #expect(comparison.onlyNow == ["keys: 40×120: an article (ms)"])
        #expect(comparison.onlyEarlier == ["keys: 40×120: a page (ms)"])
    }

    @Test func `a table shows both figures with their ratio`() {
        let files = [[10.0], [12.5]].map { FigureFile([.test("keys", [.test("a row", $0)])]) }
        let text = Comparison(files[1], with: files[0], of: ["keys"]).text
        #expect(text.contains("keys: 40×120: a row (ms)     10 ms   12.5 ms   1.25×   worse\n"))
    }
}
