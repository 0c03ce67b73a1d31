import FeedParser

extension Miniflux {
    /// Asks for the ids range by range, since the server can't be asked for single ones together.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        var rest = ids.countable.sorted()[...]
        while let first = rest.first {
            let end = first + Int64(Self.pageSize)
            let range = rest.prefix { $0 < end }
            rest = rest.dropFirst(range.count)
            let found = range.count == 1 ? try item(first).map { [$0] } ?? [] : try items(in: range)
            if !found.isEmpty { try receive(found) }
        }
    }

    /// The item; nil if the server has it no more.
    func item(_ id: Int64) throws(ServerFailure) -> ServerItem? {
        do throws(ServerFailure) {
            return try send(ServerRequest("/v1/entries/\(id)")).json { reader throws(JSONReader.Failure) in
                try reader.minifluxEntry()
            }.items.first
        } catch {
            if error.kind == .gone { return nil }
            throw error
        }
    }

    /// The range is so small that one answer holds everything in it.
    private func items(in range: ArraySlice<Int64>) throws(ServerFailure) -> [ServerItem] {
        guard let first = range.first, let last = range.last else { return [] }
        let wanted = Set(range.map { ServerItemID.number($0) })
        let page = try page(of: ["before_entry_id": String(last + 1)], .oldestFirst, after: first - 1)
        return page.items.filter { wanted.contains($0.id) }
    }
}
