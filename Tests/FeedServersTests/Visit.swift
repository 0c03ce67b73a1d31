import FeedParser
import FoundationEssentials
import HTTP
import System
import TestSupport
import Testing

@testable import FeedServers

/// A double of a server, and lede's own side of it.
struct Visit<Server: FeedServer> {
    let double: FeedServerDouble
    let server: Server

    /// All items that the server passes on for these ids.
    func items(_ ids: [ServerItemID]) throws -> [ServerItem] {
        var items: [ServerItem] = []
        try server.items(ids) { items += $0 }
        return items
    }

    /// All items that have changed, and the next cursor.
    func changes(since cursor: ChangeCursor? = nil) throws -> ([ServerItem], ChangeCursor) {
        var items: [ServerItem] = []
        let next = try server.changes(since: cursor) { items += $0 }
        return (items, next)
    }

    /// Sets each mark of all items, the first two twice, and looks at what the server has then.
    func expectSettingMarks() throws {
        let ids = double.shelf.items.map(\.id)
        for mark in [ServerMark.read, .starred, .read, .starred] { try server.mark(ids.listed, as: mark) }
        #expect(double.shelf.unread == [])
        #expect(double.shelf.starred == ids)
        for mark in [ServerMark.unread, .unstarred] { try server.mark(ids.listed, as: mark) }
        #expect(double.shelf.unread == ids)
        #expect(double.shelf.starred == [])
    }
}

extension ServerAccount {
    /// The account that a double has.
    static func at(_ double: FeedServerDouble, password: String? = nil) -> ServerAccount {
        ServerAccount(
            url: double.url, user: double.shelf.user, password: password ?? double.shelf.password,
            options: RequestOptions(proxy: .direct))
    }
}

/// The failure of `body`, nil if it succeeds.
func failure(_ body: () throws -> Void) -> ServerFailure? {
    do {
        try body()
        return nil
    } catch {
        return error as? ServerFailure
    }
}

extension Collection<Int64> {
    /// Newest first, as servers list them.
    var listed: [ServerItemID] { reversed().map { .number($0) } }
}

/// A clock of this machine that a test sets.
final class TestClock: Sendable {
    private let seconds = Locked(1_000_000)

    var now: @Sendable () -> Date { { Date(timeIntervalSince1970: Double(self.seconds.withLock { $0 })) } }

    func pass(_ time: Int) { seconds.withLock { $0 += time } }
}
