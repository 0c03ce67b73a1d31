import FeedParser

extension Fever {
    func unread(limit: Int) throws(ServerFailure) -> ItemIDs { try list("unread_item_ids", limit) }

    func starred(limit: Int) throws(ServerFailure) -> ItemIDs { try list("saved_item_ids", limit) }

    /// The server sends the whole list, in any order.
    private func list(_ name: String, _ limit: Int) throws(ServerFailure) -> ItemIDs {
        var text: String?
        try ask("&\(name)") { reader, key throws(JSONReader.Failure) in
            if key == name { text = try reader.text() } else { try reader.skip() }
        }
        guard let text else {
            throw ServerFailure(.notUnderstood, "the server's answer isn't in the protocol's form")
        }
        let ids = text.split(separator: ",").map { ServerItemID(String($0.filter { !$0.isWhitespace })) }
        let newestFirst = ids.sorted { ($0.number ?? 0) > ($1.number ?? 0) }
        return ItemIDs(Array(newestFirst.prefix(limit)), isComplete: newestFirst.count <= limit)
    }
}
