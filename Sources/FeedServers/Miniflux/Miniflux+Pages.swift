import FeedParser

extension Miniflux {
    enum Order {
        case newestFirst, oldestFirst
    }

    /// Passes on the entries that a query finds, a thousand at a time.
    func eachPage(of query: Form, _ order: Order, receive: (MinifluxPage) throws -> Void) throws {
        var last: Int64?
        repeat {
            let page = try page(of: query, order, after: last)
            try receive(page)
            last = page.next(after: last)
        } while last != nil
    }

    /// A page begins after the last id of the one before, so no entry is lost when something changes meanwhile.
    func page(of query: Form, _ order: Order, after last: Int64?) throws(ServerFailure) -> MinifluxPage {
        var query = query
        query.add("order", "id")
        query.add("direction", order == .newestFirst ? "desc" : "asc")
        query.add("limit", String(Self.pageSize))
        if let last { query.add(order == .newestFirst ? "before_entry_id" : "after_entry_id", String(last)) }
        return try send(ServerRequest("/v1/entries", query: query)).json { reader throws(JSONReader.Failure) in
            try reader.minifluxPage()
        }
    }

    /// The server's most.
    static let pageSize = 1000
}
