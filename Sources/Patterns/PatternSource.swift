/// A regular expression as newsboat has them: POSIX extended, whatever the case of letters.
///
/// What can take glibc without end, to prepare or to match, is refused: patterns come with configurations of others, and
/// texts are anybody's.
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
