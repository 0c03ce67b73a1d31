package import FoundationEssentials
import Typesetting

/// How the rows of a list say when something was, in a column that is as wide for all of them.
package struct DateColumn {
    package let width: Int
    private let now: Date
    private let format: String
    private let isNarrow: Bool

    /// `format` is how the person wants dates to be written, as `Age` takes it.
    package init(at now: Date, format: String, isNarrow: Bool) {
        (self.now, self.format, self.isNarrow) = (now, format, isNarrow)
        // As no list can be known to hold the longest, one is written that is as long as any.
        width =
            format.isEmpty
            ? isNarrow ? 6 : 8
            : Age(of: Self.longest, at: Self.longest.addingTimeInterval(999 * 86_400), format: format).text.cellWidth
    }

    /// A Wednesday in September, late in the month and at noon.
    private static let longest = Date(timeIntervalSince1970: 1_664_366_400)

    /// Where dates are to be as short as can be.
    package static func isNarrow(_ columns: Int) -> Bool { columns < 56 }

    package func text(of date: Date) -> String { Age(of: date, at: now, format: format, isNarrow: isNarrow).text }
}
