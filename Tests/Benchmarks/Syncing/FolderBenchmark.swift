import FeedParser
import Figures
import Foundation
import Library
import SyncFolder
import TestSupport

/// Measures “lede sync” with a shared folder: its time, and how large its files are. Times are of the whole process.
struct FolderBenchmark {
    let report: Report

    private let runs = Scale.runs(5)
    private let feeds = 300
    private let items = Scale.hundredThousand

    func run() throws {
        try measureMarks()
        try measureMillion()
    }

    private func measureMarks() throws {
        let folder = try Folder()
        let (one, other) = (try home("one", folder), try home("other", folder))
        for home in [one, other] { try fill(home) }
        _ = try sync(one)
        let before = size(of: folder)
        _ = try lede(one, "mark", "read", "--all")
        let writing = try sync(one)
        let written = size(of: folder) - before
        var joins: [ProgramProbe] = []
        for _ in 0..<runs {
            let new = try home("new", folder)
            try fill(new)
            joins.append(try sync(new))
        }
        let first = try lede(one, "items", "--limit", "1").output[0].split(separator: "\t")[0]
        _ = try sync(other)
        let between = size(of: folder)
        _ = try lede(one, "mark", "unread", String(first))
        _ = try sync(one)
        let single = size(of: folder) - between
        let quiet = try inTurns(runs, { try sync(one) }, { try lede(one, "unread") })
        report.section("\(DecimalText.of(items)) marks in \(feeds) feeds")
        report.add("written", [writing])
        report.add("read", joins, goals: [.processorSeconds: 1.5])
        report.add("one of many", [Reading(.bytes, Double(written) / Double(items))], goals: [.bytes: 15])
        report.add("a single mark", [Reading(.bytes, Double(single))], goals: [.bytes: 200])
        report.add(
            "nothing new", quiet[0].map(\.inMilliseconds),
            floor: Report.Other("lede unread", quiet[1].map(\.inMilliseconds)))
        // What every command takes doesn't count.
        let starting = Sample(quiet[1].map(\.processorSeconds)).median
        report.add(
            "nothing new, beyond that",
            quiet[0].map { Reading(.processorMilliseconds, ($0.processorSeconds - starting) * 1000) },
            goals: [.processorMilliseconds: 5])
    }

    /// A million marks of another device, most of them made together.
    private func measureMillion() throws {
        let folder = try Folder()
        let (shared, device) = (try SharedFolder(folder.path("data")), DeviceID())
        let count = Scale.million
        var chance = SplitMix(state: 7)
        let state = DeviceFile(.state(1))
        let lines = count / FolderMarks.most
        try shared.write(FolderHeader())
        try shared.write(state, of: device) { put in
            try put(FolderLine(1, at: 0, .state(upTo: 1, lines: Int64(lines + 1))))
            for line in 0..<lines {
                let url = "https://www.example.org/feeds/\(line % feeds).xml"
                let entries = (0..<FolderMarks.most).map { number in
                    let key = ItemKey(
                        identityHash: Int64.random(in: .min ... .max, using: &chance),
                        linkHash: Int64.random(in: .min ... .max, using: &chance))
                    return FolderMarks.Entry(key, at: 1_780_000_000_000 + Int64(number / 100) * 60_000)
                }
                try put(
                    FolderLine(Int64(line + 2), at: entries[0].time, .marks(FolderMarks(.read, true, in: url, entries)))
                )
            }
        }
        let join = try sync(home("one", folder))
        report.section("\(DecimalText.of(count)) marks, compacted")
        report.add(
            "the folder", [Reading(.megabytes, Double(size(of: folder)) / Double(1 << 20))], goals: [.megabytes: 16])
        report.add("a device joins", [join], goals: [.seconds: 15])
    }

    private func home(_ name: String, _ folder: Folder) throws -> Home {
        let home = try Home()
        try home.write(config: "sync-folder \(folder.path("data"))\ndevice-name \(name)\nsync-subscriptions no\n")
        try home.write(urls: (0..<feeds).map { "https://www.example.org/feeds/\($0).xml" })
        return home
    }

    private func fill(_ home: Home) throws {
        _ = try lede(home, "unread")
        let library = try Library(path: home.data + "/library.db")
        for feed in try library.feeds() {
            let list = (0..<items / feeds + 1).map { number in
                ParsedItem(
                    id: "\(feed.url)#\(number)", title: "Item \(number)", link: "\(feed.url)/\(number)",
                    content: "Text \(number)")
            }
            _ = try library.store(
                ParsedFeed(format: .rss20, items: list), etag: nil, lastModified: nil, for: feed.id, at: Date())
        }
        library.settle()
    }

    private func size(of folder: Folder) -> Int {
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path("data/devices"))) ?? []
        return files.filter { $0.hasSuffix(".jsonl") }.reduce(0) { sum, name in
            let path = folder.path("data/devices/\(name)")
            return sum + ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
        }
    }

    private func sync(_ home: Home) throws -> ProgramProbe { try lede(home, "sync") }

    private func lede(_ home: Home, _ words: String...) throws -> ProgramProbe {
        let run = try ProgramProbe(
            of: BuildProducts.executable("lede"), words, environment: home.environmentOnLoopback)
        precondition(run.status == 0, "lede \(words) failed: \(run.output)")
        return run
    }
}
