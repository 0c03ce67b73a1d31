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

    func run() throws {
        print("“lede render” of texts that are made of tags:")
        let home = try Home()
        let program = try BuildProducts.executable("lede")
        let environment = home.environment.merging(ProcessInfo.processInfo.environment) { $1 }
        for part in Self.parts {
            let figures = try [640, 1280, 2560, 5120].map { kilobytes in
                let page = home.path + "/page.html"
                try part.page(kilobytes: kilobytes).write(toFile: page, atomically: true, encoding: .utf8)
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
