import HTTP

extension GoogleReader {
    /// Sends what to do before the ids: FreshRSS says `OK` even if it never saw what comes after them.
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        precondition(ids.count <= Self.batch, "a server takes only so many ids at once")
        if ids.isEmpty { return }
        try change("edit-tag", [mark.field] + ids.map { ("i", $0.googleReaderText) })
    }

    func markRead(_ feed: ServerFeedID, upTo item: ServerItemID) throws(ServerFailure) {
        guard dialect.idsAreTimes, case .number(let time) = item, time > 0 else { throw .unsupported }
        try change("mark-all-as-read", [("s", feed.text), ("ts", String(time))])
    }

    /// Makes a change that does no harm when it is made twice.
    func change(_ path: String, _ fields: [(String, String)]) throws(ServerFailure) {
        let response = try session.post(path, fields)
        // A login page has the same status.
        guard response.word.uppercased() == "OK" else { throw response.notUnderstood(isChange: true) }
    }
}

extension ServerMark {
    fileprivate var field: (String, String) {
        switch self {
        case .read: ("a", GoogleReaderTag.read)
        case .unread: ("r", GoogleReaderTag.read)
        case .starred: ("a", GoogleReaderTag.starred)
        case .unstarred: ("r", GoogleReaderTag.starred)
        }
    }
}
