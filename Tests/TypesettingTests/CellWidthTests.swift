import Testing

@testable import Typesetting

@Suite struct CellWidthTests {
    @Test func `a width is the sum over code points, as ncurses advances`() {
        #expect(CellWidth.of("") == 0)
        #expect(CellWidth.of("lede") == 4)
        #expect(CellWidth.of("Grüße") == 5)
        #expect(CellWidth.of("e\u{301}") == 1)
        #expect(CellWidth.of("日本語") == 6)
        #expect(CellWidth.of("👨‍👩‍👧") == 6)
        #expect(CellWidth.of("👍🏽") == 4)
        #expect(CellWidth.of("❤️") == 1)
        #expect(CellWidth.of("🇩🇪") == 2)
        #expect(CellWidth.of("कि") == 2)
        #expect(CellWidth.of("한국") == 4)
        #expect(CellWidth.of("\u{1112}\u{1161}\u{11AB}") == 2)
    }

    // The table has Unicode 14 like glibc 2.36; with another glibc, check both.
    @Test(.enabled(if: CLibrary.version == "glibc 2.36"))
    func `the table agrees with wcwidth on all of Unicode`() throws {
        let different = try CLibrary.withUnicode { wcwidth in
            (UInt32(1)...0x10FFFF).filter { codePoint in
                let expected = wcwidth(Int32(codePoint))
                return CellWidth.of(codePoint: codePoint) != (expected < 0 ? 1 : Int(expected))
            }
        }
        #expect(different == [])
    }

    @Test(.enabled(if: CLibrary.version == "glibc 2.36"))
    func `no code point that wcwidth doesn't know is let through`() throws {
        let unknown = try CLibrary.withUnicode { wcwidth in
            (UInt32(0x20)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
                wcwidth(Int32(scalar.value)) < 0 && CleanText.line("a\(scalar)b").unicodeScalars.contains(scalar)
            }
        }
        #expect(unknown == [])
    }

    @Test func `text that fits isn't truncated`() {
        #expect("Swift 6.4".truncated(toCells: 9) == "Swift 6.4")
        #expect("日本語".truncated(toCells: 6) == "日本語")
        #expect("e\u{301}te\u{301}".truncated(toCells: 3) == "e\u{301}te\u{301}")
        #expect("".truncated(toCells: 0) == "")
    }

    @Test func `longer text ends in an ellipsis within its cells`() {
        #expect("Swift 6.4 is out".truncated(toCells: 12) == "Swift 6.4 i…")
        #expect("Swift 6.4 is out".truncated(toCells: 11) == "Swift 6.4…")
        #expect("日本語".truncated(toCells: 5) == "日本…")
        #expect("日本語".truncated(toCells: 4) == "日…")
        #expect("日本語".truncated(toCells: 1) == "…")
        #expect("lede".truncated(toCells: 0) == "")
        #expect("lede".truncated(toCells: -1) == "")
    }

    @Test func `truncation never cuts a character`() {
        #expect("ab👨‍👩‍👧cd".truncated(toCells: 7) == "ab…")
        #expect("cafe\u{301}s".truncated(toCells: 4) == "caf…")
        #expect("cafe\u{301}s!".truncated(toCells: 5) == "cafe\u{301}…")
        #expect("a🇩🇪🇫🇷".truncated(toCells: 3) == "a…")
    }

    @Test func `truncation after an ellipsis adds no second one`() {
        #expect("one … two".truncated(toCells: 7) == "one…")
        #expect("one… two".truncated(toCells: 5) == "one…")
        #expect("… two".truncated(toCells: 2) == "…")
    }

    @Test func `dropping cells leaves a space for half a wide character`() {
        #expect("Swift 6.4".dropping(cells: 6) == "6.4")
        #expect("日本語".dropping(cells: 2) == "本語")
        #expect("日本語".dropping(cells: 3) == " 語")
        #expect("e\u{301}te\u{301}".dropping(cells: 1) == "te\u{301}")
        #expect("lede".dropping(cells: 0) == "lede")
        #expect("lede".dropping(cells: -1) == "lede")
        #expect("lede".dropping(cells: 9) == "")
    }

    @Test func `padding fills up to the width`() {
        #expect("日本".padded(toCells: 6) == "日本  ")
        #expect("12".padded(toCells: 5, alignment: .right) == "   12")
        #expect("日本".padded(toCells: 7, alignment: .center) == " 日本  ")
        #expect("too long".padded(toCells: 3) == "too long")
    }
}
