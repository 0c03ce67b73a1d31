import Foundation
import Testing

@testable import Typesetting

/// Unicode's own test of line breaking, if installed (Debian: unicode-data) or named by `LEDE_UNICODE`.
@Suite struct `Unicode's test of line breaking` {
    private static let path =
        (ProcessInfo.processInfo.environment["LEDE_UNICODE"] ?? "/usr/share/unicode") + "/auxiliary/LineBreakTest.txt"

    /// Intended differences, by the classes in the test's comments.
    private static let tailored: [(reason: String, signs: [String])] = [
        (
            "spaces at the start of a line are part of what follows",
            ["× [0.3] SPACE (SP)", "÷ [4.0] SPACE (SP)", "÷ [5.03] SPACE (SP)"]
        ),
        ("no line begins with a dash", ["(B2)"]), ("Korean breaks at spaces", ["HANGUL"]),
        ("a path after a space may begin a line", ["(SY)"]), ("Unicode 16 on quotation marks", ["(QU)"]),
        ("hyphens leave no stumps", ["(HY)"]), ("Unicode 16 on numbers after a full stop", ["(IS)"])
    ]

    @Test(.enabled(if: FileManager.default.fileExists(atPath: path)))
    func `Unicode's test of line breaking passes, except for tailored rules`() throws {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n")
        var cases = 0
        var differences: [String: Int] = [:]
        for line in lines {
            guard let test = BreakTest(line) else { continue }
            cases += 1
            var ends: [Int] = []
            LineSegmenter.read(test.text.span) { ends.append($0.next) }
            guard ends != test.breaks else { continue }
            let reason = Self.tailored.first { $0.signs.contains { test.comment.contains($0) } }?.reason
            if reason == nil { Issue.record("\(line)") }
            differences[reason ?? "", default: 0] += 1
        }
        let different = differences.values.reduce(0, +)
        print("Line breaking: \(cases - different) of \(cases) agree; \(differences.sorted { $0.value > $1.value })")
        #expect(cases > 6000 && different * 8 < cases)
    }
}

/// A line of the test: code points separated by signs that say whether a line may break.
private struct BreakTest {
    var text: [UInt8] = []
    var breaks: [Int] = []
    let comment: Substring

    /// Nil if the line has no test, or line ends that clean text doesn't have.
    init?(_ line: Substring) {
        guard line.hasPrefix("×"), let sign = line.firstIndex(of: "#") else { return nil }
        comment = line[sign...]
        for word in line[..<sign].split(whereSeparator: \.isWhitespace) {
            if word == "÷" { breaks.append(text.count) }
            guard let value = UInt32(word, radix: 16) else { continue }
            guard value != 0x0D, value != 0x85, let scalar = UnicodeScalar(value) else { return nil }
            text.append(contentsOf: String(scalar).utf8)
        }
    }
}
