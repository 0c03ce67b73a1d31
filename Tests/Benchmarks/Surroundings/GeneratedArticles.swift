import FeedParser
import Foundation
import TestSupport

/// Three years of articles in 500 feeds, the same in every run. A few feeds have a fiftieth of all each, half of them a
/// thousandth.
///
/// Each article is a function of its number, and higher numbers are later.
struct GeneratedArticles: Sendable {
    static let feeds = 500
    static let tags = 20
    static let seed: UInt64 = 2026
    /// Words that resemble no others, and the distance between articles with them.
    static let planted = [
        (word: "harbour", every: 10), (word: "lighthouse", every: 100), (word: "quixotic", every: 1000)
    ]

    static let beginning = Date(timeIntervalSince1970: 1_698_796_800)
    static let end = beginning.addingTimeInterval(3 * 365 * 86_400)

    let count: Int
    /// Whether their texts have a seventh of the usual length: for so many that the disk would be full otherwise.
    private let areShort: Bool
    private let vocabulary = Vocabulary(words: 20_000, seed: seed)
    /// The share of articles in the feeds up to each.
    private let shares: [Double]

    init(count: Int, areShort: Bool = false) {
        (self.count, self.areShort) = (count, areShort)
        let weights = (0..<Self.feeds).map { pow(Double($0) + 21, -1.3) }
        let sum = weights.reduce(0, +)
        var reached = 0.0
        shares = weights.map { weight in
            reached += weight / sum
            return reached
        }
    }

    static func address(ofFeed feed: Int) -> String { "https://site\(feed).example/feed.xml" }

    /// Returns these articles as their feeds' documents.
    func documents(of numbers: Range<Int>) -> [(feed: Int, document: ParsedFeed)] {
        var items: [Int: [ParsedItem]] = [:]
        for number in numbers {
            let feed = feed(of: number)
            items[feed, default: []].append(article(number, in: feed))
        }
        return items.sorted { $0.key < $1.key }.map { feed, items in
            let name = "Site \(feed)"
            // Newest first, as in most feeds.
            return (
                feed,
                ParsedFeed(
                    format: .rss, title: name, link: "https://site\(feed).example/",
                    description: "What \(name) has to say", items: items.reversed())
            )
        }
    }

    func date(of number: Int) -> Date {
        let age = Double(number) / Double(count) * Self.end.timeIntervalSince(Self.beginning)
        return Self.beginning.addingTimeInterval(age.rounded())
    }

    private func feed(of number: Int) -> Int {
        var chance = chance(for: number, about: 1)
        let share = Double.random(in: 0..<1, using: &chance)
        var (low, high) = (0, Self.feeds - 1)
        while low < high {
            let middle = (low + high) / 2
            if shares[middle] <= share { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func article(_ number: Int, in feed: Int) -> ParsedItem {
        // One in a hundred repeats the previous article, whatever its feed.
        let story = number % 100 == 71 ? number - 1 : number
        var chance = chance(for: story, about: 2)
        let title = title(of: story, &chance)
        let content = content(of: story, &chance)
        let campaign = story == number ? "" : "?utm_source=site\(feed)"
        return ParsedItem(
            id: "https://site\(feed).example/?p=\(number)", title: title,
            link: "https://articles.example/\(story % 997)/\(story)\(campaign)",
            authors: ["Author \(feed)-\(story % 3)"], published: date(of: number), content: content,
            categories: story % 5 < 2 ? [ParsedCategory("subject \(story % 60)")] : [],
            enclosures: feed % 30 == 7
                ? [
                    ParsedEnclosure(
                        url: "https://cdn.example/\(story).mp3", type: "audio/mpeg", length: 20_000_000 + story)
                ] : [])
    }

    private func title(of story: Int, _ chance: inout SplitMix) -> String {
        var text: [UInt8] = []
        vocabulary.write(words: Int.random(in: 4...10, using: &chance), into: &text, &chance)
        text[0] &-= 32
        // The planted words are in every second title, and in every text.
        for (word, every) in Self.planted where story % (2 * every) == every / 2 { text += Array(" \(word)".utf8) }
        return String(decoding: text, as: UTF8.self)
    }

    /// HTML with a median of 1.6 KB and a maximum of 8.
    private func content(of story: Int, _ chance: inout SplitMix) -> String {
        let share = Double.random(in: 0.000_1..<1, using: &chance)
        let length = min(8000, 400 - log(share) * 1150) / (areShort ? 7 : 1)
        var text: [UInt8] = []
        text.reserveCapacity(Int(length) + 600)
        for (word, every) in Self.planted where story % every == every / 2 {
            text += Array("<p>Of the \(word): ".utf8)
            vocabulary.write(words: 12, into: &text, &chance)
            text += Array(".</p>\n".utf8)
        }
        if story % 50 == 7 { text += Array("<p>古い港の灯台は、新しい船を待っている。</p>\n".utf8) }
        while Double(text.count) < length { paragraph(into: &text, &chance) }
        return String(decoding: text, as: UTF8.self)
    }

    private func paragraph(into text: inout [UInt8], _ chance: inout SplitMix) {
        let kind = chance.next() % 10
        if kind == 0 {
            text += Array("<p><img src=\"https://img.example/\(chance.next() % 100_000).jpg\" alt=\"\"></p>\n".utf8)
        }
        text += Array("<p>".utf8)
        vocabulary.write(words: Int.random(in: 10...45, using: &chance), into: &text, &chance)
        switch kind {
        case 1...3:
            text += Array(" <a href=\"https://elsewhere.example/\(chance.next() % 100_000)\">".utf8)
            vocabulary.write(words: 3, into: &text, &chance)
            text += Array("</a>".utf8)
        case 4:
            text += Array(" <em>".utf8)
            vocabulary.write(words: 2, into: &text, &chance)
            text += Array("</em> &amp; more".utf8)
        default: break
        }
        text += Array(".</p>\n".utf8)
    }

    private func chance(for number: Int, about subject: UInt64) -> SplitMix {
        SplitMix(state: Self.seed &* 0x1000_0000_01b3 &+ UInt64(number) &* 4 &+ subject)
    }
}

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

/// Invented words with the frequencies of a language: the hundredth is a hundredth as frequent as the first.
struct Vocabulary: Sendable {
    /// All words, each followed by a space.
    private let bytes: [UInt8]
    /// The beginning of each word, and the end of the last.
    private let bounds: [Int]
    /// The numbers of words, each repeated by its frequency.
    private let lots: [UInt16]

    init(words count: Int, seed: UInt64) {
        var chance = SplitMix(state: seed)
        var known: Set<String> = []
        var bytes: [UInt8] = []
        var bounds = [0]
        while bounds.count <= count {
            // Frequent words are short.
            let word = Self.word(syllables: bounds.count < 150 ? 1...2 : 2...4, &chance)
            guard known.insert(word).inserted else { continue }
            bytes += Array(word.utf8) + [UInt8(ascii: " ")]
            bounds.append(bytes.count)
        }
        self.bytes = bytes
        self.bounds = bounds
        lots = Self.lots(for: count)
    }

    /// Writes words separated by spaces. The caller's text must end where a word can follow.
    func write(words count: Int, into text: inout [UInt8], _ chance: inout SplitMix) {
        var left = count
        while left > 0 {
            var draw = chance.next()
            for _ in 0..<min(4, left) {
                let word = Int(lots[Int(truncatingIfNeeded: draw & 0xFFFF)])
                text.append(contentsOf: bytes[bounds[word]..<bounds[word + 1]])
                draw >>= 16
            }
            left -= 4
        }
        text.removeLast()
    }

    private static func word(syllables: ClosedRange<Int>, _ chance: inout SplitMix) -> String {
        (0..<Int.random(in: syllables, using: &chance)).map { _ in
            let consonant = "bcdfghjklmnprstvwz".randomElement(using: &chance) ?? "b"
            let vowel = "aeiouy".randomElement(using: &chance) ?? "a"
            return "\(consonant)\(vowel)"
        }.joined()
    }

    private static func lots(for count: Int) -> [UInt16] {
        let all = 1 << 16
        // The first words of real texts are less frequent than in Zipf's law (Mandelbrot's shift).
        let weights = (0..<count).map { 1 / (Double($0) + 2.7) }
        let sum = weights.reduce(0, +)
        var lots: [UInt16] = []
        var reached = 0.0
        for (word, weight) in weights.enumerated() {
            reached += weight / sum
            while Double(lots.count) < reached * Double(all), lots.count < all { lots.append(UInt16(word)) }
        }
        return lots + Array(repeating: 0, count: all - lots.count)
    }
}
