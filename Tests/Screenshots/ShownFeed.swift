import Foundation
import TestSupport

/// An invented feed to be looked at, and what lede's list calls it.
struct ShownFeed {
    let name: String
    let group: String
    /// How many hours there are between two of its items.
    let pace: Double
    /// From the newest to the oldest.
    let titles: [String]
    /// What the newest says.
    var body = ""

    /// The feed as a document. Its older items, of which only the dates are seen, are notes by number.
    func document(at now: Date) -> String {
        let older = (0..<60).map { "Notes, no. \(60 - $0)" }
        let items = (titles + older).enumerated().map { index, title in
            SampleFeed.Item(
                title: title, body: index == 0 && !body.isEmpty ? body : "<p>\(title).</p>",
                link: "https://\(host)/\(titles.count + older.count - index)", date: date(index, now))
        }
        return SampleFeed(title: name, link: "https://\(host)/", items: items).rss
    }

    private var host: String { name.lowercased().filter { $0.isASCII && $0.isLetter } + ".example" }

    /// No two gaps are alike, and some weeks bring more than others, as in the world.
    private func date(_ index: Int, _ now: Date) -> Date {
        let gaps = [0.6, 1.7, 0.4, 1.3, 0.9, 2.1, 0.5]
        let hours = (0...index).reduce(0.0) { sum, number in
            sum + pace * gaps[number % gaps.count] * (1 + 0.8 * sin(Double(number) / 3 + pace))
        }
        return now.addingTimeInterval(-3600 * hours)
    }
}
