/// A regular expression like newsboat's: POSIX extended, ignoring case.
///
/// It refuses what may take glibc endlessly to prepare or to match: patterns come with other people's configurations,
/// and texts from anywhere.
package struct PatternSource: Equatable, Sendable {
    package struct Problem: Error, Equatable {
        package let reason: String
    }

    package let text: String

    package init(_ text: String) throws(Problem) {
        try PatternReader.check(Array(text.utf8))
        self.text = text
    }
}
