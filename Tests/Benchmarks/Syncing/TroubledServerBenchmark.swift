import FeedServerDoubles
import Figures
import Foundation
import Library
import SQLite
import TestSupport

/// Measures the start of a reader and its keys while it syncs with a server that is down, silent or lying, beside the same
/// library without an account, in turns.
struct TroubledServerBenchmark {
    let report: Report

    private let size = Scale.hundredThousand
    private let starts = Scale.runs(25)
    private let keys = Scale.runs(300)

    private struct Place {
        let name: String
        let home: Home
        let library: String
    }

    func run() throws {
        report.section("\(DecimalText.of(size)) items, while a server isn't as it should be")
        let generated = try GeneratedLibrary.ofSize(size)
        let silent = try LoopbackServer { _ in .stall }
        let liar = try LoopbackServer { Self.lie(to: $0) }
        let servers = [
            ("down", "http://127.0.0.1:1/api/greader.php"), ("silent", silent.url("/api/greader.php")),
            ("lying", liar.url("/api/greader.php"))
        ]
        try generated.withHome { home, library in
            try withPlaces(servers, generated, [Place(name: "no account", home: home, library: library)]) { places in
                try measureStarts(places)
                try measureKeys(places)
            }
        }
    }

    private func withPlaces(
        _ servers: [(name: String, url: String)], _ generated: GeneratedLibrary, _ places: [Place],
        _ body: ([Place]) throws -> Void
    ) throws {
        guard let server = servers.first else { return try body(places) }
        let account = AccountKey(kind: "greader", url: server.url, user: ServerShelf().user)
        try generated.withSyncedCopy(of: account) { library in
            let home = try Home(isAutomatic: true)
            try FileManager.default.createDirectory(atPath: home.data, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: home.data + "/library.db", withDestinationPath: library)
            try home.write(urls: SyncedHome.line("greader", server.url))
            // It syncs at once.
            try home.write(config: "refresh-on-startup yes\n")
            let place = Place(name: server.name, home: home, library: library)
            try withPlaces(Array(servers.dropFirst()), generated, places + [place], body)
        }
    }

    private func measureStarts(_ places: [Place]) throws {
        for place in places { try StartBenchmark.leaveOnce(place.home) }
        var times: [[Double]] = places.map { _ in [] }
        for _ in 0...starts {
            for (number, place) in places.enumerated() {
                try forget(place)
                times[number].append(try StartBenchmark.milliseconds(to: place.home))
            }
        }
        add("exec to the first list", places, times.map { $0.dropFirst().map { Reading(.milliseconds, $0) } })
    }

    private func measureKeys(_ places: [Place]) throws {
        let terminals = try places.map { place in
            try forget(place)
            let terminal = try PseudoTerminal(
                program: BuildProducts.executable("lede"), environment: place.home.environmentOnLoopback,
                size: (columns: 120, rows: 40))
            terminal.wait(untilQuietFor: 1)
            return terminal
        }
        var moves = places.map { _ in KeyTimes() }
        var marks = moves
        var ignored = KeyTimes()
        for terminal in terminals { try ignored.press("\r", on: terminal) }
        for turn in 0..<10 {
            for (number, terminal) in terminals.enumerated() {
                try forget(places[number])
                try terminal.write(Array("R".utf8))
                for _ in 0..<max(2, keys / 10) {
                    try press(turn.isMultiple(of: 2) ? "j" : "k", on: terminal, &moves[number])
                }
                for _ in 0..<max(2, keys / 10) { try press("N", on: terminal, &marks[number]) }
            }
        }
        add("a row", places, moves.map(\.presses))
        add("a mark", places, marks.map(\.presses))
    }

    private func press(_ key: String, on terminal: PseudoTerminal, _ times: inout KeyTimes) throws {
        usleep(.random(in: 0..<5000))
        try times.press(key, on: terminal)
    }

    /// Forgets that syncs have failed, which would be a reason to wait, and what the server has lied about.
    private func forget(_ place: Place) throws {
        let database = try Database(path: place.library, access: .readWrite)
        try database.execute(
            """
            UPDATE server_accounts SET failures = 0, retry_at = NULL;
            UPDATE server_items SET is_gone = 0 WHERE is_gone = 1;
            DELETE FROM server_skips;
            """)
    }

    /// Says that there are no feeds and no items any more.
    private static func lie(to request: LoopbackServer.Request) -> Answer {
        let path = request.path.prefix { $0 != "?" }
        if path.hasSuffix("ClientLogin") { return Answer(200, body: "Auth=a/b\n") }
        if path.hasSuffix("token") { return Answer(200, body: "token") }
        if path.hasSuffix("subscription/list") { return Answer(200, body: #"{"subscriptions":[]}"#) }
        if path.hasSuffix("stream/items/ids") { return Answer(200, body: #"{"itemRefs":[]}"#) }
        if path.hasSuffix("stream/items/contents") { return Answer(200, body: #"{"items":[]}"#) }
        return Answer(200, body: "OK")
    }

    /// The first place has no account.
    private func add(_ name: String, _ places: [Place], _ runs: [[any Measured]]) {
        let bare = Report.Other(places[0].name, runs[0])
        for (place, runs) in zip(places, runs).dropFirst() { report.add("\(name), \(place.name)", runs, floor: bare) }
    }
}
