package import FeedParser
package import FoundationEssentials
import URLs

/// A server that keeps a user's feeds and marks for all devices, in whatever protocol it speaks.
///
/// Except `cancel`, the functions wait for the network: call them from one queue that may wait, never from the main one.
/// What a protocol lacks throws `unsupported`; `abilities` says so before.
package protocol FeedServer: Sendable {
    var abilities: Abilities { get }

    /// Begins to count what the server sends, which has a limit in each sync.
    func beginSync()

    /// Checks the user's name and password. Other functions log in by themselves.
    func logIn() throws(ServerFailure)

    func subscriptions() throws(ServerFailure) -> [ServerFeed]

    /// The ids of unread items, newest first.
    func unread(limit: Int) throws(ServerFailure) -> ServerList

    /// The ids of starred items, newest first.
    func starred(limit: Int) throws(ServerFailure) -> ServerList

    /// The ids of items that came since then, at least of the read ones, newest first. Only a hint: servers measure different
    /// times.
    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ServerList

    /// Passes the items on as they come, a few hundred at a time. What the server has no more is left out.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws

    /// Passes on all items that have changed in any way since the cursor, or without one all unread and starred items.
    /// Some may come twice. The returned cursor counts only when everything passed on has been stored.
    func changes(since cursor: ChangeCursor?, receive: ([ServerItem]) throws -> Void) throws -> ChangeCursor

    /// Sets a mark of at most `abilities.marksAtOnce` items, however it was before.
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure)

    /// Marks the items of a feed read, up to and including this one, if `abilities.readsUpTo`.
    func markRead(_ feed: ServerFeedID, upTo item: ServerItemID) throws(ServerFailure)

    /// Subscribes to a feed and returns its id; also if the server has it already, and then its folder stays.
    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID

    func rename(_ feed: ServerFeedID, to title: String) throws(ServerFailure)

    /// Moves a feed out of its other folders into these. A server with one folder for each feed takes the first.
    func move(_ feed: ServerFeed, to folders: [String]) throws(ServerFailure)

    /// Unsubscribes from a feed, if the server has it.
    func remove(_ feed: ServerFeedID) throws(ServerFailure)

    func renameFolder(_ folder: String, to name: String) throws(ServerFailure)

    /// The names of labels and folders; nil if items have no labels there.
    func labels() throws(ServerFailure) -> ServerLabels?

    /// The ids of all items with a label that the server has.
    func items(labelled label: String, limit: Int) throws(ServerFailure) -> ServerList

    /// Gives at most `abilities.marksAtOnce` items a label, or takes it from them, however it was before.
    func label(_ ids: [ServerItemID], _ label: String, isOn: Bool) throws(ServerFailure)

    /// Tells the server of positions that are new here, and returns those that it has instead of others. Of positions
    /// that are new on both sides the one here counts, unless the server says that its own is later.
    func exchange(_ positions: [EpisodePosition], at now: Date) throws(ServerFailure) -> [EpisodePosition]

    /// Ends what is under way, and everything that is asked later, with `cancelled`. From any thread.
    func cancel()
}

extension FeedServer {
    package func beginSync() {}

    package func recent(since date: Date, limit: Int) throws(ServerFailure) -> ServerList { throw .unsupported }

    package func changes(
        since cursor: ChangeCursor?, receive: ([ServerItem]) throws -> Void
    ) throws -> ChangeCursor { throw ServerFailure.unsupported }

    package func markRead(_ feed: ServerFeedID, upTo item: ServerItemID) throws(ServerFailure) { throw .unsupported }

    package func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID { throw .unsupported }

    package func rename(_ feed: ServerFeedID, to title: String) throws(ServerFailure) { throw .unsupported }

    package func move(_ feed: ServerFeed, to folders: [String]) throws(ServerFailure) { throw .unsupported }

    package func remove(_ feed: ServerFeedID) throws(ServerFailure) { throw .unsupported }

    package func renameFolder(_ folder: String, to name: String) throws(ServerFailure) { throw .unsupported }

    package func labels() throws(ServerFailure) -> ServerLabels? { nil }

    package func items(labelled label: String, limit: Int) throws(ServerFailure) -> ServerList { throw .unsupported }

    package func label(_ ids: [ServerItemID], _ label: String, isOn: Bool) throws(ServerFailure) { throw .unsupported }

    package func exchange(
        _ positions: [EpisodePosition], at now: Date
    ) throws(ServerFailure) -> [EpisodePosition] { [] }
}

/// A protocol of feed servers, by the name that users write.
package enum ServerKind: String, CaseIterable, Sendable {
    case greader, miniflux, fever, nextcloud, ttrss

    /// What the server at a URL can do, as far as that is known without asking it.
    package func abilities(at url: String) -> Abilities {
        switch self {
        case .greader: GoogleReader.abilities(GoogleReaderDialect(of: url))
        case .miniflux: Miniflux.abilities
        case .fever: Fever.abilities
        case .nextcloud: NextcloudNews.abilities
        case .ttrss: TinyTinyRSS.abilities
        }
    }

    /// Prepares for a server, without asking it anything. Fails if the login wouldn't be safe.
    package func server(for account: ServerAccount) throws(ServerFailure) -> any FeedServer {
        switch self {
        case .greader: try GoogleReader(account)
        case .miniflux: try Miniflux(account)
        case .fever: try Fever(account)
        case .nextcloud: try NextcloudNews(account)
        case .ttrss: try TinyTinyRSS(account)
        }
    }
}

/// What a server can do.
package struct Abilities: Equatable, Sendable {
    /// In how many folders a feed can be.
    package enum Folders: Equatable, Sendable {
        case none, one, many
    }

    /// The most items to mark with one request.
    package var marksAtOnce: Int
    package var folders: Folders
    /// Whether feeds can be added and removed.
    package var adds = true
    /// Whether feeds can be renamed and moved, and folders renamed.
    package var arranges = true
    /// Whether it tells what has changed, so that its lists of ids needn't be compared.
    package var tellsChanges = false
    /// Whether it can mark a feed read exactly up to one item.
    package var readsUpTo = false

    package var moves: Bool { arranges && folders != .none }
}

extension [ServerFeed] {
    /// The feed with this URL, however it is written.
    func feed(at url: String) -> ServerFeed? {
        let wanted = WebURL(url)?.href ?? url
        return first { $0.url == url || WebURL($0.url)?.href == wanted }
    }
}

extension ServerFailure {
    static func noFeed(at url: String) -> ServerFailure {
        ServerFailure(.rejected, "the server found no feed at “\(url.shownAddress)”")
    }
}

extension [ServerItemID] {
    /// The numbers that a database can have given. Others have no room to count from them.
    var countable: [Int64] { compactMap(\.number).filter { 0...(1 << 62) ~= $0 } }
}

/// A mark to set on items of a server.
package enum ServerMark: String, CaseIterable, Sendable {
    case read, unread, starred, unstarred
}

/// The reason why a feed server didn't do what it was asked.
package struct ServerFailure: Error, Equatable {
    package enum Kind: Equatable, Sendable {
        /// The server can't be reached, or the connection broke.
        case offline
        /// The user's name or password is wrong: don't try these again.
        case loginRefused
        /// The login would go over the network in the clear.
        case loginInsecure
        /// The server wants to be left alone, for so long if it says.
        case toldToWait(Duration?)
        case busy
        /// The server refuses this very request.
        case rejected
        /// The server hasn't got what the request is about.
        case gone
        /// The answer isn't one that the protocol has.
        case notUnderstood
        /// The server sends more than a user can have.
        case endless
        /// The protocol can't do it.
        case unsupported
        case cancelled
    }

    package let kind: Kind
    /// The reason in words, for the user. It contains no password.
    package let reason: String
    /// Whether a change may have been made nevertheless.
    package let mayBeDone: Bool

    package init(_ kind: Kind, _ reason: String, mayBeDone: Bool = false) {
        self.kind = kind
        self.reason = reason
        self.mayBeDone = mayBeDone
    }

    static let unsupported = ServerFailure(.unsupported, "the server can't do this")
    static func notInForm(isChange: Bool = false) -> ServerFailure {
        ServerFailure(.notUnderstood, "the server's answer isn't in the protocol's form", mayBeDone: isChange)
    }
    package static func endless(_ limit: String) -> ServerFailure {
        ServerFailure(.endless, "the server sent more than \(limit) in one sync, as if its list had no end")
    }
    static let loginRefused = ServerFailure(.loginRefused, "the server refused the user name or the password")
}

extension ServerFailure: CustomStringConvertible {
    package var description: String { reason }
}
