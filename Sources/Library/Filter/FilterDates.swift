import FoundationEssentials

/// The period of an item's date.
struct FilterDates: Hashable, Sendable {
    /// From this time on.
    var from: Moment?
    /// Before this time.
    var before: Moment?

    enum Moment: Hashable, Sendable {
        /// An age in milliseconds.
        case ago(Int64)
        /// As the user wrote it.
        case written(String)

        func milliseconds(at now: Date) -> Int64 {
            switch self {
            case .ago(let age): now.milliseconds - age
            case .written(let text): (SearchDate.instant(text, now: now) ?? now).milliseconds
            }
        }
    }

    private var moments: [Moment] { [from, before].compactMap { $0 } }

    /// Its start and end at a given time, as far as it has them.
    func limits(at now: Date) -> [Int64] { moments.map { $0.milliseconds(at: now) } }

    /// The milliseconds that it matches.
    func range(at now: Date) -> Range<Int64> {
        let start = from?.milliseconds(at: now) ?? .min
        return start..<max(start, before?.milliseconds(at: now) ?? .max)
    }

    var changeWithTime: Bool {
        let (then, later) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_000_000_000))
        return limits(at: then) != limits(at: later)
    }
}

// newsboat counts ages in whole days. lede's may have a unit, and are exact then.
extension FilterDates {
    private static let day: Int64 = 86_400_000
    /// A test of ages; nil if the text or the operator doesn't fit.
    init?(age text: String, _ comparison: FilterOperator) {
        if comparison == .between {
            let ends = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int64($0) }
            guard ends.count == 2, let least = ends.min(), let most = ends.max() else { return nil }
            self.init(days: least, most)
        } else if let days = Int64(text) {
            self.init(days: days, comparison)
        } else if let age = SearchDate.age(text) {
            self.init(exactly: Int64(age * 1000), comparison)
        } else {
            return nil
        }
    }

    private init?(days: Int64, _ comparison: FilterOperator) {
        switch comparison {
        case .equals, .differs: self.init(days: days, days)
        case .less: self.init(from: .ago(Self.start(ofDay: days)))
        case .atMost: self.init(from: .ago(Self.start(ofDay: days.clamped + 1)))
        case .greater: self.init(before: .ago(Self.start(ofDay: days.clamped + 1)))
        case .atLeast: self.init(before: .ago(Self.start(ofDay: days)))
        default: return nil
        }
    }

    private init(days least: Int64, _ most: Int64) {
        self.init(from: .ago(Self.start(ofDay: most.clamped + 1)), before: .ago(Self.start(ofDay: least)))
    }

    private init?(exactly age: Int64, _ comparison: FilterOperator) {
        switch comparison {
        case .less: self.init(from: .ago(age - 1))
        case .atMost: self.init(from: .ago(age))
        case .greater: self.init(before: .ago(age))
        case .atLeast: self.init(before: .ago(age - 1))
        default: return nil
        }
    }

    /// The age of the first item that isn't this many days old yet.
    private static func start(ofDay days: Int64) -> Int64 { days.clamped * day - 1 }
}

extension Int64 {
    /// Items are never older than a million days.
    fileprivate var clamped: Int64 { Swift.max(-1_000_000, Swift.min(self, 1_000_000)) }
}
