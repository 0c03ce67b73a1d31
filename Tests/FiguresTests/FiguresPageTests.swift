import Foundation
import FoundationXML
import Testing

@testable import Figures

@Suite("The page of figures") struct FiguresPageTests {
    private static let echo = Figure.Other("echo", Sample([0.125]))
    private static let growing = [1e4, 1e5, 1e6].flatMap { size in
        [
            Figure.test("start & list", [8 + size / 1e6], size: size),
            Figure.test("refresh", [size / 1e3], size: size, unit: .processorMilliseconds)
        ]
    }

    @Test func `a row has a figure beside its floor, its peers and its goal`() {
        let figures = [
            Figure.test("a row", [0.25, 0.5], floor: Self.echo, peers: [Figure.Other("newsboat", Sample([2]))]),
            Figure.test("a page", [0.75], goal: Figure.Goal(0.7, high: 1.5))
        ]
        let page = FiguresPage(FigureFile([.test("keys", figures)])).markdown
        #expect(
            page.contains(
                "| 40×120 | lede | 99% | runs | floor: echo | newsboat | goal |\n|---|---:|---:|---:|---:|---:|---:|\n")
        )
        #expect(
            page.contains(
                "| <a id=\"keys-40-120-a-row-ms\"></a>a row | 0.250 ms | 0.500 ms | 2 | 0.125 ms (2×) | 2 ms (0.125×) |  |"
            ))
        #expect(page.contains("a page | 0.750 ms |  | 1 |  |  | 0.700 ms / 1.50 ms, missed |"))
    }

    @Test func `says when, where and of which commit the figures are, and what is missing`() {
        let benchmarks = [
            FigureFile.Benchmark.test("start", []), .test("keys", []), .test("memory", [], commit: "def5678")
        ]
        let page = FiguresPage(FigureFile(benchmarks)).markdown
        #expect(page.contains("| 2026-11-26 | abc1234 | Xeon, 2 cores, 24.1 GB, Linux 6.1 | Swift 6.2 | start, keys |"))
        #expect(page.contains("| 2026-11-26 | def5678 | Xeon, 2 cores, 24.1 GB, Linux 6.1 | Swift 6.2 | memory |"))
        #expect(page.contains("Not installed, so not measured: newsraft."))
    }

    @Test func `shows how figures grow in a picture`() throws {
        let page = FiguresPage(FigureFile([.test("growth", Self.growing)]))
        #expect(page.plots.map(\.path) == ["figures/growth-40-120.svg"])
        #expect(page.markdown.contains("](figures/growth-40-120.svg)"))
        #expect(page.markdown.contains("id=\"growth-40-120-start-list-1000000-ms\""))
    }

    @Test func `a picture is well-formed, with the name of each curve and all its points`() throws {
        let svg = try #require(GrowthPlot("growth <of>", Self.growing)).svg
        let elements = try Elements(of: svg)
        #expect(elements.count(of: "polyline") == 2 && elements.count(of: "circle") == 6)
        #expect(elements.texts.contains("growth <of>"))
        #expect(elements.texts.contains { $0.hasPrefix("start & list") })
        #expect(elements.texts.contains { $0.hasPrefix("refresh, processor time") })
        #expect(elements.texts.contains("1,000,000") && elements.texts.contains("1,000 ms"))
    }

    @Test func `names of curves don't lie on each other, and everything is inside the picture`() throws {
        let figures = (0..<8).flatMap { curve in
            [1e4, 1e6].map { Figure.test("curve \(curve)", [1 + Double(curve) / 100], size: $0) }
        }
        let elements = try Elements(of: #require(GrowthPlot("close", figures)).svg)
        let heights = elements.labels(startingWith: "curve ").map(\.y).sorted()
        #expect(heights.count == 8)
        #expect(zip(heights, heights.dropFirst()).allSatisfy { $1 - $0 >= 14 })
        #expect(heights.allSatisfy { (0...480).contains($0) })
    }

    @Test func `a section that doesn't grow has no picture`() {
        #expect(GrowthPlot("flat", [.test("a row", [1])]) == nil)
    }
}

/// The elements of an SVG file, as an XML parser reads them.
private final class Elements: NSObject, XMLParserDelegate {
    private var names: [String] = []
    private var written: [(text: String, y: Double)] = []

    init(of svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        if !parser.parse(), let error = parser.parserError { throw error }
    }

    func count(of name: String) -> Int { names.count { $0 == name } }

    var texts: [String] { written.map(\.text) }

    func labels(startingWith start: String) -> [(text: String, y: Double)] {
        written.filter { $0.text.hasPrefix(start) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        names.append(name)
        if name == "text" { written.append(("", Double(attributes["y"] ?? "") ?? -1)) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if names.last == "text" { written[written.count - 1].text += text.trimmingCharacters(in: .newlines) }
    }
}
