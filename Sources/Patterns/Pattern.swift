/// A regular expression that texts match or don't.
package final class Pattern {
    /// Only this much of the beginning of a longer text is searched.
    package static let longestText = 1 << 16

    private var matcher: PatternMatcher

    package init(_ source: PatternSource) throws(PatternSource.Problem) {
        // glibc says what is wrong with a pattern.
        _ = try CompiledPattern(source.text)
        matcher = PatternMatcher(PatternCompiler.program(of: source.text))
    }

    package func matches(_ text: Span<UInt8>) -> Bool {
        matcher.matches(text, upTo: min(text.count, Self.longestText))
    }
}
