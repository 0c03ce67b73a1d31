import Foundation
import TestSupport

/// Measures texts made of tags with `lede render`, doubling their size each time, which should double the time.
struct HostileBenchmark {
    fileprivate struct Part {
        let name: String
        var start = ""
        let part: String
    }

    private static let parts = [
        Part(name: "words", part: "some words of a text "),
        Part(name: "hr", part: "<hr>"),
        Part(name: "hr and letters", part: "<hr>x"),
        Part(name: "blockquotes in each other", part: "<blockquote>x"),
        Part(name: "blockquotes in a row", part: "<blockquote>x</blockquote>"),
        Part(name: "ordered list", start: "<ol>", part: "<li>x"),
        Part(name: "unordered list", start: "<ul>", part: "<li>x"),
        Part(name: "lists in each other", part: "<ol><li>x"),
        Part(name: "lists in a row", part: "<ul><li>x</ul>"),
        Part(name: "definitions", start: "<dl>", part: "<dt>x<dd>y"),
        Part(name: "table", start: "<table>", part: "<tr><td>x<td>y"),
        Part(name: "tables in each other", part: "<table><tr><th>x<td>y"),
        Part(name: "tables in a row", part: "<table><tr><td>x<td>y<tr><td>x<td>y</table>"),
        Part(name: "wide cells", start: "<table>", part: "<tr><td>x<td colspan=1000>y"),
        Part(name: "tabs", start: "<pre>", part: "\t\n"),
        Part(name: "br", part: "x<br>"),
        Part(name: "paragraphs", part: "<p>x"),
        Part(name: "headings", part: "<h1>x"),
        Part(name: "links", part: "<a href=/#N>x</a> "),
        Part(name: "long links", part: "<a href=/\(String(repeating: "a", count: 2000))#N>x</a> "),
        Part(name: "footnotes", part: "<a href='#a#N' id=a#N>x</a> "),
        Part(name: "images", part: "<img src=/#N alt='\(String(repeating: "long ", count: 40))'>"),
        Part(name: "entities", part: "&amp;"),
        Part(name: "combining marks", part: "a\u{301}\u{302}"),
        Part(name: "from right to left", part: "<p>א")
    ]

    func run() throws {
        print("“lede render” of texts that are made of tags:")
        let home = try Home()
        let program = try BuildProducts.executable("lede")
        let environment = home.environment.merging(ProcessInfo.processInfo.environment) { $1 }
        for part in Self.parts {
            let figures = try [640, 1280, 2560, 5120].map { kilobytes in
                let page = home.path + "/page.html"
                try part.html(kilobytes: kilobytes).write(toFile: page, atomically: true, encoding: .utf8)
                let script = "'\(program)' render '\(page)' --width 80 | wc -c"
                let probe = try ProgramProbe(of: program, ["render", page, "--width", "80"], environment: environment)
                let count = try CommandRun(
                    program: "/bin/sh", arguments: ["-c", script], environment: environment, within: 300)
                let output = Double(count.output.filter(\.isNumber)) ?? 0
                return String(
                    format: "%5.2f s %4.0f MB %5.1f out", probe.processorSeconds, probe.peakMegabytes, output / 1e6)
            }
            print(
                "  \(part.name.padding(toLength: 26, withPad: " ", startingAt: 0))"
                    + figures.joined(separator: "   "))
        }
        print("  of 640 KB, 1.25, 2.5 and 5 MB: processor time, memory at the peak, and MB of output")
    }
}

extension HostileBenchmark.Part {
    fileprivate func html(kilobytes: Int) -> String {
        var html = start
        var number = 0
        let pieces = part.components(separatedBy: "#N")
        while html.utf8.count < kilobytes << 10 {
            html += pieces.joined(separator: "\(number)")
            number += 1
        }
        return html
    }
}
