import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Chaos of folders` {
    private let homes: [Home]
    private let server: LoopbackServer

    init() throws {
        let first = try Home()
        homes = [first, try Home()]
        let folder = first.path + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let items = (1...2000).map { SampleFeed.Item(title: "Item \($0)", link: "https://example.org/\($0)") }
        let feed = SampleFeed(title: "News", items: items).rss
        server = try LoopbackServer { _ in Answer(200, body: feed) }
        for (number, home) in homes.enumerated() {
            try home.write(config: "sync-folder \(folder)\ndevice-name device\(number)\n")
            try home.write(urls: [server.url("/feed")])
            #expect(try Lede.run("refresh", home: home).status == 0)
        }
    }

    private func run(_ words: String..., on home: Home) throws -> String {
        let run = try Lede.run(words, home: home)
        #expect(run.status == 0, "\(words): \(run)")
        return run.output
    }

    /// Kills a sync after a part of the time that the last one took; returns whether it was still running.
    private func killSync(on home: Home, _ duration: inout Duration) throws -> Bool {
        let begin = ContinuousClock.now
        let run = try KilledRun(
            program: BuildProducts.executable("lede"), arguments: ["sync"],
            environment: Lede.environment(home: home, adding: [:]),
            after: .random(in: 0.05...1) * (duration / .seconds(1)))
        if run.exit == .signal(SIGKILL) { return true }
        duration = ContinuousClock.now - begin
        return false
    }

    @Test func `killing lede at any moment of a sync loses no mark of either device`() throws {
        var killed = 0
        var duration = Duration.milliseconds(200)
        for home in homes { _ = try run("sync", on: home) }
        for round in TestSupport.Chaos.rounds(3) {
            let (doer, other) = (homes[round % 2], homes[(round + 1) % 2])
            _ = try run("mark", round.isMultiple(of: 2) ? "read" : "unread", "--all", on: doer)
            for home in [doer, other, doer] where try killSync(on: home, &duration) { killed += 1 }
            for home in [doer, other] { _ = try run("sync", on: home) }
            let expected = round.isMultiple(of: 2) ? "0\n" : "2000\n"
            for home in homes { #expect(try run("unread", on: home) == expected) }
        }
        #expect(killed > 0)
        ChaosTable.note(
            fault: ChaosFault.kill.rawValue, write: "sync of two devices through a folder",
            tried: 3 * TestSupport.Chaos.rounds(3).count, struck: killed)
    }
}
