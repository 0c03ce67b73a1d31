import Foundation
import TestSupport

/// An invented feed for the pictures, and the name that lede's list shows.
struct ShownFeed {
    let name: String
    let group: String
    /// The average number of hours between two of its items.
    let pace: Double
    /// The titles from the newest item to the oldest.
    let titles: [String]
    /// The texts of all items but the newest, used in turn.
    let sentences: [String]
    /// The text of the newest item, with `@PICTURE@` for the URL of a picture.
    var article: String?

    /// The feed as a document. Only the dates of its older items are visible in the pictures.
    func document(at now: Date, picture: String) -> String {
        let older = (0..<60).map { "From the archive, no. \(60 - $0)" }
        let items = (titles + older).enumerated().map { index, title in
            SampleFeed.Item(
                title: title, body: body(index, title).replacingOccurrences(of: "@PICTURE@", with: picture),
                link: "https://\(host)/\(titles.count + older.count - index)", date: date(index, now))
        }
        return SampleFeed(title: name, link: "https://\(host)/", items: items).rss
    }

    private func body(_ index: Int, _ title: String) -> String {
        if index == 0, let article { return article }
        return index < titles.count ? "<p>\(title). \(sentences[index % sentences.count])</p>" : ""
    }

    private var host: String { name.lowercased().filter { $0.isASCII && $0.isLetter } + ".example" }

    /// The date of an item. The gaps differ, and some weeks have more items than others, as in a real feed.
    private func date(_ index: Int, _ now: Date) -> Date {
        let gaps = [0.6, 1.7, 0.4, 1.3, 0.9, 2.1, 0.5]
        let hours = (0...index).reduce(0.0) { sum, number in
            sum + pace * gaps[number % gaps.count] * (1 + 0.8 * sin(Double(number) / 3 + pace))
        }
        return now.addingTimeInterval(-3600 * hours)
    }
}
