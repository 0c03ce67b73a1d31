import Foundation

extension SampleFeed {
    /// The feed in Atom 1.0.
    package var atom: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
        <title>\(title.escapedForXML)</title>
        <id>\(link.escapedForXML)</id>
        <link href="\(link.escapedForXML)"/>
        <updated>\((items.compactMap(\.date).max() ?? .distantPast).rfc3339)</updated>
        \(items.map(\.atom).joined(separator: "\n"))
        </feed>

        """
    }
}

extension SampleFeed.Item {
    fileprivate var atom: String {
        let lines = [
            "<title>\(title.escapedForXML)</title>",
            "<id>\(identity.escapedForXML)</id>",
            link.map { "<link href=\"\($0.escapedForXML)\"/>" },
            date.map { "<updated>\($0.rfc3339)</updated>" },
            author.map { "<author><name>\($0.escapedForXML)</name></author>" },
            "<content type=\"html\">\(body.escapedForXML)</content>"
        ]
        return "<entry>\(lines.compactMap(\.self).joined())</entry>"
    }
}

extension Date {
    fileprivate var rfc3339: String { formatted(.iso8601) }
}
