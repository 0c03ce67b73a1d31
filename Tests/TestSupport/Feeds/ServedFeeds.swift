/// Feeds by their URLs. A server serves those that are given as documents.
package struct ServedFeeds {
    package let urls: [String]
    package let server: LoopbackServer?

    package init(_ feeds: [String]) throws {
        let documents = feeds.filter(Self.isDocument)
        let server = documents.isEmpty ? nil : try LoopbackServer { Self.answer($0.path, from: documents) }
        var served = 0
        urls = feeds.map { feed in
            guard let server, Self.isDocument(feed) else { return feed }
            defer { served += 1 }
            return server.url("/\(served)")
        }
        self.server = server
    }

    private static func isDocument(_ feed: String) -> Bool {
        feed.hasPrefix("<") || feed.hasPrefix("{")
    }

    private static func answer(_ path: String, from documents: [String]) -> Answer {
        guard let index = Int(path.dropFirst()), documents.indices.contains(index) else { return Answer(404) }
        return Answer(200, body: documents[index])
    }
}
