import FoundationEssentials
import Library

/// How many items the last weeks brought each feed, and what that hangs on.
struct FeedHistory: Equatable, Sendable {
    /// This week last, of feeds that had any.
    let weeks: [FeedID: [Int]]
    private let day: Int
    private let newest: ItemID?
    private let feeds: Int

    static let shownWeeks = 7

    /// Asks the library, but where it would say the same again: it takes its time, and every mark has the feeds read anew.
    init(_ library: Library, of feeds: [Feed], at now: Date, after known: FeedHistory?) throws(LibraryFailure) {
        day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
        newest = feeds.lazy.compactMap(\.newestItem).max()
        self.feeds = feeds.count
        if let known, (known.day, known.newest, known.feeds) == (day, newest, feeds.count) {
            weeks = known.weeks
        } else {
            weeks = try library.historyOfFeeds(weeks: Self.shownWeeks, until: now)
        }
    }
}

/// Kept from one start to the next, as numbers: what the weeks hang on, and then each feed with its own.
extension FeedHistory {
    /// More than any list of feeds comes to.
    static let longest = 8 << 20

    /// Nil for what was not written by this lede.
    init?(_ kept: [UInt8]) {
        guard let numbers = Self.numbers(in: kept), numbers.count >= 3, (numbers.count - 3) % Self.line == 0 else {
            return nil
        }
        (day, feeds) = (numbers[0], numbers[2])
        newest = numbers[1] == 0 ? nil : ItemID(Int64(numbers[1]))
        var weeks: [FeedID: [Int]] = [:]
        weeks.reserveCapacity(numbers.count / Self.line)
        for start in stride(from: 3, to: numbers.count, by: Self.line) {
            weeks[FeedID(Int64(numbers[start]))] = Array(numbers[start + 1..<start + Self.line])
        }
        self.weeks = weeks
    }

    var text: String {
        let lines = [[day, newest.map { Int($0.rawValue) } ?? 0, feeds]] + weeks.map { [Int($0.rawValue)] + $1 }
        return lines.map { $0.map(String.init).joined(separator: " ") + "\n" }.joined()
    }

    private static let line = 1 + shownWeeks

    /// Nil where there is anything else, or a number that is none of these.
    private static func numbers(in text: [UInt8]) -> [Int]? {
        var numbers: [Int] = []
        numbers.reserveCapacity(text.count / 2)
        var (number, isInNumber) = (0, false)
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                guard number < 1 << 48 else { return nil }
                (number, isInNumber) = (number &* 10 &+ Int(digit), true)
            } else {
                guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") else { return nil }
                if isInNumber { numbers.append(number) }
                (number, isInNumber) = (0, false)
            }
        }
        return isInNumber ? nil : numbers
    }
}
