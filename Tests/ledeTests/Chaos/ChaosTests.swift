import Foundation
import Glibc
import Library
import SQLite
import TestSupport
import Testing

@Suite(.blocking) struct `Chaos` {
    @Test func `killing lede during a refresh leaves a valid library, and the next refresh completes it`() throws {
        let rounds = TestSupport.Chaos.rounds(5)
        for round in rounds {
            // From a random request on, no answer comes before the end.
            let (gate, last) = (Gate(), Int.random(in: 8...28))
            let server = try LoopbackServer { request in
                if Int(request.path.dropFirst()) == last, !gate.isOpen { return .held(until: gate, Answer(503)) }
                let items = (1...60).map { SampleFeed.Item(title: "\(request.path) \($0)", body: "<p>Text</p>") }
                return Answer(200, body: SampleFeed(title: request.path, items: items).rss)
            }
            let home = try Home()
            try home.write(urls: (1...30).map { server.url("/\($0)") })
            _ = try KilledRun(
                program: BuildProducts.executable("lede"), arguments: ["refresh"],
                environment: Lede.environment(home: home, adding: [:])
            ) {
                try server.waitForHits(on: "/\(last)")
                while try Lede.run("unread", home: home).output == "0\n" {}
            }
            gate.open()
            let killed = try Library(path: home.data + "/library.db")
            #expect(try killed.check() == [], "round \(round)")
            #expect(try Set(killed.feeds().map(\.total)) == [0, 60], "round \(round)")
            #expect(try Lede.run("refresh", home: home).status == 0, "round \(round)")
            let library = try Library(path: home.data + "/library.db")
            #expect(try library.check() == [], "round \(round)")
            #expect(try library.feeds().map(\.total) == Array(repeating: 60, count: 30), "round \(round)")
        }
        ChaosTable.note(
            fault: ChaosFault.kill.rawValue, write: "refresh that waits for a server", tried: rounds.count,
            struck: rounds.count)
    }

    @Test func `killing lede during an import leaves all or nothing, and the next import completes it`() throws {
        let whole = try Home()
        let folder = try newsboat(in: whole)
        let start = ContinuousClock.now
        #expect(try Lede.run("import", "newsboat", folder, home: whole).status == 0)
        let longest = ContinuousClock.now - start
        var killed = 0
        let rounds = TestSupport.Chaos.rounds(5)
        for round in rounds {
            let home = try Home()
            let run = try KilledRun(
                program: BuildProducts.executable("lede"), arguments: ["import", "newsboat", folder],
                environment: Lede.environment(home: home, adding: [:]),
                after: .random(in: 0.1...1) * (longest / .seconds(1)))
            if run.exit == .signal(SIGKILL) { killed += 1 }
            let half = try Library(path: home.data + "/library.db")
            let items = try half.counts(of: .all).items
            #expect(try half.check() == [] && [0, 5000].contains(items), "round \(round)")
            if items == 5000 {
                #expect(FileManager.default.fileExists(atPath: home.config + "/urls"), "round \(round)")
            }
            #expect(try Lede.run("import", "newsboat", folder, home: home).status == 0, "round \(round)")
            let library = try Library(path: home.data + "/library.db")
            #expect(try library.check() == [], "round \(round)")
            #expect(try library.feeds().map(\.total) == [2500, 2500], "round \(round)")
            #expect(try library.feeds().map(\.unread) == [1250, 1250], "round \(round)")
        }
        #expect(killed > 0)
        ChaosTable.note(
            fault: ChaosFault.kill.rawValue, write: "import from newsboat", tried: rounds.count, struck: killed)
    }

    /// newsboat's data about two feeds.
    private func newsboat(in home: Home) throws -> String {
        let folder = home.path + "/newsboat"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("https://a.example/\nhttps://b.example/\n".utf8).write(to: URL(filePath: folder + "/urls"))
        try Database(path: folder + "/cache.db", access: .readWriteCreate).execute(
            """
            CREATE TABLE rss_item (guid TEXT, title TEXT, feedurl TEXT, pubDate INTEGER, content TEXT, unread INTEGER);
            WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4999)
            INSERT INTO rss_item SELECT 'g' || n, 'Title ' || n, 'https://' || iif(n % 2, 'a', 'b') || '.example/',
                1700000000 + n, hex(randomblob(500)), n / 2 % 2 FROM numbers;
            """)
        return folder
    }
}

@Suite(.blocking) struct `Chaos of a library in use` {
    @Test func `killing lede at any moment loses nothing stored, marked or undone, and damages nothing`() throws {
        let home = try Home()
        let path = home.path + "/library.db"
        try Library(path: path).subscribe(to: (1...3).map { "https://example.org/feed/\($0)" })
        var said = Testimony()
        let rounds = TestSupport.Chaos.rounds(10)
        for round in rounds {
            let run = try KilledRun(
                program: BuildProducts.executable("ChaosVictim"), arguments: [path],
                environment: ["SWIFT_BACKTRACE": "enable=no"], after: .random(in: 0.03...0.4))
            #expect(run.exit == .signal(SIGKILL), "round \(round): \(run.errors)")
            said.take(run.lines)
            let library = try Library(path: path)
            #expect(try library.check() == [], "round \(round)")
            for feed in try library.feeds() { #expect(feed.total >= 20 * said.stored, "round \(round)") }
            for (item, isRead) in said.marks {
                #expect(try library.article(ItemID(item))?.item.isRead == isRead, "round \(round), item \(item)")
            }
        }
        #expect(said.stored > 0 && !said.marks.isEmpty)
        ChaosTable.note(
            fault: ChaosFault.kill.rawValue, write: "storing, indexing, marks and undo at once", tried: rounds.count,
            struck: rounds.count)
    }
}

/// The victims' reports of what they have written.
private struct Testimony {
    var stored = 0
    /// Items and whether they are read, if that is certain.
    var marks: [Int64: Bool] = [:]

    mutating func take(_ lines: [String]) {
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int64(words[1]) else { continue }
            switch words[0] {
            case "store": stored = max(stored, Int(number))
            case "began": marks[number] = nil
            case "read": marks[number] = true
            case "unread": marks[number] = false
            default: break
            }
        }
    }
}

@Suite(.blocking) struct `Chaos of writes` {
    @Test(arguments: ChaosCase.chosen)
    func `whatever goes wrong during a write, the library stays whole, and the next attempt completes it`(
        chaos: ChaosCase
    ) throws {
        let stage = try ChaosStage(chaos.write)
        var (tried, struck) = (0, 0)
        var findings: [String] = []
        for _ in TestSupport.Chaos.roundsOfEach where chaos.fault != .clock || ChaosStrike.hasClock {
            tried += 1
            do { if try hits(chaos, stage) { struck += 1 } } catch { findings.append("\(error)") }
        }
        ChaosTable.note(
            fault: chaos.fault.rawValue, write: chaos.write.rawValue, tried: tried, struck: struck, found: findings)
        #expect(findings == [], "\(chaos)")
    }

    /// Tries it once; returns whether the fault struck before the write was done.
    private func hits(_ chaos: ChaosCase, _ stage: ChaosStage) throws -> Bool {
        let strike = try ChaosStrike(chaos.fault, on: stage)
        let (exit, errors) = try strike.strike()
        let isDone = exit == .status(0)
        let mayBeKilled = chaos.fault == .kill || chaos.fault == .clock
        guard isDone || [1, 2].map(Exit.status).contains(exit) || mayBeKilled && exit == .signal(SIGKILL) else {
            throw ChaosFinding("\(exit): \(errors)")
        }
        if !chaos.fault.takesLibrary {
            let progress = try stage.progress(in: strike.home)
            if isDone, progress != .whole { throw ChaosFinding("it was acknowledged, and only \(progress) is there") }
            if chaos.write.isWhole, progress == .part { throw ChaosFinding("half of it is done: \(exit) \(errors)") }
            if progress != .whole {
                let run = try stage.perform(in: strike.home)
                guard run.status == 0 else { throw ChaosFinding("after \(exit) it can't be repeated: \(run)") }
                let progress = try stage.progress(in: strike.home)
                guard progress == .whole else { throw ChaosFinding("repeated, only \(progress) is there: \(run)") }
            }
        }
        try stage.expectWorking(in: strike.home)
        let leftovers = try stage.leftovers(in: strike.home)
        if !chaos.fault.takesLibrary, !leftovers.isEmpty { throw ChaosFinding("files are left: \(leftovers)") }
        return !isDone || chaos.fault.takesLibrary || chaos.fault == .clock || chaos.fault == .company
    }
}
