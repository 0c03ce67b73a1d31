import Foundation
import SyncFolder
import TestSupport
import Testing

@testable import Library
@testable import Syncing

@Suite struct `Positions in a shared folder` {
    private let fellowship: FolderFellowship

    init() throws { fellowship = try FolderFellowship() }

    private func device(_ name: String, _ passphrase: String? = nil, items: Int = 3) throws -> FolderFellow {
        let fellow = try FolderFellow(
            name, at: "\(fellowship.home.path)/\(name).db", fellowship.folder, passphrase: passphrase
        ) { [fellowship] in fellowship.now }
        try fellow.fetch(items)
        return fellow
    }

    private func play(_ title: String, to position: Int64, on fellow: FolderFellow, after seconds: Double = 0) throws {
        let item = try #require(try fellow.item(title))
        fellow.library.storePosition(position, duration: 3_600_000, of: item.id, at: fellowship.now + seconds)
        fellow.library.drain()
    }

    private func episode(_ title: String, on fellow: FolderFellow) throws -> Episode {
        let item = try #require(try fellow.item(title))
        return try #require(try fellow.library.episode(of: item.id))
    }

    @Test(arguments: [nil, "geheim"])
    func `an episode goes on where another device stopped, whether it was there before or comes later`(
        passphrase: String?
    ) throws {
        let one = try device("laptop", passphrase)
        try one.mark("Item 1", "Item 2", as: .queued)
        try play("Item 1", to: 90_000, on: one)
        one.library.finishEpisode(try #require(try one.item("Item 2")).id, duration: 60_000)
        #expect(try one.account.unsentMarks > 0)
        try one.sync()
        #expect(try one.account.isInAgreement)
        let (desk, phone) = (try device("desk", passphrase), try device("phone", passphrase, items: 0))
        for other in [desk, phone] { try other.sync() }
        try phone.fetch(3)
        for other in [desk, phone] {
            let episode = try episode("Item 1", on: other)
            #expect(episode.position == 90_000 && episode.duration == 3_600_000 && episode.item.isQueued)
            #expect(episode.playedAt == fellowship.now)
            let heard = try self.episode("Item 2", on: other)
            #expect(heard.item.isHeard && heard.item.isRead && heard.position == 0 && heard.duration == 60_000)
            #expect(try other.sync().counts.sent == 0)
        }
    }

    @Test func `what was played last counts, however late it is written`() throws {
        let (one, other) = (try device("laptop"), try device("desk"))
        for fellow in [one, other] { try fellow.sync() }
        try play("Item 1", to: 1000, on: one, after: 10)
        try play("Item 1", to: 2000, on: other, after: 20)
        // Further on, but earlier.
        try play("Item 2", to: 9000, on: one, after: 10)
        try play("Item 2", to: 2000, on: other, after: 20)
        for fellow in [other, one, other] { try fellow.sync() }
        for fellow in [one, other] {
            for title in ["Item 1", "Item 2"] { #expect(try episode(title, on: fellow).position == 2000) }
        }
    }

    @Test func `who goes on from a position wins, even if that was made in 2037`() throws {
        let (one, other) = (try device("laptop"), try device("desk"))
        try play("Item 1", to: 1000, on: one, after: 315_360_000)
        for fellow in [one, other] { try fellow.sync() }
        #expect(try episode("Item 1", on: other).position == 1000)
        try play("Item 1", to: 5000, on: other)
        for fellow in [other, one] { try fellow.sync() }
        for fellow in [one, other] { #expect(try episode("Item 1", on: fellow).position == 5000) }
    }

    @Test func `while something plays, each sync writes one line, and none once nothing plays`() throws {
        let one = try device("laptop")
        try one.sync()
        for round in 1...2 {
            fellowship.pass(1000)
            for second in 1...100 { try play("Item 1", to: Int64(second) * 1000, on: one, after: Double(second)) }
            #expect(try one.account.unsentMarks == 1)
            #expect(try one.sync(.sending).counts.sent == 1)
            #expect(try fellowship.lines().count { $0.position != nil } == round)
            #expect(try one.sync().counts.sent == 0)
        }
    }

    @Test func `what was played before the folder was used, and what a state has replaced, is said, too`() throws {
        let one = try fellowship.device("laptop", compactingFrom: 1)
        try one.library.follow(folder: nil)
        try one.fetch(3)
        for (title, position) in [("Item 1", Int64(1000)), ("Item 2", 1000), ("Item 3", 3000)] {
            try play(title, to: position, on: one)
        }
        try one.library.follow(folder: .folder(fellowship.folder))
        try one.sync()
        try one.mark("Item 3", as: .starred)
        try one.sync()
        #expect(try fellowship.files().keys.contains { $0.contains("/state-") })
        let other = try device("desk")
        try other.sync()
        for (title, position) in [("Item 1", Int64(1000)), ("Item 2", 1000), ("Item 3", 3000)] {
            #expect(try episode(title, on: other).position == position, "\(title)")
        }
    }

    @Test func `a feed that moves takes the positions that others said of its new URL`() throws {
        let new = "https://example.org/new"
        let (one, other) = (try device("laptop"), try device("desk"))
        #expect(try one.library.move(one.library.feeds()[0].id, to: new))
        try play("Item 1", to: 1000, on: one)
        for fellow in [one, other] { try fellow.sync() }
        #expect(try episode("Item 1", on: other).position == 0)
        #expect(try other.library.move(other.library.feeds()[0].id, to: new))
        #expect(try episode("Item 1", on: other).position == 1000)
        #expect(try other.sync().counts.sent == 0)
    }
}

extension FolderLine {
    fileprivate var position: FolderPosition? {
        if case .marks(let marks) = content, case .position(let position) = marks.kind { position } else { nil }
    }
}
