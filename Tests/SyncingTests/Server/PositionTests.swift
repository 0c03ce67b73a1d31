import FeedServers
import Foundation
import Library
import TestSupport
import Testing

@testable import Syncing

/// A library that keeps positions of two episodes, on one of two servers that do so, too.
private protocol PositionMeeting {
    var encounter: Encounter { get }
}

extension PositionMeeting {
    static func shelf() -> ServerShelf {
        var shelf = ServerShelf(items: 3)
        for index in shelf.items.indices { shelf.items[index].file = "https://example.org/\(index + 1).mp3?a=1" }
        return shelf
    }

    func episode(_ title: String, in owner: (any LibraryOwner)? = nil) throws -> Episode {
        let owner = owner ?? encounter
        let item = try #require(try owner.item(title))
        return try #require(try owner.library.episode(of: item.id))
    }

    /// Plays an item here, a moment later.
    func play(_ title: String, to seconds: Int64, total: Int64? = nil) throws {
        encounter.pass(10)
        let item = try #require(try encounter.item(title)).id
        encounter.library.storePosition(
            seconds * 1000 + 400, duration: total.map { $0 * 1000 }, of: item, at: encounter.now)
        encounter.library.drain()
    }

    /// Whether nothing is left to tell or to ask, so that a sync writes nothing.
    var isTold: Bool { get throws { try encounter.library.positions(of: encounter.account.id, all: false).isEmpty } }

    @discardableResult
    func sync(_ extent: SyncExtent = .everything) throws -> SyncCounts {
        encounter.pass(10)
        let outcome = try encounter.sync(extent)
        #expect(outcome.isDone, "\(outcome)")
        return outcome.counts
    }

}

/// Another home with the same account.
private struct Another: LibraryOwner {
    let library: Library
    private let syncer: Syncer

    init(_ encounter: Encounter, _ name: String = "other") throws {
        library = try Library(path: "\(encounter.path).\(name)")
        try library.follow([encounter.key])
        syncer = encounter.makeSyncer(for: library)
    }

    @discardableResult
    func sync(_ extent: SyncExtent = .everything) throws -> SyncCounts {
        library.drain()
        return try syncer.run(extent).counts
    }
}

@Suite struct `Positions on Miniflux`: PositionMeeting {
    fileprivate let encounter: Encounter

    init() throws {
        encounter = try Encounter(.miniflux, MinifluxDouble.new, Self.shelf())
        try encounter.sync()
    }

    private var told: Int { encounter.double.server.requests.count { $0.path.contains("/v1/enclosures/") } }

    @Test func `an episode goes on where another home stopped`() throws {
        let (late, other) = (try Another(encounter, "late"), try Another(encounter))
        try other.sync()
        try play("Item 1", to: 90)
        #expect(try encounter.account.unsentMarks == 1)
        try sync(.sending)
        #expect(try encounter.account.isInAgreement)
        #expect(encounter.onServer("Item 1")?.played == 90)
        try late.sync()
        #expect(try episode("Item 1", in: late).position == 90_000)
        // What is queued is asked for at once.
        try other.mark("Item 1", as: .queued)
        try other.sync(.sending)
        #expect(try episode("Item 1", in: other).position == 90_000)
    }

    @Test func `a position of the server's page is here, and a sync without news sends nothing`() throws {
        try encounter.mark("Item 1", "Item 2", as: .queued)
        try play("Item 2", to: 60)
        encounter.double.change { $0.items[0].played = 500 }
        #expect(try sync().taken == 1)
        #expect(try episode("Item 1").position == 500_000)
        #expect(told == 1)
        #expect(try sync().taken == 0)
        #expect(told == 1)
        #expect(try isTold)
        encounter.double.change { $0.items[0].played = 0 }
        try sync()
        #expect(try episode("Item 1").position == 0)
    }

    @Test func `of positions that are new on both sides the one here wins`() throws {
        try encounter.mark("Item 1", as: .queued)
        try sync()
        encounter.double.change { $0.items[0].played = 500 }
        try play("Item 1", to: 90)
        try sync()
        #expect(encounter.onServer("Item 1")?.played == 90)
        #expect(try episode("Item 1").position == 90_400)
    }

    @Test func `a position is sent again after an answer was lost, and a server that can't keep it is no failure`()
        throws
    {
        try play("Item 1", to: 90)
        let number = encounter.double.shelf.items[0].id
        encounter.double.addTrouble(.refusal(of: "/v1/enclosures/\(number)", .raw([])), times: 2)
        encounter.pass(10)
        #expect(try !encounter.sync().isDone)
        encounter.pass(3600)
        try sync()
        #expect(encounter.onServer("Item 1")?.played == 90)
        for status in [404, 405] {
            try play("Item 1", to: Int64(status))
            encounter.double.addTrouble(.refusal(of: "/v1/enclosures/\(number)", Answer(status)))
            try sync()
        }
    }

    @Test(arguments: [#"-5"#, "1e300", #""x""#, "9223372036854775807"])
    func `a position that no recording has does no harm`(position: String) throws {
        try encounter.mark("Item 1", as: .queued)
        let id = encounter.double.shelf.items[0].id
        let file = #"{"id":7,"url":"https://example.org/1.mp3?a=1","media_progression":\#(position)}"#
        let body = #"{"id":\#(id),"feed_id":1,"status":"unread","enclosures":[\#(file),{"id":{}},7]}"#
        encounter.double.addTrouble(.refusal(of: "/v1/entries/\(id)", Answer(200, body: body)))
        try sync()
        #expect(0...(1 << 40) ~= (try episode("Item 1").position))
        #expect(try encounter.library.check() == [])
    }

    @Test func `nobody who plays nothing pays for it, and of a long queue only the first are asked for`() throws {
        let entries = { encounter.double.requests("").count }
        let before = entries()
        try sync()
        let idle = entries() - before
        var shelf = ServerShelf(items: 40)
        for index in shelf.items.indices { shelf.items[index].file = "https://example.org/\(index).mp3" }
        let other = try Encounter(.miniflux, MinifluxDouble.new, shelf)
        try other.sync()
        other.library.mark(.items(ItemSet(try other.items().map(\.id))), .queued)
        for _ in 1...2 {
            let before = other.double.requests("").count
            other.pass(10)
            try other.sync()
            #expect(other.double.requests("").count - before == idle + 20)
        }
    }
}

@Suite struct `Positions on Nextcloud`: PositionMeeting {
    fileprivate let encounter: Encounter
    private let file = "https://example.org/1.mp3?a=1"

    init() throws { try self.init(keepsPositions: true) }

    private init(keepsPositions: Bool) throws {
        var dialect = NextcloudDouble()
        dialect.keepsPositions = keepsPositions
        encounter = try Encounter(.nextcloud, dialect, Self.shelf())
        try encounter.sync()
    }

    private var action: ServerShelf.EpisodeAction? { encounter.double.shelf.actions[file] }

    /// Plays the first item on a phone.
    private func playOnPhone(to seconds: Int, total: Int = 3600, after wait: Double = 10) {
        encounter.pass(wait)
        let action = ServerShelf.EpisodeAction(
            position: seconds, total: total, time: Int(encounter.now.timeIntervalSince1970))
        encounter.double.change { [file] in $0.actions[file] = action }
    }

    @Test func `an episode goes on where another home stopped`() throws {
        let other = try Another(encounter)
        try other.sync()
        try play("Item 1", to: 90, total: 3600)
        let time = Int(encounter.now.timeIntervalSince1970)
        try sync(.sending)
        var expected = ServerShelf.EpisodeAction(position: 90, total: 3600, time: time)
        expected.guid = "guid-1"
        #expect(action == expected)
        try other.mark("Item 1", as: .queued)
        try other.sync(.sending)
        let episode = try episode("Item 1", in: other)
        #expect(episode.position == 90_000 && episode.duration == 3_600_000)
        #expect(episode.playedAt == Date(timeIntervalSince1970: Double(time)))
    }

    @Test func `what was played last counts, here and on a phone`() throws {
        try encounter.mark("Item 1", as: .queued)
        playOnPhone(to: 200)
        #expect(try sync().taken == 1)
        #expect(try episode("Item 1").position == 200_000)
        #expect(try sync().taken == 0)
        #expect(try isTold)
        playOnPhone(to: 300)
        try play("Item 1", to: 90)
        try sync()
        #expect(action?.position == 90)
        try play("Item 1", to: 100)
        playOnPhone(to: 150)
        try sync()
        #expect(action?.position == 150)
        #expect(try episode("Item 1").position == 150_000)
    }

    @Test func `what was heard to the end is heard on both sides`() throws {
        try encounter.mark("Item 1", "Item 2", as: .queued)
        playOnPhone(to: 3600)
        try sync()
        let heard = try episode("Item 1")
        #expect(heard.item.isHeard && heard.item.isRead && heard.position == 0)
        try sync()
        #expect(encounter.onServer("Item 1")?.isRead == true)
        encounter.library.storePosition(
            0, duration: 60_000, of: try #require(try encounter.item("Item 2")).id, at: encounter.now)
        try encounter.mark("Item 2", as: .heard)
        try sync()
        #expect(encounter.double.shelf.actions["https://example.org/2.mp3?a=1"]?.position == 60)
    }

    @Test func `without the app nothing is said, and each sync asks at most once`() throws {
        let meeting = try Self(keepsPositions: false)
        for count in 1...2 {
            try meeting.play("Item 1", to: Int64(count))
            try meeting.sync()
            #expect(meeting.encounter.double.requests("/episode_action").count == count)
        }
        #expect(try meeting.encounter.account.isInAgreement)
    }

    @Test(arguments: [401, 403, 405])
    func `an app that refuses doesn't end the login`(status: Int) throws {
        try play("Item 1", to: 90)
        encounter.double.addTrouble(.refusal(of: "/episode_action", Answer(status)))
        try sync()
        try encounter.mark("Item 1", as: .read)
        try sync()
        #expect(encounter.onServer("Item 1")?.isRead == true)
    }

    @Test func `a server that is busy gets the position later`() throws {
        try play("Item 1", to: 90)
        encounter.double.addTrouble(.refusal(of: "/create", Answer(503)))
        encounter.pass(10)
        #expect(try !encounter.sync().isDone)
        encounter.pass(3600)
        try sync()
        #expect(action?.position == 90)
    }

    private static func action(
        _ action: String = "", file: String = "https://example.org/1.mp3?a=1", position: String = "9",
        time: String = "2026-05-20T00:00:00"
    ) -> String {
        let fields = #""action":"\#(action)","episode":"\#(file)","position":\#(position),"timestamp":"\#(time)""#
        return #"{"actions":[{\#(fields)}]}"#
    }

    @Test func `a time without a zone is in UTC`() throws {
        try encounter.mark("Item 1", as: .queued)
        encounter.double.addTrouble(.refusal(of: "/episode_action", Answer(200, body: Self.action("play"))))
        #expect(try sync().taken == 1)
        #expect(try episode("Item 1").playedAt == Date(timeIntervalSince1970: 1_779_235_200))
    }

    @Test(arguments: [
        "[]", "7", "<html>", #"{"actions":7}"#, #"{"actions":[7,{},{"action":7},[[]]]}"#,
        action(), action("play", position: "-1"), action("play", position: "1e300"), action("play", position: "{}"),
        action("play", time: "2126-06-01T00:00:00"), action("play", time: "soon"), action("delete"),
        action("play", file: "https://example.org/other.mp3")
    ])
    func `an answer that isn't the protocol's changes nothing`(answer: String) throws {
        try encounter.mark("Item 1", as: .queued)
        encounter.double.addTrouble(.refusal(of: "/episode_action", Answer(200, body: answer)))
        #expect(try sync().taken == 0)
        #expect(try episode("Item 1").position == 0)
    }
}
