import Foundation
import TestSupport

/// Feeds like a user's, in their sizes and the distances of their servers, the same in every run.
struct FeedSet {
    struct Feed: Sendable {
        let document: [UInt8]
        let compressed: [UInt8]
        let items: Int
        /// The server's delay in seconds: less than 50 ms for half of them, a whole second for one in a thousand.
        let delay: Double
    }

    let feeds: [Feed]

    /// Creates the documents, with this median number of items, or uses those kept beside the build.
    init(count: Int, items: Double = 20) throws {
        var chance = SplitMix(state: 2026)
        let sizes = (0..<count).map { _ in
            (
                items: Int(max(3, min(250, chance.lognormal(median: items, spread: 1)))),
                delay: max(0.005, min(1, chance.lognormal(median: 0.05, spread: 0.95)))
            )
        }
        let folder = try GeneratedLibrary.folder() + "/feeds-\(count)-\(Int(items))"
        if !FileManager.default.fileExists(atPath: folder) { try Self.write(sizes.map(\.items), to: folder) }
        feeds = try sizes.enumerated().map { number, size in
            let path = "\(folder)/\(number).xml"
            return Feed(
                document: try Self.bytes(of: path), compressed: try Self.bytes(of: path + ".gz"), items: size.items,
                delay: size.delay)
        }
    }

    var items: Int { feeds.reduce(0) { $0 + $1.items } }

    private static func write(_ sizes: [Int], to folder: String) throws {
        let unfinished = folder + ".unfinished"
        try? FileManager.default.removeItem(atPath: unfinished)
        try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        let articles = GeneratedArticles(count: sizes.reduce(0, +))
        var first = 0
        for (number, size) in sizes.enumerated() {
            let document = articles.rss(ofFeed: number, numbers: first..<first + size)
            try Data(document.utf8).write(to: URL(filePath: "\(unfinished)/\(number).xml"))
            first += size
        }
        let compression = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "exec gzip -k '\(unfinished)'/*.xml"],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], within: 120)
        precondition(compression.status == 0, "the feeds could not be compressed: \(compression.errors)")
        try FileManager.default.moveItem(atPath: unfinished, toPath: folder)
    }

    private static func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }
}

extension SplitMix {
    fileprivate mutating func lognormal(median: Double, spread: Double) -> Double {
        let (first, second) = (Double.random(in: 1e-9..<1, using: &self), Double.random(in: 0..<1, using: &self))
        return median * exp(spread * (-2 * log(first)).squareRoot() * cos(2 * .pi * second))
    }
}
