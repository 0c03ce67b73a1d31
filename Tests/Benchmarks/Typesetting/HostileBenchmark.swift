import Figures
import Foundation
import TestSupport

/// Measures texts made of tags with `lede render`, doubling their size each time, which should double the time.
struct HostileBenchmark {
    private static let parts = [
        HostilePart(name: "words", text: "some words of a text "),
        HostilePart(name: "hr", text: "<hr>"),
        HostilePart(name: "hr and letters", text: "<hr>x"),
        HostilePart(name: "blockquotes in each other", text: "<blockquote>x"),
        HostilePart(name: "blockquotes in a row", text: "<blockquote>x</blockquote>"),
        HostilePart(name: "ordered list", start: "<ol>", text: "<li>x"),
        HostilePart(name: "unordered list", start: "<ul>", text: "<li>x"),
        HostilePart(name: "lists in each other", text: "<ol><li>x"),
        HostilePart(name: "lists in a row", text: "<ul><li>x</ul>"),
        HostilePart(name: "definitions", start: "<dl>", text: "<dt>x<dd>y"),
        HostilePart(name: "table", start: "<table>", text: "<tr><td>x<td>y"),
        HostilePart(name: "tables in each other", text: "<table><tr><th>x<td>y"),
        HostilePart(name: "tables in a row", text: "<table><tr><td>x<td>y<tr><td>x<td>y</table>"),
        HostilePart(name: "wide cells", start: "<table>", text: "<tr><td>x<td colspan=1000>y"),
        HostilePart(name: "tabs", start: "<pre>", text: "\t\n"),
        HostilePart(name: "br", text: "x<br>"),
        HostilePart(name: "paragraphs", text: "<p>x"),
        HostilePart(name: "headings", text: "<h1>x"),
        HostilePart(name: "links", text: "<a href=/#N>x</a> "),
        HostilePart(name: "long links", text: "<a href=/\(String(repeating: "a", count: 2000))#N>x</a> "),
        HostilePart(name: "footnotes", text: "<a href='#a#N' id=a#N>x</a> "),
        HostilePart(name: "images", text: "<img src=/#N alt='\(String(repeating: "long ", count: 40))'>"),
        HostilePart(name: "entities", text: "&amp;"),
        HostilePart(name: "combining marks", text: "a\u{301}\u{302}"),
        HostilePart(name: "from right to left", text: "<p>א")
    ]

    let report: Report

    func run() throws {
        let home = try Home()
        let kilobytes = [640, 1280, 2560, 5120]
        var growths: [(name: String, times: Double)] = []
        report.section("texts of 5 MB")
        for part in Scale.some(Self.parts) {
            let costs = try kilobytes.map { try render(part.page(kilobytes: $0), home) }
            growths.append((part.name, costs[3].processorSeconds / max(costs[0].processorSeconds, 0.01)))
            report.add(part.name, [costs[3].onProcessor])
            report.add(part.name, [Reading(.megabytes, costs[3].peakMegabytes)])
        }
        report.section("texts of 5 MB beside texts of 640 KB, in processor time")
        for (name, times) in growths.sorted(by: { $0.times > $1.times }).prefix(5) {
            report.add(name, [Reading(.times, times)])
        }
    }

    private func render(_ text: String, _ home: Home) throws -> ProgramProbe {
        let page = home.path + "/page.html"
        try text.write(toFile: page, atomically: true, encoding: .utf8)
        return try ProgramProbe(
            of: BuildProducts.executable("lede"), ["render", page, "--width", "80"],
            environment: home.environment.merging(ProcessInfo.processInfo.environment) { $1 })
    }
}
