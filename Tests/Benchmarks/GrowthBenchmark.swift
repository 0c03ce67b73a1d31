import Foundation
import TestSupport

/// Measures how the cost of what people do most grows with their items and their feeds. All sizes are measured in turns.
struct GrowthBenchmark {
    let report: Report

    private typealias Homes = [(size: Int, home: Home)]

    private let itemCounts = [Scale.tenThousand, Scale.hundredThousand, Scale.million]
    private let feedCounts = Scale.isTrial ? [10, 50] : [10, 100, 1000, 10_000]
    private let runs = Scale.runs(25)

    func run() throws {
        try withLibraries(itemCounts) { homes in
            report.section("time by number of items")
            try measureItems(homes)
        }
        let set = try FeedSet(count: feedCounts.max() ?? 1, items: 3)
        let server = try FeedServer(set.feeds, hosts: min(1000, set.feeds.count))
        let homes = try feedCounts.map { count in
            let home = try Home()
            try home.write(urls: Array(server.urls.prefix(count)))
            try home.keepFromRefreshing()
            _ = try ProgramProbe(["refresh"], home: home)
            return (count, home)
        }
        report.section("time by number of feeds")
        try measureStarts(homes)
        var race = try race(homes)
        add("a row of the feed list", homes, try race.rows(Scale.runs(300), atOnce: 5))
        try measureRefresh(homes)
    }

    /// Measures what the search index costs with ten times as many items, which are short. Building them takes an hour.
    func runTenfold() throws {
        let sizes = [Scale.million, 10 * Scale.million]
        try withLibraries(sizes, ofShortItems: true) { homes in
            report.section("short items")
            for size in sizes {
                report.add("ingesting", [try GeneratedLibrary.ofSize(size, withShortItems: true).cost], size: size)
            }
            try measureStarts(homes)
            for word in GeneratedArticles.planted.map(\.word) { try measureSearch(for: word, homes) }
            var race = try race(homes)
            add("a letter searched", homes, try race.searchedLetters())
        }
    }

    /// Passes homes with copies of libraries.
    private func withLibraries(
        _ sizes: [Int], ofShortItems areShort: Bool = false, _ homes: Homes = [], _ body: (Homes) throws -> Void
    ) throws {
        guard let size = sizes.first else { return try body(homes) }
        try GeneratedLibrary.ofSize(size, withShortItems: areShort).withHome { home, _ in
            try withLibraries(Array(sizes.dropFirst()), ofShortItems: areShort, homes + [(size, home)], body)
        }
    }

    private func measureSearch(for word: String, _ homes: Homes) throws {
        try report.growth("lede search \(word)", of: homes, runs: runs) {
            try ProgramProbe(["search", word], home: $0).inMilliseconds
        }
    }

    private func measureItems(_ homes: Homes) throws {
        try measureStarts(homes)
        var race = try race(homes)
        for racer in race.racers { try racer.openAll() }
        add("a row", homes, try race.rows(Scale.runs(300)))
        add("a page", homes, try race.pages(Scale.runs(100)))
        add("marking an item", homes, try race.run(Scale.runs(100)) { _, _ in "N" })
        try measureSearch(for: "lighthouse", homes)
        try report.growth("lede mark read --all", of: homes, runs: Scale.runs(5)) {
            let marked = try ProgramProbe(["mark", "read", "--all"], home: $0).inMilliseconds.onClock
            _ = try ProgramProbe(["undo"], home: $0)
            return marked
        }
        let set = try FeedSet(count: GeneratedArticles.feeds, items: 3)
        let server = try FeedServer(set.feeds, hosts: set.feeds.count)
        for (_, home) in homes {
            try GeneratedLibrary.moveFeeds(of: home, to: server.urls)
            _ = try ProgramProbe(["refresh"], home: home)
        }
        try measureRefresh(homes)
    }

    private func measureStarts(_ homes: Homes) throws {
        for (_, home) in homes { try StartBenchmark.leaveOnce(home) }
        try report.growth("start", of: homes, runs: runs) { try StartBenchmark.time(to: $0) }
    }

    private func measureRefresh(_ homes: Homes) throws {
        try report.growth("refresh, nothing new", of: homes, runs: Scale.runs(5)) {
            try ProgramProbe(["refresh"], home: $0).inMilliseconds
        }
    }

    private func race(_ homes: Homes) throws -> KeyRace {
        KeyRace(try homes.map { KeyRace.Racer(name: "\($0.size)", terminal: try $0.home.reader()) })
    }

    private func add(_ name: String, _ homes: Homes, _ presses: [String: [KeyTimes.Press]]) {
        for (size, _) in homes {
            let times = presses["\(size)"] ?? []
            report.add(name, times.map { Reading(.milliseconds, $0.milliseconds) }, size: size)
        }
    }
}
