import Figures
import Foundation
import TestSupport

/// Measures a reader that fetches a thousand pages ahead from servers with a latency of 50 ms, and its keys meanwhile.
struct PreloadBenchmark {
    let report: Report

    private let pages = Scale.isTrial ? 100 : 1000
    private let latency = 0.05
    /// lede's limits.
    private static let (atOnce, perHost) = (16, 2)

    func run() throws {
        for hosts in [1, 100] { try measure(hosts: hosts) }
    }

    private func measure(hosts: Int) throws {
        let articles = GeneratedArticle.Kind.allCases.map { GeneratedArticle($0, kilobytes: 20) }
        let server = try FeedServer(
            (0..<pages).map { .answer(Self.answer(articles[$0 % articles.count].html)) }, hosts: hosts)
        let home = try Home()
        try home.write(urls: try feeds(of: server.urls, in: home))
        try home.write(config: "cache-when always\n")
        let watch = try KeyWatch(home, until: "pages kept to read offline", atMost: 120)
        precondition(watch.hasEnded, "the pages did not come")
        let least = max(
            Double(pages) * latency / Double(min(Self.atOnce, hosts * Self.perHost)), latency)
        report.section("\(DecimalText.of(pages)) pages of \(hosts) host\(hosts == 1 ? "" : "s") that take 50 ms")
        report.add(
            "fetched, with the refresh", [Reading(.seconds, watch.seconds)],
            floor: Report.Other("lede's limits", [Reading(.seconds, least)]))
        report.add("private memory", [Reading(.megabytes, watch.privateMegabytes)])
        report.add("a key meanwhile", [watch])
    }

    /// Twenty feeds whose items have these links.
    private func feeds(of links: [String], in home: Home) throws -> [String] {
        let size = pages / 20
        return try (0..<20).map { number in
            let items = links[number * size..<(number + 1) * size].map { link in
                SampleFeed.Item(title: "Story \(link)", body: "A teaser.", link: link)
            }
            let path = "\(home.path)/feed\(number).xml"
            try Data(SampleFeed(title: "Feed \(number)", items: Array(items)).rss.utf8).write(to: URL(filePath: path))
            return "file://\(path)"
        }
    }

    private static func answer(_ html: String) -> String {
        let links = (0..<100).map { "<li><a href=/\($0)>Another article \($0)</a></li>" }.joined()
        let page = "<!DOCTYPE html><title>Story</title><nav><ul>\(links)</ul></nav><article>\(html)</article>"
        return
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)"
    }
}
