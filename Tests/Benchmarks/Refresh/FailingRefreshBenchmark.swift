import Figures
import Foundation
import TestSupport

/// Measures five thousand feeds, of which one in ten fails, in every possible way. It takes as long as lede waits for a
/// silent server.
struct FailingRefreshBenchmark {
    let report: Report

    private let count = Scale.isTrial ? 100 : 5000
    private let hosts = Scale.isTrial ? 100 : 1000

    private static let misbehaviours: [FeedServer.Manners] = [
        .answer(answer("401 Unauthorized")), .answer(answer("403 Forbidden")), .answer(answer("404 Not Found")),
        .answer(answer("410 Gone")), .answer(answer("429 Too Many Requests", "Retry-After: 60\r\n")),
        .answer(answer("500 Internal Server Error")), .answer(answer("503 Service Unavailable")),
        .answer(answer("200 OK")), .answer(answer("204 No Content")),
        .answer(answer("200 OK", body: "<html><title>Sign in</title></html>")),
        .answer(answer("200 OK", body: "Come back later")),
        .answer(answer("200 OK", "Content-Encoding: gzip\r\n", body: "not compressed")),
        .answer(answer("301 Moved Permanently", "Location: file:///etc/passwd\r\n")),
        .answer(answer("302 Found", "Location: ?again\r\n")), .answer("SSH-2.0-OpenSSH_9.2\r\n"), .cut, .reset, .silence
    ]

    func run() throws {
        let set = try FeedSet(count: count, items: 5)
        let server = try FeedServer(
            set.feeds.enumerated().map { number, feed in misbehaviour(of: number) ?? .feed(feed) }, hosts: hosts)
        var urls = server.urls
        // Without any server.
        urls[1] = "http://127.0.0.1:1/"
        urls[2] = "http://nobody.invalid/"
        let home = try Home()
        try home.write(urls: urls)
        let program = try ProgramProbe(
            of: BuildProducts.executable("lede"), ["refresh", "--json"],
            environment: home.environmentOnLoopback)
        let results = try program.output.map { line in
            try JSONDecoder().decode(Result.self, from: Data(line.utf8))
        }
        precondition(Set(results.map(\.url)) == Set(urls) && results.count == count, "each feed is told of once")
        report.section("\(DecimalText.of(count)) feeds, of which one in ten fails")
        report.add("a refresh", [program])
        report.add("room for open files", [Reading(.descriptors, Double(program.descriptorRoom))])
        let kinds = Dictionary(grouping: results) { $0.error ?? $0.reason.map { "left out: \($0)" } ?? $0.result }
        for (kind, results) in kinds.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            report.add(kind, [Reading(.feeds, Double(results.count))])
        }
    }

    private func misbehaviour(of number: Int) -> FeedServer.Manners? {
        number % 10 == 3 ? Self.misbehaviours[number / 10 % Self.misbehaviours.count] : nil
    }

    private static func answer(_ status: String, _ headers: String = "", body: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
    }

    private struct Result: Decodable {
        let url: String
        let result: String
        let error: String?
        let reason: String?
    }
}
