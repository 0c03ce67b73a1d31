import Figures
import Foundation
import TestSupport

/// Measures how the cost of what people do most grows with their items and their feeds. All sizes are measured in turns.
struct GrowthBenchmark {
    let report: Report

    private let itemCounts = [Scale.tenThousand, Scale.hundredThousand, Scale.million]
    private let feedCounts = Scale.isTrial ? [10, 50] : [10, 100, 1000, 10_000]

    func run() throws {
        try withLibraries(itemCounts) { places in
            report.section("time by number of items")
            try measureReaders(places, "start", "a row")
            try measureItems(places)
        }
        let set = try FeedSet(count: feedCounts.max() ?? 1, items: 3)
        let server = try FeedServer(set.feeds.map { .feed($0) }, hosts: min(1000, set.feeds.count))
        let places = try feedCounts.map { count in
            let place = GrowingPlace(size: count, home: try Home())
            try place.home.write(urls: Array(server.urls.prefix(count)))
            try place.home.keepFromRefreshing()
            _ = try place.lede(["refresh"])
            return place
        }
        report.section("time by number of feeds")
        try measureReaders(places, "start", "a row of the feed list", isInFeedList: true)
        try measureRefresh(places)
    }

    /// Passes homes with copies of libraries.
    private func withLibraries(
        _ sizes: [Int], _ places: [GrowingPlace] = [], _ body: ([GrowingPlace]) throws -> Void
    ) throws {
        guard let size = sizes.first else { return try body(places) }
        try GeneratedLibrary.ofSize(size).withHome { home, library in
            let place = GrowingPlace(size: size, home: home, library: library)
            try withLibraries(Array(sizes.dropFirst()), places + [place], body)
        }
    }

    private func measureReaders(
        _ places: [GrowingPlace], _ start: String, _ row: String, isInFeedList: Bool = false
    ) throws {
        for place in places { try StartBenchmark.leaveOnce(place.home) }
        try inTurns(start, places, runs: Scale.runs(25)) {
            Reading(.milliseconds, try StartBenchmark.milliseconds(to: $0.home))
        }
        var race = KeyRace(try places.map { KeyRace.Racer(name: "\($0.size)", terminal: try $0.reader()) })
        if !isInFeedList { for racer in race.racers { try racer.openAll() } }
        add(row, places, try race.rows(Scale.runs(300), atOnce: isInFeedList ? 5 : 30))
        guard !isInFeedList else { return }
        add("a page", places, try race.pages(Scale.runs(100)))
        add("marking an item", places, try race.run(Scale.runs(100)) { _, _ in "N" })
    }

    private func measureItems(_ places: [GrowingPlace]) throws {
        try inTurns("lede search lighthouse", places, runs: Scale.runs(25)) {
            try $0.lede(["search", "lighthouse"]).inMilliseconds.onClock
        }
        try inTurns("marking a tenth, until it is written", places, runs: Scale.runs(5)) {
            try $0.markTenth().onClock
        }
        let set = try FeedSet(count: GeneratedArticles.feeds, items: 3)
        let server = try FeedServer(set.feeds.map { .feed($0) }, hosts: set.feeds.count)
        for place in places {
            if let library = place.library { try GeneratedLibrary.moveFeeds(of: library, to: server.urls) }
            try place.home.write(urls: server.urls)
            _ = try place.lede(["refresh"])
        }
        try measureRefresh(places)
    }

    private func measureRefresh(_ places: [GrowingPlace]) throws {
        try inTurns("refresh, nothing new", places, runs: Scale.runs(5)) { try $0.lede(["refresh"]).inMilliseconds }
    }

    private func inTurns(
        _ name: String, _ places: [GrowingPlace], runs: Int, _ measure: (GrowingPlace) throws -> any Measured
    ) throws {
        var measured: [[any Measured]] = places.map { _ in [] }
        for turn in 0...runs {
            for (number, place) in places.enumerated() {
                let run = try measure(place)
                if turn > 0 { measured[number].append(run) }
            }
        }
        for (place, runs) in zip(places, measured) { report.add(name, runs, size: place.size) }
    }

    private func add(_ name: String, _ places: [GrowingPlace], _ presses: [String: [KeyTimes.Press]]) {
        for place in places {
            let times = presses["\(place.size)"] ?? []
            report.add(name, times.map { Reading(.milliseconds, $0.milliseconds) }, size: place.size)
        }
    }
}
