import Testing

@testable import Benchmarks

@Suite("Samples") struct SampleTests {
    @Test func `the median and 99% of a hundred runs are the fiftieth and the ninety-ninth`() {
        let sample = Sample((1...100).shuffled().map(Double.init))
        #expect((sample.median, sample.high, sample.runs) == (50, 99, 100))
        #expect((sample.quarter, sample.threeQuarters) == (25, 75))
    }

    @Test func `with fewer than a hundred runs, 99% is the slowest`() {
        let sample = Sample([3, 1, 2])
        #expect((sample.median, sample.high) == (2, 3))
    }

    @Test func `a single run is its own median`() {
        let sample = Sample([7])
        #expect((sample.median, sample.high, sample.runs) == (7, 7, 1))
    }

    @Test func `values keep five digits`() {
        let sample = Sample([0.012_345_678])
        #expect(sample.median == 0.012346)
    }

    @Test(arguments: [
        (1_000_000.0, "1,000,000"), (1234.4, "1,234"), (98.76, "98.8"), (5, "5"), (5.25, "5.25"), (0.25, "0.250"),
        (0.0123, "0.0123"), (0, "0")
    ])
    func `numbers have three digits or all before the point`(value: Double, text: String) {
        #expect(DecimalText.of(value) == text)
    }
}
