import Foundation
import Glibc
import TestSupport
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

@Suite struct ShortenedAddressTests {
    @Test(arguments: [
        ("https://example.org/feed", 30, "https://example.org/feed"),
        ("https://example.org/feed", 20, "example.org/feed"),
        ("https://example.org/a/long/way/to/feed.xml", 26, "example.org/a/l…o/feed.xml"),
        ("https://example.org/feed.xml", 12, "example.org…"), ("", 5, "")
    ])
    func `a URL loses its scheme first, then the middle of its path`(
        address: String, cells: Int, short: String
    ) {
        #expect(address.shortenedAddress(toCells: cells) == short)
    }

    @Test(arguments: [
        ("example.org/a/long/way/to/feed.xml", 26, "example.org/a/l…o/feed.xml"),
        ("example.org:8080/feed.xml", 17, "example.org:8080…"),
        ("long-name-of-a-site.example.org/0/harbour", 20, "long-…te.example.org"),
        ("exec:feeds/make-one --all of/them", 12, "exe… of/them"), ("[2001:db8::1]/feed.xml", 14, "[2001:db8::1]…")
    ])
    func `a URL without a scheme loses the middle of its path first`(
        address: String, cells: Int, short: String
    ) {
        #expect(address.shortenedAddress(toCells: cells) == short)
    }

    @Test(arguments: 8...60, ["https://", "", "gemini://"])
    func `the end of the host stays visible`(cells: Int, scheme: String) {
        let host = "www.bank.example.\(String(repeating: "a", count: 80)).evil.test"
        let short = "\(scheme)\(host)/login?from=bank.example".shortenedAddress(toCells: cells)
        #expect(short.cellWidth <= cells)
        #expect(short.contains(cells < 14 ? "test" : "evil.test"))
    }
}

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

/// The C library of the tests, which ncurses asks for widths.
enum CLibrary {
    static var version: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            confstr(Int32(_CS_GNU_LIBC_VERSION), buffer.baseAddress, buffer.count)
            return buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    /// Calls the body with `wcwidth()` while this thread's locale is C.UTF-8.
    static func withUnicode<Result>(_ body: (@convention(c) (Int32) -> Int32) throws -> Result) throws -> Result {
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        // Glibc's module hides wcwidth(), which is an X/Open function.
        let symbol = try #require(dlsym(nil, "wcwidth"))
        return try body(unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self))
    }
}

@Suite struct ClusterTests {
    private func clusters(_ text: String) -> [String] {
        let bytes = text.utf8.span
        var clusters: [String] = []
        var start = 0
        while start < bytes.count {
            let end = Cluster.end(in: bytes, at: start)
            clusters.append(String(decoding: text.utf8.dropFirst(start).prefix(end - start), as: UTF8.self))
            start = end
        }
        return clusters
    }

    @Test func `a visible character is one cluster`() {
        #expect(clusters("ab\r\nc") == ["a", "b", "\r\n", "c"])
        #expect(clusters("e\u{301}🇩🇪🇫🇷👨‍👩‍👧👍🏽❤️1️⃣") == ["e\u{301}", "🇩🇪", "🇫🇷", "👨‍👩‍👧", "👍🏽", "❤️", "1️⃣"])
        #expect(clusters("\u{1112}\u{1161}\u{11AB}한각").map(\.unicodeScalars.count) == [3, 1, 1])
        #expect(clusters("कि日") == ["कि", "日"])
    }

    @Test func `clusters of any text are Swift's characters`() {
        var generator = SplitMix(state: 20_261_121)
        // Swift's data is newer: an Indic virama joins (GB9c), and fewer signs are pictographs.
        let scalars = (UInt32(1)...0x2FFF)
            .filter { !(0x900...0xD7F).contains($0) && ![.unknown, .narrowPictograph].contains(CellTrait($0)) }
            .compactMap(Unicode.Scalar.init)
        let joining = Array("\u{301}\u{200D}🏽👩❤\u{FE0F}🇩\u{1112}\u{1161}\u{11AB}가각\r\n\u{903}\u{600}a".unicodeScalars)
        for _ in 0..<5000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<12 {
                text.append(
                    (Bool.random(using: &generator) ? joining : scalars).randomElement(using: &generator) ?? "a")
            }
            let expected = String(text).map { String($0) }
            if clusters(String(text)) != expected { Issue.record("\(text.map { String($0.value, radix: 16) })") }
        }
    }

    @Test(.enabled(if: UnicodeData.isThere))
    func `Unicode's own test of clusters passes`() throws {
        let lines = try UnicodeData.lines(of: "auxiliary/GraphemeBreakTest.txt")
        let failures = lines.filter { line in
            let expected = line.split(separator: "÷").map { part in
                part.split(separator: "×").compactMap { UInt32($0.trimmingCharacters(in: .whitespaces), radix: 16) }
            }.filter { !$0.isEmpty }
            let text = String(String.UnicodeScalarView(expected.joined().compactMap(Unicode.Scalar.init)))
            return clusters(text).map { $0.unicodeScalars.map(\.value) } != expected
        }
        #expect(failures == [])
        #expect(lines.count == 602)
    }
}

/// The files of Debian's package unicode-data, if installed or fetched by `Data/tables.py`.
enum UnicodeData {
    static let isThere = folder != nil

    static func lines(of file: String) throws -> [String] {
        let text = try String(contentsOfFile: (folder ?? "") + "/" + file, encoding: .utf8)
        return text.split(separator: "\n").map { String($0.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    private static let folder = [
        "/usr/share/unicode", ProjectFile.path(".build/unicode-data/usr/share/unicode")
    ].first { FileManager.default.fileExists(atPath: $0) }
}
