import FeedServers
import Figures
import Foundation
import HTTP
import System
import TestSupport

/// Measures what a sync asks a server for, which answers at once and always the same. Its own work is included.
struct FeedServersBenchmark {
    let report: Report

    func run() throws {
        report.section("a server with 300 feeds")
        for (name, costs) in try Self.inTheBackground() { report.add(name, costs) }
    }

    private typealias Named = [(name: String, costs: [Cost])]

    /// Measures on a queue that may wait, as a sync does.
    private static func inTheBackground() throws -> Named {
        let ended = DispatchSemaphore(value: 0)
        let outcome = Locked(Result<Named, any Error>.success([]))
        DispatchQueue(label: "feed-servers").async {
            outcome.withLock { $0 = Result { try measure() } }
            ended.signal()
        }
        ended.wait()
        return try outcome.withLock { $0 }.get()
    }

    private static func measure() throws -> Named {
        let server = try LoopbackServer { answer($0) }
        let reader = try ServerKind.greader.server(
            for:
                ServerAccount(
                    url: server.url("/api/greader.php"), user: "a", password: "b",
                    options: RequestOptions(proxy: .direct)))
        try reader.logIn()
        var count = 0
        let feeds = try Cost.runs(Scale.runs(15)) { count = try reader.subscriptions().count }
        precondition(count == 300)
        let unread = try Cost.runs(Scale.runs(15)) { count = try reader.unread(limit: 200_000).ids.count }
        precondition(count == 100_000)
        let wanted = (first..<first + 10_000).map { ServerItemID.number($0) }
        let items = try Cost.runs(Scale.runs(9)) {
            count = 0
            try reader.items(wanted) { count += $0.count }
        }
        precondition(count == 10_000)
        return [("its feeds", feeds), ("100,000 ids", unread), ("10,000 items of 1.5 KB", items)]
    }

    private static let first: Int64 = 1_716_300_000_000_000

    private static func answer(_ request: LoopbackServer.Request) -> Answer {
        let path = request.path.prefix { $0 != "?" }
        if path.hasSuffix("ClientLogin") { return Answer(200, body: "Auth=a/b\n") }
        if path.hasSuffix("token") { return Answer(200, body: "token") }
        if path.hasSuffix("subscription/list") { return Answer(200, body: feeds) }
        if path.hasSuffix("stream/items/ids") { return Answer(200, body: ids) }
        // Each batch begins with the first of its ids.
        let form = String(decoding: request.body, as: UTF8.self)
        let digits = form.range(of: "item%2F").map { form[$0.upperBound...].prefix(16) } ?? ""
        return Answer(200, body: batches[Int64(digits, radix: 16) ?? 0] ?? [])
    }

    private static let feeds = Array(
        (#"{"subscriptions":["#
            + (1...300).map {
                #"{"id":"feed/\#($0)","title":"Feed \#($0)","categories":[{"id":"user/-/label/News","label":"News"}],"#
                    + #""url":"https://example.org/\#($0)/feed.xml","htmlUrl":"https://example.org/\#($0)/"}"#
            }.joined(separator: ",") + "]}").utf8)

    private static let ids = Array(
        (#"{"itemRefs":["# + (first..<first + 100_000).map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "]}").utf8)

    private static let batches = Dictionary(
        uniqueKeysWithValues: stride(from: first, to: first + 10_000, by: 250).map { start in
            (start, Array((#"{"items":["# + (start..<start + 250).map(item).joined(separator: ",") + "]}").utf8))
        })

    private static func item(_ id: Int64) -> String {
        let digits = String(id, radix: 16)
        let padding = String(repeating: "0", count: 16 - digits.count)
        let text = String(
            repeating:
                #"<p>Some words of an item, with a \"quote\" and a <a href=\"https://example.org/\">link<\/a>.<\/p>"#,
            count: 15)
        return #"{"id":"tag:google.com,2005:reader/item/\#(padding)\#(digits)","published":1760000000,"#
            + #""title":"An item with a title of usual length","author":"A. Writer","#
            + #""canonical":[{"href":"https://example.org/\#(id)"}],"summary":{"content":"\#(text)"},"#
            + #""categories":["user/-/state/com.google/reading-list","user/-/label/News","swift"],"#
            + #""origin":{"streamId":"feed/1","title":"Feed 1"}}"#
    }
}
