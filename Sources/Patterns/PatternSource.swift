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

    private static let longestPattern = 1000
    private static let mostRepetitions = 1000

    package init(_ text: String) throws(Problem) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longestPattern else {
            throw Problem(reason: "a pattern has at most \(Self.longestPattern) characters")
        }
        try Self.checkRepetitions(bytes)
        self.text = text
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    // glibc writes `a{9}` out as nine times a, and counts inside each other multiply. Back references, which POSIX
    // leaves out too, are what makes it try all ways there are.
    private static func checkRepetitions(_ pattern: [UInt8]) throws(Problem) {
        var repetitions = 1
        var index = 0
        while index < pattern.count {
            if pattern[index] == UInt8(ascii: "\\") {
                if index + 1 < pattern.count, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(pattern[index + 1]) {
                    throw Problem(reason: "a pattern can't refer back to what it has found")
                }
                index += 2
                continue
            }
            if pattern[index] == UInt8(ascii: "{") {
                let counts = pattern[(index + 1)...].prefix { $0 != UInt8(ascii: "}") }
                let most = counts.split(separator: UInt8(ascii: ","))
                    .compactMap { Int(String(decoding: $0, as: UTF8.self)) }.max()
                let (product, isTooLong) = repetitions.multipliedReportingOverflow(by: max(1, most ?? 1))
                guard !isTooLong, product <= mostRepetitions else {
                    throw Problem(reason: "a pattern repeats at most \(mostRepetitions) times in all")
                }
                repetitions = product
            }
            index += 1
        }
    }
}
