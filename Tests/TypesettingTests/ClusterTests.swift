import Foundation
import TestSupport
import Testing

@testable import Typesetting

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
