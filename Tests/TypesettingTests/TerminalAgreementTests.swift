import TestSupport
import Testing

@testable import Typesetting

/// Compares our widths with libvterm 0.1.4, which has its own table.
///
/// Its marks are those of Unicode 5, and its wide characters those of Unicode 9; nothing else may differ.
/// `Scripts/measure-widths.py` compares ncurses and any terminal in the same way.
@Suite struct TerminalAgreementTests {
    @Test func `an emulator moves by our widths for every code point`() {
        let passed = (UInt32(0x21)...0xE01EF).compactMap(Unicode.Scalar.init).filter { scalar in
            ![.unknown, .forbidden].contains(CharacterKind(scalar.value))
                && CleanText.line("a\(scalar)b").utf8.elementsEqual("a\(scalar)b".utf8)
        }
        let classes = Dictionary(grouping: different(passed.map { String($0) }), by: reason).mapValues(\.count)
        #expect(passed.count == 144_002)
        #expect(
            classes == [
                "wide since Unicode 10 or later": 1494, "a mark it does not know": 1081,
                "one cell, and it takes it for a mark or for wide": 10
            ])
    }

    @Test(.enabled(if: UnicodeData.isThere))
    func `an emulator moves by our widths for every emoji that it knows`() throws {
        let emoji = try UnicodeData.lines(of: "emoji/emoji-test.txt").map { line in
            let codePoints = line.prefix { $0 != ";" }.split(separator: " ").compactMap { UInt32($0, radix: 16) }
            return CleanText.line(String(String.UnicodeScalarView(codePoints.compactMap(Unicode.Scalar.init))))
        }
        let different = different(emoji)
        #expect(emoji.count == 4733)
        #expect(different.count == 1185)
        #expect(different.allSatisfy { $0.unicodeScalars.contains { ($0.properties.age?.major ?? 0) >= 10 } })
    }

    /// Returns the texts that move the emulator by another width than ours.
    private func different(_ texts: [String]) -> [String] {
        let emulator = Emulator(columns: 80, rows: 2)
        return texts.filter { text in
            emulator.feed("\r\u{1B}[Ka\(text)b")
            return emulator.cursor.column != 2 + CellWidth.of(text)
        }
    }

    private func reason(_ text: String) -> String {
        guard let scalar = text.unicodeScalars.first else { return "empty" }
        return switch CellWidth.of(text) {
        case 0: "a mark it does not know"
        case 1: "one cell, and it takes it for a mark or for wide"
        default: (scalar.properties.age?.major ?? 0) >= 10 ? "wide since Unicode 10 or later" : "wide"
        }
    }
}
