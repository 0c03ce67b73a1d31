package import FoundationEssentials
import Typesetting

/// The column of dates in a list, with the same width in all rows.
package struct DateColumn {
    package let width: Int
    private let now: Date
    private let format: String
    private let isNarrow: Bool

    /// `format` is the user's date format, as for `Age`.
    package init(at now: Date, format: String, isNarrow: Bool) {
        (self.now, self.format, self.isNarrow) = (now, format, isNarrow)
        // Not all dates of the list are known, so the width is that of the longest possible date.
        width =
            format.isEmpty
            ? isNarrow ? 6 : 8
            : Age(of: Self.longest, at: Self.longest.addingTimeInterval(999 * 86_400), format: format).text.cellWidth
    }

    /// A Wednesday in September, late in the month and at noon.
    private static let longest = Date(timeIntervalSince1970: 1_664_366_400)

    /// Whether dates have to be as short as possible.
    package static func isNarrow(_ columns: Int) -> Bool { columns < 56 }

    package func text(of date: Date) -> String { Age(of: date, at: now, format: format, isNarrow: isNarrow).text }
}
