import TestSupport
import Testing

@testable import Patterns

@Suite struct `A regular expression` {
    @Test(arguments: [
        ("rust|swift", "All about Swift", true), ("^all", "All about Swift", true),
        ("^about", "All about Swift", false),
        ("ÜBER", "Ein Überblick", true), ("a.c", "a\u{20AC}c", true), ("", "", true), ("x", "", false)
    ])
    func `a pattern ignores case`(source: String, text: String, isFound: Bool) throws {
        let pattern = try Pattern(PatternSource(source))
        let matches = pattern.matches(Array(text.utf8).span)
        #expect(matches == isFound)
    }

    @Test(arguments: [
        ("((a{255}){255}){255}", "written out"), (#"(a)\1"#, "back references"),
        (String(repeating: "a", count: 1001), "written out"), ("a{99999999999999999999}", "written out"),
        // 74 characters that took 14 s and 2 GB.
        (String(repeating: "(", count: 20) + "a" + String(repeating: ")+", count: 20), "written out"),
        ("a" + String(repeating: "+", count: 20), "written out"),
        (String(repeating: "(", count: 20) + "a" + String(repeating: "){1,}", count: 20), "written out"),
        (#"[]+](((((((((((x+)+)+)+)+)+)+)+)+)+)+)+"#, "written out"),
        // Each loop around something that can be empty doubles the paths, and so does each anchor.
        (String(repeating: "(", count: 200) + "a" + String(repeating: ")*", count: 200), "can be empty"),
        (#"((^|^)(^)*(\b\b)+){2,}"#, "can be empty"), ("(a*|b)+", "can be empty"), ("(x|)*", "can be empty"),
        (#"((\b^$\B()){0,10}){10}"#, "between two characters"), (#"^(\b)?(a|$)?(^|b)"#, "between two characters")
    ])
    func `a pattern that glibc would prepare very slowly is refused`(source: String, reason: String) {
        let problem = #expect(throws: PatternSource.Problem.self) { try PatternSource(source) }
        #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
    }

    @Test(arguments: [
        "a{1000}", String(repeating: "a", count: 1000), "(ab{2,}c?)+", #"^\s*(re|aw):( +|$)"#, "[[:alpha:]+*]+ [^]{]*",
        #"\brust\b|\bswift\b|\bzig\b|\bgo\b"#, #"^[^a]*\bone\b.*\btwo\b.*\bthree\b$"#, "(^|[^a-z])(word )+([^a-z]|$)",
        "https?://[^ ]+", "(a.{0,20}b){10}", "(a?b?c?){20}", ")a", "a{0}", "x()"
    ])
    func `a pattern within the limits is prepared quickly`(source: String) throws {
        let time = try processorTime { _ = try Pattern(PatternSource(source)) }
        #expect(time < .seconds(2))
    }

    @Test func `a pattern is compiled again before glibc keeps too much memory`() throws {
        let pattern = try CompiledPattern("a.{50}c")
        let text = Array(repeating: UInt8(ascii: "b"), count: 1 << 16)
        _ = pattern.firstMatch(in: text.span, 0..<text.count)
        #expect(!pattern.isWornOut)
        _ = pattern.firstMatch(in: text.span, 0..<1)
        #expect(pattern.isWornOut)
    }

    @Test(arguments: [
        // glibc takes 10 s for this one and the longest text, with memory for a state at each byte.
        ("a.{50}c", "a"), ("(a|b)*a(a|b){12}c", "ab"), ("(a?b?c?){20}z", "b"), ("(x+x+)+y", "x"),
        ("([a-z]+[0-9]*)+!", "a"), (#"\bw.*x.*y.*z"#, "wxy ")
    ])
    func `no text takes a pattern long`(source: String, text: String) throws {
        let text = Array(repeatElement(text, count: 8192 / text.utf8.count).joined().utf8)
        let pattern = try Pattern(PatternSource(source))
        var isFound = true
        let time = processorTime { isFound = pattern.matches(text.span) }
        #expect(!isFound)
        #expect(time < .longestWork)
    }

    @Test(arguments: [
        "a", "A|b", "^ab$", "a.c", "[a-c]+1", "[^a]b", "[]a-]", "[[:upper:]]_", "(ab|c)*d", "a{2,3}b", "x{,2}y", "é|ß",

        #"\ba"#, #"a\b"#, #"\Ba"#, #"\<é\>"#, #"\w\W"#, #"\s|\S\S"#, #"\."#, "()", "a||b", "日.", "K", "[[=a=]][[.-.]]",
        ")", "ı"
    ])
    func `a pattern means what it means to the C library`(source: String) throws {
        let pattern = try Pattern(PatternSource(source))
        let finder = try CompiledPattern(source)
        let letters = [
            "a", "b", "c", "d", "A", "é", "É", "ß", "日", "_", "1", " ", ".", "-", "x", "k", "\u{212A}", "ı", "ſ", ")"
        ]
        var chance = SplitMix(state: 3)
        for length in 0..<200 {
            let text = (0..<length % 9).map { _ in letters.randomElement(using: &chance) ?? "" }.joined()
            let bytes = Array(text.utf8)
            let isFound = finder.firstMatch(in: bytes.span, 0..<bytes.count) != nil
            let isMatched = pattern.matches(bytes.span)
            #expect(isMatched == isFound, "\(text)")
        }
    }

    @Test func `a line break is a character like others`() throws {
        let text = Array("a\nb".utf8)
        let found = try ["a.b", "^b", "a$"].filter { try Pattern(PatternSource($0)).matches(text.span) }
        #expect(found == ["a.b"])
    }

    @Test(arguments: [
        ("(", "“(” without “)”"), ("[a", "“[” without “]”"), ("a{2,1}", "“{…}” needs one number"),
        ("*a", "nothing to repeat"), ("[b-a]", "a range in “[…]” ends before it begins")
    ])
    func `an invalid pattern says why`(source: String, reason: String) throws {
        let source = try PatternSource(source)
        let problem = #expect(throws: PatternSource.Problem.self) { try Pattern(source) }
        #expect(problem?.reason.hasPrefix("invalid pattern: \(reason)") == true, "\(problem?.reason ?? "")")
        #expect(throws: PatternSource.Problem.self) { try PatternFinder(source) }
    }
}

@Suite struct `A search for a pattern` {
    @Test(arguments: [
        ("swift|rust", "Swift, and Rust", ["Swift", "Rust"]), ("^a", "aaa", ["a"]), ("a*", "baac", ["aa"]),
        ("über", "Überall: über", ["Über", "über"]), ("none", "text", []),
        // The second half of a character can't be drawn alone.
        ("\u{301}", "e\u{301}", [])
    ])
    func `a search finds every match`(source: String, text: String, places: [String]) throws {
        let finder = try PatternFinder(PatternSource(source))
        #expect(finder.ranges(in: text).map { String(text[$0]) } == places)
    }
}
