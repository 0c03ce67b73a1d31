package import FoundationEssentials

/// A server that keeps a user's feeds and marks for all devices, in whatever protocol it speaks.
///
/// Except `cancel`, the functions wait for the network: call them from one queue that may wait, never from the main one.
/// What a protocol lacks throws `unsupported`; `abilities` says so before.
package protocol FeedServer: Sendable {
    var abilities: Abilities { get }

    /// Checks the user's name and password. Other functions log in by themselves.
    func logIn() throws(ServerFailure)

    func subscriptions() throws(ServerFailure) -> [ServerFeed]

    /// The ids of unread items, newest first.
    func unread(limit: Int) throws(ServerFailure) -> ItemIDs

    /// The ids of starred items, newest first.
    func starred(limit: Int) throws(ServerFailure) -> ItemIDs

    /// The ids of items that came since then, read or not, newest first. Only a hint: servers measure different times.
    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ItemIDs

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

    /// Makes the server fetch a feed soon.
    func refresh(_ feed: ServerFeedID) throws(ServerFailure)

    /// Ends what is under way, and everything that is asked later, with `cancelled`. From any thread.
    func cancel()
}

extension FeedServer {
    package func recent(since date: Date, limit: Int) throws(ServerFailure) -> ItemIDs { throw .unsupported }

    package func changes(
        since cursor: ChangeCursor?, receive: ([ServerItem]) throws -> Void
    ) throws -> ChangeCursor { throw ServerFailure.unsupported }

    package func markRead(_ feed: ServerFeedID, upTo item: ServerItemID) throws(ServerFailure) { throw .unsupported }

    package func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID { throw .unsupported }

    package func rename(_ feed: ServerFeedID, to title: String) throws(ServerFailure) { throw .unsupported }

    package func move(_ feed: ServerFeed, to folders: [String]) throws(ServerFailure) { throw .unsupported }

    package func remove(_ feed: ServerFeedID) throws(ServerFailure) { throw .unsupported }

    package func renameFolder(_ folder: String, to name: String) throws(ServerFailure) { throw .unsupported }

    package func refresh(_ feed: ServerFeedID) throws(ServerFailure) { throw .unsupported }
}
