import Testing

@testable import Patterns

@Suite struct `A pattern` {
    @Test(arguments: [
        ("rust|swift", "All about Swift", true), ("^all", "All about Swift", true),
        ("^about", "All about Swift", false),
        ("ÜBER", "Ein Überblick", true), ("a.c", "a\u{20AC}c", true), ("", "", true), ("x", "", false)
    ])
    func `is found whatever the case of letters`(source: String, text: String, isFound: Bool) throws {
        let pattern = try Pattern(PatternSource(source))
        let matches = pattern.matches(Array(text.utf8).span)
        #expect(matches == isFound)
    }

    @Test(arguments: ["((a{255}){255}){255}", #"(a)\1"#, String(repeating: "a", count: 1001)])
    func `that could take without end is refused`(source: String) {
        #expect(throws: PatternSource.Problem.self) { try PatternSource(source) }
    }

    @Test(arguments: ["(", "[a", "a{2,1}"])
    func `that is none says why`(source: String) throws {
        let source = try PatternSource(source)
        let problem = #expect(throws: PatternSource.Problem.self) { try Pattern(source) }
        #expect(problem?.reason.hasPrefix("this is no pattern: ") == true)
        #expect(throws: PatternSource.Problem.self) { try PatternFinder(source) }
    }
}

@Suite struct `Looking for a pattern` {
    @Test(arguments: [
        ("swift|rust", "Swift, and Rust", ["Swift", "Rust"]), ("^a", "aaa", ["a"]), ("a*", "baac", ["aa"]),
        ("über", "Überall: über", ["Über", "über"]), ("none", "text", []),
        // The second half of a character can't be drawn by itself.
        ("\u{301}", "e\u{301}", [])
    ])
    func `finds each place`(source: String, text: String, places: [String]) throws {
        let finder = try PatternFinder(PatternSource(source))
        #expect(finder.ranges(in: text).map { String(text[$0]) } == places)
    }
}
