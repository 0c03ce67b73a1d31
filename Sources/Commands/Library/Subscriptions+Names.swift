import Configuration
import Library
import Subscriptions

// Problems of the urls file go to standard error.
extension Subscriptions {
    init(_ paths: Paths, complains: Bool = true) throws {
        try self.init(paths, complains: complains, complain: Output.complain)
    }

    init(reading paths: Paths) throws { try self.init(reading: paths, complain: Output.complain) }
}

extension Subscriptions {
    /// The feeds with these URLs or titles, each once; all feeds if none is named.
    func feeds(named names: [String]) throws -> [Feed] {
        let feeds = try library.feeds()
        if names.isEmpty { return feeds }
        let wanted = try names.map { name in
            if let feed = feeds.first(where: { $0.url == name }) { return feed.id }
            // URLs that differ only in their passwords look the same.
            let called = feeds.filter { $0.shownURL == name || $0.name == name }
            guard let feed = called.first else {
                throw CommandFailure.usage(
                    "no feed has the URL or title “\(name)”", nearest: name,
                    among: feeds.map(\.name) + feeds.map(\.shownURL),
                    otherwise: feeds.isEmpty ? "add a feed with “lede add URL”" : "“lede feeds” lists your feeds")
            }
            guard called.count == 1 else {
                throw CommandFailure.usage(
                    "\(called.count) feeds have the title “\(name)”",
                    advice: "use the URL: \(called.map(\.shownURL).joined(separator: " or "))")
            }
            return feed.id
        }
        return feeds.filter { wanted.contains($0.id) }
    }

    func feed(named name: String) throws -> Feed { try feeds(named: [name])[0] }

    /// Returns a tag's name, and throws if no feed has the tag.
    func tag(named name: String) throws -> String {
        let tags = try library.tags().map(\.name)
        guard tags.contains(name) else {
            throw CommandFailure.usage(
                "no feed has the tag “\(name)”", nearest: name, among: tags,
                otherwise: tags.isEmpty
                    ? "add tags in the urls file" : "your tags are \(tags.sorted().joined(separator: ", "))")
        }
        return name
    }
}
