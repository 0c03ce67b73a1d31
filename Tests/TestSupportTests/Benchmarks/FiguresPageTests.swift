import Foundation
import TestSupport
import Testing

@testable import Benchmarks

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
