import FeedParser
import FoundationEssentials
import HTTP

extension GoogleReader {
    /// Asks for two batches at a time, so that the server works while an answer is stored.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        var batches = stride(from: 0, to: ids.count, by: Self.batch).map { ids[$0..<min($0 + Self.batch, ids.count)] }[
            ...]
        var underWay: [(batch: ArraySlice<ServerItemID>, request: ServerRequest, answer: PendingAnswer)] = []
        while !batches.isEmpty || !underWay.isEmpty {
            while underWay.count < 2, let batch = batches.popFirst() {
                let request = try session.postRequest(Self.contents, fields(for: batch), isChange: false)
                underWay.append((batch, request, session.connection.start(request)))
            }
            let next = underWay.removeFirst()
            try receive(try items(in: response(to: next), of: Set(next.batch)))
        }
    }

    private static let contents = "stream/items/contents"

    /// Waits for an answer. If the login has run out, it asks again with a new one.
    private func response(
        to next: (batch: ArraySlice<ServerItemID>, request: ServerRequest, answer: PendingAnswer)
    ) throws(ServerFailure) -> Response {
        do throws(ServerFailure) {
            return try session.connection.result(of: next.answer, for: next.request)
        } catch {
            guard error.kind == .loginRefused || error.kind == .offline else { throw error }
            return try session.post(Self.contents, fields(for: next.batch), isChange: false)
        }
    }

    private func fields(for ids: ArraySlice<ServerItemID>) -> [(String, String)] {
        [("output", "json")] + ids.map { ("i", $0.googleReaderText) }
    }

    /// Reads the items, without those that weren't asked for: their ids were misunderstood.
    private func items(
        in response: Response, of ids: Set<ServerItemID>
    ) throws(ServerFailure) -> [ServerItem] {
        var items = try response.json { reader throws(JSONReader.Failure) in try reader.googleReaderItems() }
        items.removeAll { !ids.contains($0.id) }
        guard dialect.writesWide else { return items }
        for index in items.indices {
            items[index].item.title = items[index].item.title.map(WideSigns.undo(_:))
            items[index].item.authors = items[index].item.authors.map(WideSigns.undo(_:))
        }
        return items
    }
}
