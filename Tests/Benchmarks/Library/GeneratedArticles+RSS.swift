import FeedParser
import Foundation

extension GeneratedArticles {
    /// Returns these articles as a feed's document from a server.
    func rss(ofFeed feed: Int, numbers: Range<Int>) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel>
            <title>Site \(feed)</title>
            <link>https://site\(feed).example/</link>
            <description>What happens</description>

            """
        for number in numbers.reversed() {
            let article = article(number, in: feed)
            text += """
                <item>
                    <title>\(article.title ?? "")</title>
                    <link>\(article.link ?? "")</link>
                    <dc:creator>\(article.authors.joined())</dc:creator>
                    <pubDate>\(Self.mailDate(of: date(of: number)))</pubDate>
                    \(article.categories.map { "<category>\($0.name)</category>" }.joined())
                    <guid isPermaLink="false">\(article.id ?? "")</guid>
                    <content:encoded><![CDATA[\(article.content ?? "")]]></content:encoded>
                </item>

                """
        }
        return text + "</channel>\n</rss>\n"
    }

    /// Formats a date as in RFC 822: `05 Nov 2026 09:30:00 +0000`.
    private static func mailDate(of date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return String(
            format: "%02d %@ %d %02d:%02d:%02d +0000", parts.tm_mday, months[Int(parts.tm_mon)],
            Int(parts.tm_year) + 1900,
            parts.tm_hour, parts.tm_min, parts.tm_sec)
    }
}
