import Dispatch
import Figures
import Foundation
import Library
import System
import TestSupport

/// Measures a first refresh by the built program, from a server on this machine, while another process reads.
struct IngestBenchmark {
    let report: Report
    let feeds: Int
    private let itemsPerFeed = 333
    private let runs = Scale.runs(5)

    func run() throws {
        let documents = documents()
        let megabytes = documents.reduce(0) { $0 + $1.count } >> 20
        let server = try LoopbackServer { request in
            guard let feed = Int(request.path.dropFirst()), documents.indices.contains(feed) else { return Answer(404) }
            return Answer(200, headers: ["Content-Type": "application/rss+xml"], body: documents[feed])
        }
        report.section("\(feeds) feeds, \(DecimalText.of(feeds * itemsPerFeed)) items, \(megabytes) MB")
        var (programs, times): ([ProgramProbe], [PageReading.Times]) = ([], [])
        for _ in 0..<runs {
            let home = try Home()
            try home.write(urls: documents.indices.map { server.url("/\($0)") })
            let reading = try PageReading(path: library(in: home))
            let program = try ProgramProbe(
                of: BuildProducts.executable("lede"), ["refresh"],
                environment: Lede.environment(home: home, adding: [:]))
            precondition(program.status == 0, "the refresh failed")
            programs.append(program)
            times.append(reading.end())
        }
        report.add("the first refresh", programs)
        report.add(
            "until the first items can be read", times.compactMap(\.untilFirstItems).map { Reading(.milliseconds, $0) })
        report.add(
            "a page of 100 items meanwhile", times.flatMap(\.ofPages).map { Reading(.milliseconds, $0) })
    }

    private func library(in home: Home) throws -> String {
        try FileManager.default.createDirectory(
            atPath: home.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return "\(home.data)/library.db"
    }

    private func documents() -> [[UInt8]] {
        let articles = GeneratedArticles(count: feeds * itemsPerFeed)
        return (0..<feeds).map { feed in
            Array(articles.rss(ofFeed: feed, numbers: feed * itemsPerFeed..<(feed + 1) * itemsPerFeed).utf8)
        }
    }
}

/// A reader of the first page, again and again, in another process than the refresh.
private final class PageReading: Sendable {
    struct Times {
        var untilFirstItems: Double?
        var ofPages: [Double] = []
    }

    private let queue = DispatchQueue(label: "reading")
    private let isOver = DispatchSemaphore(value: 0)
    private let times = Locked(Times())

    init(path: String) throws {
        let library = try Library(path: path)
        queue.async { [isOver, times] in
            let start = ContinuousClock.now
            while isOver.wait(timeout: .now() + 0.01) == .timedOut {
                let began = ContinuousClock.now
                let items = try? library.items(unreadOnly: false, limit: 100)
                let now = ContinuousClock.now
                times.withLock { times in
                    times.ofPages.append((now - began) / .milliseconds(1))
                    if items?.isEmpty == false, times.untilFirstItems == nil {
                        times.untilFirstItems = (now - start) / .milliseconds(1)
                    }
                }
            }
        }
    }

    /// Stops, and returns the reading times in milliseconds.
    func end() -> Times {
        isOver.signal()
        queue.sync {}
        return times.withLock { $0 }
    }
}
