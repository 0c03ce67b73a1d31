import Foundation
import TestSupport
import Testing

@testable import Benchmarks

@Suite("Files of figures") struct FigureFileTests {
    @Test func `what is written is read again, digit by digit`() throws {
        let floor = Figure.Other("echo", Sample([0.1, 0.2]))
        let figures = [
            Figure.test("a row", [0.1, 0.25, 1 / 3], floor: floor, peers: [floor], goal: Figure.Goal(0.25, high: 0.6)),
            Figure.test("start", [9.5], size: 10_000, unit: .processorMilliseconds)
        ]
        let file = FigureFile([.test("keys", figures)])
        let folder = try Folder()
        let path = folder.path("figures.json")
        try file.write(to: path)
        #expect(try FigureFile(path: path) == file)
    }

    @Test func `a file has a line for each benchmark`() throws {
        let folder = try Folder()
        let path = folder.path("figures.json")
        try FigureFile([.test("start", []), .test("keys", [.test("a row", [1])])]).write(to: path)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 4 && lines[1].contains("start") && lines[2].contains("keys"))
    }

    @Test func `a part that is measured again replaces its figures and leaves the others`() {
        var file = FigureFile([.test("start", [.test("warm", [9])]), .test("keys", [.test("a row", [1])])])
        file.merge(.test("start", [.test("warm", [8])], commit: "def5678"), order: ["start", "keys"])
        #expect(file.benchmarks.map(\.name) == ["start", "keys"])
        #expect(file.benchmarks.map(\.figures[0].value) == [8, 1])
    }

    @Test func `benchmarks stay in their order, however they were run, and unknown ones go`() {
        var file = FigureFile()
        for name in ["gone", "keys", "start"] { file.merge(.test(name, []), order: ["gone", "start", "keys"]) }
        file.merge(.test("memory", []), order: ["start", "memory", "keys"])
        #expect(file.benchmarks.map(\.name) == ["start", "memory", "keys"])
    }
}

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

@Suite("The page of figures") struct FiguresPageTests {
    private static let echo = Figure.Other("echo", Sample([0.125]))

    @Test func `a row has a figure beside its floor, its peers and its goal`() {
        let figures = [
            Figure.test(
                "a row", [0.25, 0.5], in: "100,000 items", floor: Self.echo,
                peers: [Figure.Other("newsboat", Sample([2]))]),
            Figure.test("a page", [0.75], in: "100,000 items", goal: Figure.Goal(0.7, high: 1.5))
        ]
        let page = FiguresPage(FigureFile([.test("keys", figures)])).markdown
        #expect(
            page.contains(
                "| 100,000 items | lede | 99% | floor: echo | newsboat | goal |\n|---|---:|---:|---:|---:|---:|\n"))
        #expect(
            page.contains(
                "| <a id=\"keys-100000-items-a-row-ms\"></a>a row | 0.250 ms | 0.500 ms | 0.125 ms (2×) | 2 ms (0.125×) |  |"
            ))
        #expect(page.contains("a page | 0.750 ms |  |  |  | 0.700 ms / 1.50 ms, missed |"))
    }

    @Test func `what people don't feel is only in the file`() {
        let figures = [
            Figure.test("a row", [1], in: "100,000 items"),
            .test("a row", [2], in: "100,000 items", unit: .processorMilliseconds), .test("a letter", [3], in: "words")
        ]
        let page = FiguresPage(FigureFile([.test("keys", figures), .test("inside", figures)])).markdown
        #expect(page.contains("a row | 1 ms |"))
        #expect(!page.contains("CPU |") && !page.contains("a letter") && !page.contains("## inside"))
    }

    @Test func `what grows has a column for each size`() {
        let figures = [1e4, 1e6].map { Figure.test("start", [$0 / 1e5], in: "time by number of items", size: $0) }
        let page = FiguresPage(FigureFile([.test("growth", figures)])).markdown
        #expect(page.contains("| time by number of items | 10,000 | 1,000,000 |\n|---|---:|---:|\n"))
        #expect(page.contains("| start | 0.100 ms | 10 ms |\n"))
    }

    @Test func `says when, where and of which commit the figures are, and what is missing`() {
        let benchmarks = [
            FigureFile.Benchmark.test("start", []), .test("keys", []), .test("memory", [], commit: "def5678")
        ]
        let page = FiguresPage(FigureFile(benchmarks)).markdown
        #expect(page.contains("| 2026-11-26 | abc1234 | Xeon, 2 cores, 24.1 GB, Linux 6.1 | Swift 6.2 | start, keys |"))
        #expect(page.contains("| 2026-11-26 | def5678 | Xeon, 2 cores, 24.1 GB, Linux 6.1 | Swift 6.2 | memory |"))
        #expect(page.contains("Not measured: newsraft."))
    }

    @Test func `new figures take the place of earlier ones beside the page`() throws {
        let folder = try Folder()
        let (kept, new) = (folder.path("figures.json"), folder.path("new.json"))
        let list = "the first list"
        let keys = FigureFile.Benchmark.test("keys", [.test("a row", [1], in: "100,000 items")])
        try FigureFile([.test("start", [.test("100,000 items", [9], in: list)]), keys]).write(to: kept)
        try FigureFile([.test("start", [.test("100,000 items", [8], in: list)])]).write(to: new)
        for path in [new, folder.path("missing.json")] {
            try FiguresPage.write(with: path, to: folder.path(""), order: ["start", "keys"])
        }
        #expect(try FigureFile(path: kept).benchmarks.map { $0.figures[0].value } == [8, 1])
        let page = try String(contentsOfFile: folder.path("figures.md"), encoding: .utf8)
        #expect(page.contains("100,000 items | 8 ms |") && page.contains("a row | 1 ms |"))
    }

    @Test func `the documentation has the page of the file beside it`() throws {
        let folder = ProjectFile.path("Documentation/development")
        let file = try FigureFile(path: folder + "/figures.json")
        #expect(try String(contentsOfFile: folder + "/figures.md", encoding: .utf8) == FiguresPage(file).markdown)
        for selection in FiguresPage.selections {
            #expect(!selection.figures(in: file).isEmpty, "\(selection) shows nothing")
        }
    }
}

extension Figure {
    static func test(
        _ name: String, _ values: [Double], in section: String = "40×120", size: Double? = nil,
        unit: FigureUnit = .milliseconds, floor: Other? = nil, peers: [Other] = [], goal: Goal? = nil
    ) -> Figure {
        Figure(
            section: section, name: name, size: size, unit: unit, sample: Sample(values), floor: floor, peers: peers,
            goal: goal)
    }
}

extension FigureFile.Benchmark {
    static func test(_ name: String, _ figures: [Figure], commit: String = "abc1234") -> FigureFile.Benchmark {
        FigureFile.Benchmark(
            name: name, title: "What \(name) measures.",
            circumstances: Circumstances(
                date: "2026-11-26T10:00:00Z",
                machine: Circumstances.Machine(processor: "Xeon", cores: 2, memoryMegabytes: 24105, kernel: "6.1"),
                commit: commit, isChanged: false, toolchain: "Swift 6.2", load: 0.1, isTrial: false),
            seconds: 1.5, figures: figures, missing: ["newsraft"])
    }
}
