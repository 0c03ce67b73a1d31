import FeedServers
import Foundation
import HTTP
import Library
import Signals
import System
import TestSupport

@testable import Syncing

/// A double of a server and a library that syncs with it.
final class Encounter: LibraryOwner, Sendable {
    let double: FeedServerDouble
    let library: Library
    let path: String
    private let home: Home
    private let kind: ServerKind
    private let time = Locked(Date.start)
    private let syncer = Locked<Syncer?>(nil)
    /// How often the server was connected to.
    let connections = Locked(0)

    convenience init(_ shelf: ServerShelf) throws { try self.init(.greader, GoogleReaderDouble.freshRSS, shelf) }

    init(_ kind: ServerKind, _ dialect: any ServerDialect, _ shelf: ServerShelf) throws {
        self.kind = kind
        double = try FeedServerDouble(shelf, dialect)
        home = try Home()
        path = home.path + "/library.db"
        library = try Library(path: path)
        try library.follow([key])
        syncer.withLock { $0 = self.makeSyncer() }
    }

    var key: AccountKey { AccountKey(kind: kind.rawValue, url: double.url, user: double.shelf.user) }

    var now: Date { time.withLock { $0 } }

    func pass(_ seconds: Double) { time.withLock { $0 += seconds } }

    func makeSyncer(
        for library: Library? = nil, password: String? = nil, history: Int = 30, retention: Retention = Retention()
    ) -> Syncer {
        let account = ServerAccount(
            url: double.url, user: double.shelf.user, password: password ?? double.shelf.password,
            options: RequestOptions(proxy: .direct))
        let sync = SyncAccount(key, history: history) { [kind, connections] () throws(ServerFailure) in
            connections.withLock { $0 += 1 }
            return try kind.server(for: account)
        }
        return Syncer(library ?? self.library, settings: SyncSettings([sync], retention: retention)) { [time] in
            time.withLock { $0 }
        }
    }

    func use(_ syncer: Syncer) { self.syncer.withLock { $0 = syncer } }

    @discardableResult
    func sync(_ extent: SyncExtent = .everything, insisting: Bool = false) throws -> SyncOutcome {
        library.drain()
        return try syncer.withLock { $0 }?.run(extent, insisting: insisting) ?? .leftOut(.unknown)
    }

    var account: Account { get throws { try library.accounts()[0] } }

    func onServer(_ title: String) -> ServerShelf.Item? { double.shelf.items.first { $0.title == title } }

    func changeOnServer(_ title: String, _ change: @Sendable (inout ServerShelf.Item) -> Void) {
        double.change { shelf in
            guard let id = shelf.items.first(where: { $0.title == title })?.id else { return }
            shelf.change(id, change)
        }
    }
}

extension Syncer {
    /// Syncs, and waits for the end.
    func run(_ extent: SyncExtent = .everything, insisting: Bool = false) throws -> SyncOutcome {
        let end = DispatchSemaphore(value: 0)
        let outcome = Locked<SyncOutcome?>(nil)
        let sync = sync(nil, extent, insisting: insisting).subscribe { event in
            switch event {
            case .next(.ended(_, let ended)): outcome.withLock { $0 = ended }
            case .next: break
            case .completed: end.signal()
            }
        }
        guard end.wait(timeout: .now() + Deadline.patience) == .success else { throw Endless() }
        sync.dispose()
        return outcome.withLock { $0 } ?? .leftOut(.unknown)
    }

    private struct Endless: Error {}
}

extension Date {
    static let start = Date(timeIntervalSince1970: 1_780_000_000)
}

extension SyncOutcome {
    var isDone: Bool { if case .done = self { true } else { false } }
}

/// Somebody with a library, whose items the tests call by their titles.
protocol LibraryOwner {
    var library: Library { get }
}

extension LibraryOwner {
    func items() throws -> [Item] {
        try library.items(of: library.listing(.all, unreadOnly: false, order: .newest), limit: 100_000)
    }

    func item(_ title: String) throws -> Item? { try items().first { $0.title == title } }

    func mark(_ titles: String..., as mark: Mark) throws {
        let items = try items().filter { titles.contains($0.title) }
        library.mark(.items(ItemSet(items.map(\.id))), mark)
        library.drain()
    }
}
