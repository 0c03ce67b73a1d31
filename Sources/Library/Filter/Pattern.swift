import Glibc

/// A regular expression as newsboat has them: POSIX extended, whatever the case of letters.
///
/// What can take glibc without end, to prepare or to match, is refused: texts are anybody's.
final class Pattern {
    struct Problem: Error, Equatable {
        let reason: String
    }

    /// Of a text that is longer the beginning is looked at.
    static let longestText = 1 << 16
    private static let longestPattern = 1000
    private static let mostRepetitions = 1000

    private let source: String
    private var inUTF8: CompiledPattern
    /// For texts of ASCII alone, several times as quick; nil where the pattern has other characters.
    private var inASCII: CompiledPattern?

    init(_ source: String) throws(Problem) {
        let bytes = Array(source.utf8)
        guard bytes.count <= Self.longestPattern else {
            throw Problem(reason: "a pattern has at most \(Self.longestPattern) characters")
        }
        try Self.checkRepetitions(bytes)
        self.source = source
        inUTF8 = try CompiledPattern(source, in: "C.UTF-8")
        inASCII = bytes.allSatisfy { $0 < 0x80 } ? try CompiledPattern(source, in: "C") : nil
    }

    func matches(_ text: Span<UInt8>) -> Bool {
        let length = min(text.count, Self.longestText)
        renewIfWornOut()
        guard let inASCII, text.isASCII(upTo: length) else { return inUTF8.matches(text, upTo: length) }
        return inASCII.matches(text, upTo: length)
    }

    private func renewIfWornOut() {
        if inUTF8.isWornOut, let anew = try? CompiledPattern(source, in: "C.UTF-8") { inUTF8 = anew }
        if inASCII?.isWornOut == true, let anew = try? CompiledPattern(source, in: "C") { inASCII = anew }
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

extension Span where Element == UInt8 {
    fileprivate func isASCII(upTo length: Int) -> Bool {
        var seen: UInt8 = 0
        for index in 0..<length { seen |= self[index] }
        return seen < 0x80
    }
}
