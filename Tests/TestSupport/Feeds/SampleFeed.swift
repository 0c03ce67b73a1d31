package import Foundation

/// A small feed that can be written in the common formats.
package struct SampleFeed: Equatable, Sendable {
    package var title: String
    package var link: String
    package var items: [Item]

    package init(title: String, link: String = "https://example.org/", items: [Item] = []) {
        self.title = title
        self.link = link
        self.items = items
    }

    /// An item of the feed, identified by its link, or by its title if it has no link.
    package struct Item: Equatable, Sendable {
        package var title: String
        package var body: String
        package var link: String?
        package var date: Date?
        package var author: String?

        package init(
            title: String, body: String = "", link: String? = nil, date: Date? = nil, author: String? = nil
        ) {
            self.title = title
            self.body = body
            self.link = link
            self.date = date
            self.author = author
        }

        var identity: String { link ?? "urn:sample:" + title.utf8.map { String($0, radix: 16) }.joined() }
    }
}

extension String {
    /// The text escaped for XML, between tags or in an attribute.
    package var escapedForXML: String {
        var escaped = ""
        for character in self {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
