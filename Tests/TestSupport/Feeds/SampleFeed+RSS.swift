import Foundation

extension SampleFeed {
    /// The feed in RSS 2.0.
    package var rss: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0"><channel>
        <title>\(title.escapedForXML)</title>
        <link>\(link.escapedForXML)</link>
        <description></description>
        \(items.map(\.rss).joined(separator: "\n"))
        </channel></rss>

        """
    }
}

extension SampleFeed.Item {
    fileprivate var rss: String {
        let lines = [
            "<title>\(title.escapedForXML)</title>",
            "<guid isPermaLink=\"false\">\(identity.escapedForXML)</guid>",
            link.map { "<link>\($0.escapedForXML)</link>" },
            date.map { "<pubDate>\($0.rfc822)</pubDate>" },
            author.map { "<author>\($0.escapedForXML)</author>" },
            "<description>\(body.escapedForXML)</description>"
        ]
        return "<item>\(lines.compactMap(\.self).joined())</item>"
    }
}

extension Date {
    fileprivate var rfc822: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: self)
    }
}
