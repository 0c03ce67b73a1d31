import Configuration
import FoundationEssentials
import Library
import System

/// The state of a feed, as the list of feeds shows it.
package enum FeedCondition: Equatable, Sendable {
    case fine
    case fetching
    /// The server asked lede to wait until this time of day.
    case waiting(until: String)
    case gone
    /// Fetched only if the user names it.
    case paused
    /// Why the last fetch failed, in full and in a word or two.
    case failed(String, brief: String)
}

/// How many items each feed got in the last weeks, and the facts that decide whether this is still valid.
struct FeedHistory: Equatable, Sendable {
    /// By feed, this week last; only feeds that got items.
    let weeks: [FeedID: [Int]]
    private let day: Int
    private let newest: ItemID?
    private let feeds: Int

    private static let shownWeeks = 7

    /// Counts again only if the result may differ, since counting is slow and feeds are read again after every mark.
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

/// As numbers in a file for the next start: first the facts that decide whether it is valid, then each feed with its
/// weeks.
extension FeedHistory {
    /// No list of feeds needs more bytes.
    static let longest = 8 << 20

    /// Nil if this version of lede didn't write it.
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

    /// Nil if there is anything but numbers, or a number is too large.
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

    /// The history saved by the last run, so that the first list of feeds is complete.
    static func kept(in paths: Paths) -> FeedHistory? {
        (try? PrivateFiles.read(paths.feedHistory, atMost: longest)).flatMap(FeedHistory.init)
    }

    /// Saves the history for the next start.
    @MainActor func keep(in paths: Paths, by files: RememberedFiles) {
        if self != Self.kept(in: paths) { files.keep(text, at: paths.feedHistory, inTheEnd: true) }
    }
}
