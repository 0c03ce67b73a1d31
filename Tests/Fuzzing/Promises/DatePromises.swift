import FeedParser
import FoundationEssentials

/// What must hold for every text where a date should be.
package enum DatePromises {
    /// The broken promises for a text, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let date = Date(inFeed: text) else { return [] }
        var broken: [String] = []
        let years: ClosedRange<Double> = -62_200_000_000...253_500_000_000
        if !years.contains(date.timeIntervalSince1970) { broken.append("a date is in the years 1 to 9999") }
        if Date(inFeed: " \n\(text)\t ") != date { broken.append("space around a date means nothing") }
        let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        if second > Date(timeIntervalSince1970: 0), Date(inFeed: second.formatted(.iso8601)) != second {
            broken.append("a date that is written as people agreed to is read as it was meant")
        }
        return broken
    }
}
