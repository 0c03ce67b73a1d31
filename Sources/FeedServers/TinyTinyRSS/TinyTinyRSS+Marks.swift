import FeedParser

extension TinyTinyRSS {
    /// Sets a mark; the server has a mode to toggle, too.
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        let list = ids.filter { $0.number != nil }.map(\.description).joined(separator: ",")
        if list.isEmpty { return }
        let (field, mode) =
            switch mark {
            case .read: (2, 0)
            case .unread: (2, 1)
            case .starred: (0, 1)
            case .unstarred: (0, 0)
            }
        let fields = #""article_ids":"\#(list)","field":\#(field),"mode":\#(mode)"#
        let status = try ask("updateArticle", fields, isChange: true) { reader throws(JSONReader.Failure) in
            try reader.member("status")
        }
        guard status == "OK" else {
            throw ServerFailure(.notUnderstood, "the server's answer isn't in the protocol's form", mayBeDone: true)
        }
    }
}
