import TestSupport

/// Feeds like those on the web, the same in every run.
struct GeneratedFeed {
    let name: String
    let document: [UInt8]

    static let all: [GeneratedFeed] = [
        GeneratedFeed("blog, RSS with content:encoded", opening: rss, closing: "</channel></rss>", items: 20) {
            chance in
            let id = Int.random(in: 1...99_999, using: &chance)
            return """
                <item>
                    <title>\(words(8, &chance)) &#8211; \(words(3, &chance))</title>
                    <link>https://blog.example/2026/11/\(id)/</link>
                    <comments>https://blog.example/2026/11/\(id)/#respond</comments>
                    <dc:creator><![CDATA[\(words(2, &chance))]]></dc:creator>
                    <pubDate>Thu, 05 Nov 2026 09:\(id % 50 + 10):00 +0000</pubDate>
                    <category><![CDATA[\(words(1, &chance))]]></category>
                    <category><![CDATA[\(words(2, &chance))]]></category>
                    <guid isPermaLink="false">https://blog.example/?p=\(id)</guid>
                    <description><![CDATA[\(words(50, &chance)) [&#8230;]]]></description>
                    <content:encoded><![CDATA[\(html(6, &chance))]]></content:encoded>
                    <slash:comments>\(id % 40)</slash:comments>
                </item>

                """
        },
        GeneratedFeed("news, RSS of teasers", opening: rss, closing: "</channel></rss>", items: 50) { chance in
            let id = Int.random(in: 1...99_999, using: &chance)
            return """
                <item>
                    <title>\(words(9, &chance))</title>
                    <link>https://news.example/politics/\(id)-\(words(1, &chance)).html?utm_source=rss&amp;utm_medium=feed</link>
                    <description>\(words(25, &chance))</description>
                    <pubDate>Thu, 05 Nov 2026 09:\(id % 50 + 10):00 GMT</pubDate>
                    <guid isPermaLink="true">https://news.example/\(id)</guid>
                    <media:content url="https://img.example/\(id).jpg" type="image/jpeg" medium="image" width="1200"/>
                </item>

                """
        },
        GeneratedFeed("blog, Atom with escaped HTML", opening: atom, closing: "</feed>", items: 15) { chance in
            entry(&chance) { "<content type=\"html\">\(escaped(html(6, &$0)))</content>" }
        },
        GeneratedFeed("blog, Atom with XHTML", opening: atom, closing: "</feed>", items: 15) { chance in
            entry(&chance) {
                "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">\(html(6, &$0))</div></content>"
            }
        },
        GeneratedFeed("podcast, RSS with iTunes", opening: rss, closing: "</channel></rss>", items: 100) { chance in
            let id = Int.random(in: 1...99_999, using: &chance)
            return """
                <item>
                  <title>\(id): \(words(6, &chance))</title>
                  <itunes:title>\(words(6, &chance))</itunes:title>
                  <pubDate>Thu, 05 Nov 2026 09:30:00 -0000</pubDate>
                  <guid isPermaLink="false"><![CDATA[cast-\(id)]]></guid>
                  <link><![CDATA[https://cast.example/\(id)]]></link>
                  <itunes:image href="https://img.example/\(id)/cover.jpg?t=\(id)"/>
                  <description><![CDATA[\(html(2, &chance))]]></description>
                  <itunes:summary>\(words(60, &chance))</itunes:summary>
                  <itunes:explicit>no</itunes:explicit>
                  <itunes:duration>00:\(id % 50 + 10):12</itunes:duration>
                  <itunes:episode>\(id)</itunes:episode>
                  <itunes:episodeType>full</itunes:episodeType>
                  <podcast:transcript url="https://cast.example/\(id).srt" type="application/srt"/>
                  <enclosure url="https://cdn.example/\(id).mp3?x=1&amp;y=2" length="\(id)000" type="audio/mpeg"/>
                </item>

                """
        },
        GeneratedFeed("videos, Atom with a media group", opening: atom, closing: "</feed>", items: 15) { chance in
            entry(&chance) {
                """
                <media:group>
                   <media:title>\(words(6, &$0))</media:title>
                   <media:content url="https://video.example/v/1" type="application/x-shockwave-flash" width="640"/>
                   <media:thumbnail url="https://img.example/1.jpg" width="480" height="360"/>
                   <media:description>\(words(80, &$0))</media:description>
                   <media:community><media:starRating count="28" average="5.00"/><media:statistics views="1"/></media:community>
                  </media:group>
                """
            }
        },
        GeneratedFeed("news in Greek, RSS of teasers", opening: rss, closing: "</channel></rss>", items: 50) { chance in
            let id = Int.random(in: 1...99_999, using: &chance)
            return """
                <item><title>\(greek(9, &chance))</title><link>https://nea.example/\(id)</link>
                <description><![CDATA[<p>\(greek(60, &chance))</p>]]></description>
                <pubDate>Thu, 05 Nov 2026 09:30:00 +0200</pubDate><guid>https://nea.example/\(id)</guid></item>

                """
        }
    ]

    private init(
        _ name: String, opening: String, closing: String, items: Int, item: (inout SplitMix) -> String
    ) {
        var chance = SplitMix(state: 2026)
        var text = opening
        for _ in 0..<items { text += item(&chance) }
        self.name = name
        document = Array((text + closing).utf8)
    }

    private static let rss = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
            xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
            xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
        <channel>
            <title>A feed</title>
            <atom:link href="https://feeds.example/feed/" rel="self" type="application/rss+xml"/>
            <link>https://feeds.example</link>
            <description>What happens</description>
            <lastBuildDate>Thu, 05 Nov 2026 10:00:00 +0000</lastBuildDate>
            <language>en-US</language>

        """

    private static let atom = """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">
          <title>A feed</title>
          <link href="https://feeds.example/atom.xml" rel="self"/>
          <link href="https://feeds.example/"/>
          <updated>2026-11-05T10:00:00Z</updated>
          <id>https://feeds.example/</id>

        """

    private static func entry(_ chance: inout SplitMix, content: (inout SplitMix) -> String) -> String {
        let id = Int.random(in: 1...99_999, using: &chance)
        return """
              <entry>
                <id>tag:feeds.example,2026:\(id)</id>
                <title type="html">\(words(7, &chance))</title>
                <link rel="alternate" type="text/html" href="https://feeds.example/\(id).html"/>
                <author><name>\(words(2, &chance))</name><uri>https://feeds.example/people</uri></author>
                <published>2026-11-05T09:30:00+00:00</published>
                <updated>2026-11-05T09:30:00+00:00</updated>
                <category term="\(words(1, &chance))"/>
                \(content(&chance))
              </entry>

            """
    }

    private static func html(_ paragraphs: Int, _ chance: inout SplitMix) -> String {
        (0..<paragraphs).map { number in
            let id = Int.random(in: 1...999, using: &chance)
            let picture = number % 3 == 1 ? "<img src=\"/images/\(id).jpg\" alt=\"\" width=\"640\" />" : ""
            return """
                <p>\(words(40, &chance)) <a href="https://elsewhere.example/\(id)">\(words(3, &chance))</a>, \
                <em>\(words(2, &chance))</em> — \(words(40, &chance)).</p>
                \(picture)
                """
        }.joined()
    }

    private static func words(_ count: Int, _ chance: inout SplitMix) -> String {
        let list = [
            "the", "of", "a", "harbour", "keel", "wind", "which", "under", "sails", "between", "morning", "café",
            "it’s",
            "water", "and", "lighthouse", "to", "old", "captain", "said", "without", "weather", "is", "in", "coming"
        ]
        return random(count, of: list, &chance)
    }

    private static func greek(_ count: Int, _ chance: inout SplitMix) -> String {
        random(count, of: ["το", "λιμάνι", "και", "η", "θάλασσα", "άνεμος", "από", "καράβι", "σήμερα", "στην"], &chance)
    }

    private static func random(_ count: Int, of list: [String], _ chance: inout SplitMix) -> String {
        (0..<count).map { _ in list[Int.random(in: list.indices, using: &chance)] }.joined(separator: " ")
    }

    private static func escaped(_ html: String) -> String {
        html.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
