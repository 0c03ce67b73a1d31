import HTTP

extension NextcloudNews {
    /// The server's guide names other methods and paths, which its code doesn't have.
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        if ids.isEmpty { return }
        let verb =
            switch mark {
            case .read: "read"
            case .unread: "unread"
            case .starred: "star"
            case .unstarred: "unstar"
            }
        try change(.post, "items/\(verb)/multiple", #"{"itemIds":\#(JSONText.numbers(ids))}"#)
    }

    func markRead(_ feed: ServerFeedID, upTo item: ServerItemID) throws(ServerFailure) {
        guard let number = item.number else { throw .unsupported }
        try change(.post, "feeds/\(Form.encoded(feed.text))/read", #"{"newestItemId":\#(number)}"#)
    }
}
