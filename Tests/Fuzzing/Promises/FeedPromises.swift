import FeedParser
import FoundationEssentials

/// What must hold for a feed, whatever document it came from.
enum FeedPromises {
    static func broken(by feed: ParsedFeed) -> [String] {
        var broken: [String] = []
        if feed.items.count > 100_000 { broken.append("a feed has 100,000 items at most") }
        broken += ([feed.title, feed.language] + feed.authors).compactMap(brokenLine)
        broken += ([feed.link, feed.image, feed.selfLink, feed.newAddress] + feed.hubs).compactMap(brokenAddress)
        broken += [feed.description].compactMap(brokenText)
        broken += [feed.updated].compactMap(brokenDate)
        for item in feed.items { broken += self.broken(by: item) }
        return broken
    }

    private static func broken(by item: ParsedItem) -> [String] {
        let lines =
            [item.title, item.language] + item.authors + item.categories.map(\.name) + item.enclosures.map(\.type)
        let addresses = [item.link, item.image, item.comments?.link, item.comments?.feed] + item.enclosures.map(\.url)
        var broken = lines.compactMap(brokenLine) + addresses.compactMap(brokenAddress)
        broken += [item.id, item.summary, item.content].compactMap(brokenText)
        broken += [item.published, item.updated].compactMap(brokenDate)
        if item.enclosures.contains(where: { ($0.length ?? 0) < 0 }) {
            broken.append("nothing is shorter than nothing")
        }
        return broken
    }

    private static func brokenLine(_ text: String?) -> String? {
        guard let text else { return nil }
        if hasControls(text) { return "a name is one line, and not “\(text)”" }
        return brokenText(text)
    }

    private static func brokenAddress(_ text: String?) -> String? {
        guard let text else { return nil }
        if hasControls(text) { return "an address holds no control characters, and not “\(text)”" }
        return brokenText(text)
    }

    private static func brokenText(_ text: String?) -> String? {
        guard let text else { return nil }
        if text.isEmpty { return "what is empty is not there" }
        // A string can be built from bytes that nobody validated.
        return String(validating: Array(text.utf8), as: UTF8.self) == nil ? "text is valid UTF-8" : nil
    }

    private static func brokenDate(_ date: Date?) -> String? {
        guard let date else { return nil }
        let years: ClosedRange<Double> = -62_200_000_000...253_500_000_000
        return years.contains(date.timeIntervalSince1970) ? nil : "a date is in the years 1 to 9999"
    }

    private static func hasControls(_ text: String) -> Bool { text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
