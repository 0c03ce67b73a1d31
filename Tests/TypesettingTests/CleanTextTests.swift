import Testing

@testable import Typesetting

@Suite struct CleanTextTests {
    @Test(arguments: ["", "a", "The lede, in Swift 6.3!", "Grüße aus Köln", "日本語", "👨‍👩‍👧 and ❤️", "נ ع"])
    func `text that needs nothing is returned as it is`(text: String) {
        #expect(CleanText.line(text) == text)
        #expect(CleanText.block(text) == text)
    }

    @Test func `a line has single spaces inside and none at its ends`() {
        #expect(CleanText.line("  a\r\n\tb \u{A0}\u{3000}c\u{2028}d\u{85}") == "a b c d")
        #expect(CleanText.line(" \n ") == "")
    }

    @Test func `a block keeps its line breaks and spaces, and its tabs reach to the next stop`() {
        #expect(CleanText.block("a\tb\r\n  c\rd\u{2029}e") == "a       b\n  c\nd\ne")
        #expect(CleanText.block("日本\tb\n1234567\tb\n12345678\tb") == "日本    b\n1234567 b\n12345678        b")
    }

    @Test func `an escape sequence loses its escape and nothing else`() {
        #expect(CleanText.line("\u{1B}[31mred\u{1B}[0m") == "[31mred[0m")
        #expect(CleanText.block("\u{1B}]0;title\u{7}text\u{9B}2J") == "]0;titletext2J")
    }

    @Test func `the ends of words that a right-to-left override would turn round stay where they are`() {
        #expect(CleanText.line("photo\u{202E}gnp.exe") == "photognp.exe")
    }

    @Test func `invisible text in tag characters is dropped`() {
        #expect(CleanText.line("flag\u{E0067}\u{E0062}\u{E007F}") == "flag")
    }

    @Test func `no forbidden character comes through, whichever it is`() {
        for value in UInt32(0)...0x10FFFF where Forbidden.contains(value) {
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

    @Test func `cleaning twice is cleaning once`() {
        for value in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = " a\(Character(scalar)) \(Character(scalar))"
            #expect(CleanText.line(CleanText.line(text)) == CleanText.line(text))
            #expect(CleanText.block(CleanText.block(text)) == CleanText.block(text))
        }
    }
}

/// What no terminal may be sent, written down once more and apart from the code under test.
enum Forbidden {
    static func contains(_ value: UInt32) -> Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xFDD0...0xFDEF, 0xE0000...0xE007F:
            true
        default: value & 0xFFFF >= 0xFFFE
        }
    }

    static func isIn(_ text: String) -> Bool {
        text.unicodeScalars.contains { contains($0.value) }
    }
}
