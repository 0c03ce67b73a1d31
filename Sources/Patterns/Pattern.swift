/// A regular expression that texts have or not.
package final class Pattern {
    /// Of a text that is longer the beginning is looked at.
    package static let longestText = 1 << 16

    private let source: PatternSource
    private var inUTF8: CompiledPattern
    /// For texts of ASCII alone, several times as quick; nil where the pattern has other characters.
    private var inASCII: CompiledPattern?

    package init(_ source: PatternSource) throws(PatternSource.Problem) {
        self.source = source
        inUTF8 = try Self.compile(source, .utf8)
        inASCII = source.isASCII ? try Self.compile(source, .ascii) : nil
    }

    package func matches(_ text: Span<UInt8>) -> Bool {
        let length = min(text.count, Self.longestText)
        renewIfWornOut()
        guard let inASCII, text.isASCII(upTo: length) else { return inUTF8.firstMatch(in: text, 0..<length) != nil }
        return inASCII.firstMatch(in: text, 0..<length) != nil
    }

    private func renewIfWornOut() {
        if inUTF8.isWornOut, let anew = try? Self.compile(source, .utf8) { inUTF8 = anew }
        if inASCII?.isWornOut == true, let anew = try? Self.compile(source, .ascii) { inASCII = anew }
    }

    private static func compile(
        _ source: PatternSource, _ characters: CompiledPattern.Characters
    ) throws(PatternSource.Problem) -> CompiledPattern {
        // What is wrong with it is wrong with it alone.
        _ = try CompiledPattern(source.text, characters)
        // Left to look where it begins, glibc would try each character of the text, and go through the rest of it for
        // each.
        do { return try CompiledPattern("^.*(\(source.text))", characters) } catch {
            throw PatternSource.Problem(reason: "the pattern is too long")
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
