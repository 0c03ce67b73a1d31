/// A regular expression like newsboat's: POSIX extended, ignoring case.
///
/// It refuses what may take glibc endlessly to prepare or to match: patterns come with other people's configurations,
/// and texts from anywhere.
package struct PatternSource: Equatable, Sendable {
    package struct Problem: Error, Equatable {
        package let reason: String
    }

    package let text: String
    let isASCII: Bool

    package init(_ text: String) throws(Problem) {
        let bytes = Array(text.utf8)
        try PatternReader.check(bytes)
        self.text = text
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }
}
