import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `lede parse` {
    private let home: Home

    init() throws { home = try Home() }

    @Test func `parse shows how the parser reads a file`() async throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let run = try await home.run("parse", path)
        #expect(run.output.hasPrefix(#"{"feed":{"format":"rss2.0","title":"The News","link":"https://example.org/""#))
        #expect(try await home.run("parse", home.path + "/nothing").status == 1)
    }

    @Test func `parse --batch answers every line in order, with an error for what isn't a feed`() async throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let run = try await home.run("parse", "--batch", input: "/dev/null\n\(path)\tbase-url=http://x/\n")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(#"{"error":"#) == true)
        #expect(lines.last?.hasPrefix(#"{"feed":"#) == true)
    }

    @Test func `parse --url answers every line with the URL that it means`() async throws {
        let input = """
            {"id":"a","input":"../b","base":"https://Bücher.example/x/y/"}
            {"id":"b","input":"b","base":null}
            {"id":"c","input":"b","base":"mailto:x"}
            no JSON

            """
        let run = try await home.run("parse", "--url", input: input)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(3) == [
                #"{"id":"a","href":"https://xn--bcher-kva.example/x/b"}"#, #"{"id":"b","href":null}"#,
                #"{"id":"c","href":null}"#
            ])
        #expect(run.status == 0 && lines.count == 4 && lines.last?.hasPrefix(#"{"error":"#) == true)
    }

    @Test func `parse reads standard input for “-”`() async throws {
        let run = try await home.run("parse", "-", input: SampleFeed(title: "Piped").rss)
        #expect(run.output.hasPrefix(#"{"feed":{"format":"rss2.0","title":"Piped""#))
        let page = try await home.run("parse", "-", input: "<html><title>A page</title>")
        #expect(
            page.status == 1 && page.output.isEmpty
                && page.errors == "lede: -: not a feed but an HTML page, titled “A page”\n")
    }
}
