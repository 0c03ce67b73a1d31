import Testing

@testable import ViewModels

@Suite struct SparklineTests {
    @Test(arguments: [
        ([], ""), ([0, 0], "▁▁"), ([0, 1, 1000, 500], "▁▂▇▄"), ([3, 3], "▇▇"), ([-1, 7, Int.max], "▁▂▇")
    ])
    func `the highest bar leaves a gap to the row above, and only 0 has the lowest bar`(
        numbers: [Int], bars: String
    ) {
        #expect(Sparkline(numbers).description == bars)
    }
}
