import HTTP

extension Miniflux {
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        let ids = ids.filter { $0.number != nil }
        if ids.isEmpty { return }
        switch mark {
        case .read, .unread: try set(#""status":"\#(mark.rawValue)""#, of: ids)
        case .starred, .unstarred:
            let isStarred = mark == .starred
            try unlessOld { () throws(ServerFailure) in
                try self.set(#""starred":\#(isStarred)"#, of: ids)
            } old: { () throws(ServerFailure) in
                for id in ids { try self.toggleStar(of: id, unless: isStarred) }
            }
        }
    }

    private func set(_ field: String, of ids: [ServerItemID]) throws(ServerFailure) {
        let json = #"{"entry_ids":\#(JSONText.numbers(ids)),\#(field)}"#
        let response = try send(ServerRequest(.put, "/v1/entries", json: json), isRepeatable: true)
        // A login page would have another status.
        guard response.status == 204 else { throw response.notUnderstood(isChange: true) }
    }

    /// Old servers only toggle stars, so lede looks first, and once more if it isn't sure of what became of it.
    private func toggleStar(of id: ServerItemID, unless isStarred: Bool) throws(ServerFailure) {
        guard let number = id.number, let item = try item(number), item.isStarred != isStarred else { return }
        do throws(ServerFailure) {
            let response = try send(ServerRequest(.put, "/v1/entries/\(number)/bookmark"))
            guard response.status == 204 else { throw response.notUnderstood(isChange: true) }
        } catch {
            guard error.mayBeDone, let item = try self.item(number), item.isStarred == isStarred else { throw error }
        }
    }
}
