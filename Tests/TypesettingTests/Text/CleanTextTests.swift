import TestSupport
import Testing

@testable import Typesetting

@Suite struct CleanTextTests {
    @Test(arguments: [
        "", "a", "The lede, in Swift 6.3!", "Grüße aus Köln", "日本語", "👨👩👧 and ❤", "נ ע", "🇩🇪 🇫🇷", "हिन्दी", "می‌خواهم",
        "ශ්‍රී", "한국어", "葛\u{E0100}城"
    ])
    func `clean text is returned unchanged`(text: String) {
        #expect(CleanText.line(text) == text)
        #expect(CleanText.block(text) == text)
    }

    @Test func `a line has single spaces inside and none at its ends`() {
        #expect(CleanText.line("  a\r\n\tb \u{A0}\u{3000}c\u{2028}d\u{85}") == "a b c d")
        #expect(CleanText.line("\u{3164}a\u{2800}\u{FFA0}b") == "a b")
        #expect(CleanText.line(" \n ") == "")
    }

    @Test func `a block keeps line breaks and spaces, and its tabs reach the next stop`() {
        #expect(CleanText.block("a\tb\r\n  c\rd\u{2029}e") == "a       b\n  c\nd\ne")
        #expect(CleanText.block("日本\tb\n1234567\tb\n12345678\tb") == "日本    b\n1234567 b\n12345678        b")
        #expect(CleanText.block("a\tb\tc\n\n\td") == "a       b       c\n\n        d")
    }

    @Test func `an escape sequence loses only its escape`() {
        #expect(CleanText.line("\u{1B}[31mred\u{1B}[0m") == "[31mred[0m")
        #expect(CleanText.block("\u{1B}]0;title\u{7}text\u{9B}2J") == "]0;titletext2J")
    }

    @Test func `a right-to-left override can't reverse the end of a word`() {
        #expect(CleanText.line("photo\u{202E}gnp.exe") == "photognp.exe")
    }

    @Test func `invisible text in tag characters is dropped`() {
        #expect(CleanText.line("flag\u{E0067}\u{E0062}\u{E007F}") == "flag")
    }

    @Test func `an emoji is reduced to what takes the same cells on every terminal`() {
        #expect(CleanText.line("👨‍👩‍👧") == "👨👩👧")
        #expect(CleanText.line("👩🏽‍💻 🏃‍♀️ ❤️‍🔥 🏳️‍🌈 👁️‍🗨️") == "👩💻 🏃 ❤🔥 🏳🌈 👁🗨")
        #expect(CleanText.line("👍🏽 ✌🏿") == "👍 ✌")
        #expect(CleanText.line("❤️ ✔️ ⌚\u{FE0E} ↗\u{FE0E}") == "❤ ✔ ⌚ ↗\u{FE0E}")
        #expect(CleanText.line("1️⃣ #️⃣ 🏴\u{E0067}\u{E0062}\u{E007F}") == "1 # 🏴")
        #expect(CleanText.line("🏻 🏿") == "🏻 🏿")
    }

    @Test func `half a flag becomes a letter`() {
        #expect(CleanText.line("🇩🇪🇫 \u{1F1FA}") == "🇩🇪F U")
    }

    @Test func `jamo become the syllable that they spell`() {
        #expect(CleanText.line("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}").utf8.elementsEqual("한국".utf8))
        #expect(CleanText.line("\u{1161}a\u{11AB}") == "\u{FFFD}a\u{FFFD}")
        #expect(CleanText.line("\u{1112}\u{119E}\u{11AB}").utf8.elementsEqual("\u{1112}\u{119E}\u{11AB}".utf8))
    }

    // A terminal would show a part of some picture in its place.
    @Test func `the placeholder of kitty's pictures is replaced`() {
        #expect(CleanText.line("a\u{10EEEE}\u{305}\u{30D}b").unicodeScalars.contains("\u{10EEEE}") == false)
        #expect(CleanText.line("a\u{10EEEE}b") == "a\u{FFFD}b")
    }

    @Test func `characters of unknown width are shown as unknown`() {
        #expect(
            CleanText.line("a\u{E000}\u{F8FF}b\u{1FAE8}\u{378}\u{10FFFD}")
                == "a\u{FFFD}\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}")
    }

    @Test func `marks need a character, and at most eight join one`() {
        #expect(CleanText.line("\u{301}a \u{301}b\n\u{302}") == "a b")
        let flood = "e" + String(repeating: "\u{301}", count: 100_000) + "nd"
        #expect(CleanText.line(flood).unicodeScalars.count == 11)
        #expect(CleanText.block(flood).unicodeScalars.count == 11)
    }

    @Test func `a message hidden in variation selectors is dropped`() {
        let hidden = String(String.UnicodeScalarView((0xE0100...0xE01EF).compactMap(Unicode.Scalar.init)))
        #expect(CleanText.line("a\(hidden)b😀\(hidden)") == "ab😀")
        #expect(CleanText.line("葛\(hidden)").unicodeScalars.count == 2)
        #expect(CleanText.line("a" + String(repeating: "\u{FE00}\u{FE0F}", count: 50)) == "a")
    }

    @Test func `joiners stay only where they are part of the spelling`() {
        #expect(CleanText.line("a\u{200C}b\u{200D}c") == "abc")
        #expect(CleanText.line("ک\u{200C}\u{200C}\u{200D}ن") == "ک\u{200C}ن")
    }

    @Test func `invalid bytes become replacement characters`() {
        let broken: [[UInt8]] = [
            [0x61, 0x80, 0x62], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xE0, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE]
        ]
        for bytes in broken {
            var line: [UInt8] = []
            CleanText.appendLine(bytes.span, to: &line)
            #expect(String(validating: line, as: UTF8.self)?.contains("\u{FFFD}") == true)
        }
    }

    @Test func `prose keeps characters about line breaks`() {
        var prose: [UInt8] = []
        CleanText.appendProse("a\u{202F}b\u{AD}c\u{FEFF}d\u{200B}e \u{200B}\u{3000}f".utf8.span, to: &prose)
        #expect(String(decoding: prose, as: UTF8.self) == "a\u{A0}b\u{AD}c\u{2060}d\u{200B}e \u{3000}f")
    }

    @Test func `a character is joined across two pieces`() {
        var line: [UInt8] = []
        for piece in ["e", "\u{301}", "👩", "\u{200D}", "👩", "\u{1112}", "\u{1161}"] {
            CleanText.appendLine(piece.utf8.span, to: &line)
        }
        #expect(String(decoding: line, as: UTF8.self).utf8.elementsEqual("e\u{301}👩👩하".utf8))
    }

    @Test(arguments: UInt32(0)...0x7F)
    func `every ASCII character is treated the same at every position`(value: UInt32) {
        guard let scalar = Unicode.Scalar(value) else { return }
        let letters = String(repeating: "x", count: 24)
        for place in 0..<24 {
            let before = letters.prefix(place)
            let isSpace = (0x09...0x0D).contains(value) || value == 0x20
            let shown = isSpace ? " " : value < 0x20 || value == 0x7F ? "" : String(scalar)
            let after = isSpace && place == 0 ? "" : shown
            #expect(CleanText.line("\(before)\(scalar)\(letters)") == "\(before)\(after)\(letters)")
            #expect(CleanText.line("\(before) \(scalar)y\(letters) ").contains("  ") == false)
        }
    }

    @Test func `no forbidden character is let through`() {
        for value in UInt32(0)...0xF00FF where Forbidden.contains(value) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(Character(scalar))b"
            let line = CleanText.line(text)
            let block = CleanText.block(text)
            if line.unicodeScalars.contains(scalar) { Issue.record("line keeps U+\(String(value, radix: 16))") }
            if block.unicodeScalars.contains(scalar), value != 0x0A {
                Issue.record("block keeps U+\(String(value, radix: 16))")
            }
        }
    }

    @Test func `only fillers, selectors and joiners of Unicode's ignorable characters are let through`() {
        let kept = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            scalar.properties.isDefaultIgnorableCodePoint
                && ["a", "日", "ک", "ᄒ"].contains { CleanText.block("\($0)\(scalar)").unicodeScalars.contains(scalar) }
        }
        let expected = [
            0x115F...0x1160, 0x180B...0x180D, 0x180F...0x180F, 0x200C...0x200D, 0x3164...0x3164, 0xFE00...0xFE0D,
            0xFFA0...0xFFA0, 0xE0100...0xE01EF
        ]
        #expect(kept.map { Int($0.value) } == expected.flatMap { $0 })
    }

    @Test func `cleaning twice equals cleaning once`() {
        var generator = SplitMix(state: 7)
        for value in [0...0x2FFF, 0xFE00...0xFFFF, 0x1F1E0...0x1F3FF, 0xE0000...0xE01FF].joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            expectStable(" a\(Character(scalar)) \(Character(scalar))")
        }
        for _ in 0..<20_000 {
            let pieces = (0..<6).map { _ in joining[Int.random(in: joining.indices, using: &generator)] }
            expectStable(pieces.joined())
        }
    }

    private let joining = [
        "a", " ", "1", "日", "👩", "❤", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{FE0E}", "\u{FE00}", "\u{E0100}", "🏽", "♀",
        "\u{301}",
        "\u{20E3}", "🇩", "🇪", "\u{1112}", "\u{1161}", "\u{11AB}", "하", "\u{119E}", "क", "\u{94D}", "ک", "\u{903}", "\n",
        "\u{E0067}"
    ]

    private func expectStable(_ text: String) {
        let line = CleanText.line(text)
        let block = CleanText.block(text)
        let isStable =
            line.utf8.elementsEqual(CleanText.line(line).utf8) && block.utf8.elementsEqual(CleanText.block(block).utf8)
        if !isStable { Issue.record("\(text.unicodeScalars.map { String($0.value, radix: 16) })") }
    }
}

/// The characters that no terminal may get, listed separately from the tested code.
enum Forbidden {
    static func contains(_ value: UInt32) -> Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
            0x2060...0x206F,
            0xE000...0xF8FF, 0xFE0F, 0xFEFF, 0xFFF0...0xFFFC, 0xFDD0...0xFDEF, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF,
            0xF0000...0x10FFFF:
            true
        default: value & 0xFFFF >= 0xFFFE
        }
    }

    static func isIn(_ text: String) -> Bool {
        text.unicodeScalars.contains { contains($0.value) }
    }
}
