import Testing

@testable import Configuration

@Suite struct `The text of a config file` {
    private func lines(_ text: String) -> [[String]] {
        ConfigText(Array(text.utf8), path: "config").lines.map { $0.words.map(\.text) }
    }

    private func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }

    private func problems(_ bytes: [UInt8]) -> [String] {
        ConfigText(bytes, path: "config").problems.map(\.description)
    }

    @Test func `is lines of words with comments and blank lines between them`() {
        let text = "\u{FEFF}# a comment\n\n  browser\tlynx  %u # another\r\n\ttext-width 72"
        #expect(lines(text) == [["browser", "lynx", "%u"], ["text-width", "72"]])
    }

    @Test func `has words in quotation marks that hold spaces and escapes`() {
        #expect(lines(#"a "b c" "d\"e\\f\tg\`" x#y "" "#) == [["a", "b c", "d\"e\\f\tg`", "x#y", ""]])
    }

    @Test func `joins a line with the next where it ends in a backslash`() {
        #expect(lines("a b \\\n  c\nd \\\\\ne") == [["a", "b", "c"], ["d", "\\\\"], ["e"]])
        #expect(lines("# no \\\nb") == [["b"]])
        #expect(lines("a \\") == [["a"]])
    }

    @Test func `says where each word stands`() throws {
        let line = try #require(ConfigText(Array("\n  a \\\n \"b\"".utf8), path: "config").lines.first)
        #expect(line.words.map(\.place.description) == ["config:2:3", "config:3:2"])
    }

    @Test func `runs no command, and says so`() {
        #expect(lines("a `touch /tmp/x`\nb \"`id`\"\nc \\`d").map { $0 } == [["c", "`d"]])
        #expect(problems("\na `id`").first?.hasPrefix("config:2:3: lede runs no command") == true)
        #expect(lines("# `id`\na # `id`") == [["a"]])
    }

    @Test func `may hold lines that make no sense, and the others count`() {
        #expect(problems("a \"b") == ["config:1:3: unmatched quotation mark"])
        #expect(lines("a \"b\nc") == [["c"]])
        #expect(problems(Array("a\n".utf8) + [0x61, 0xFF]) == ["config:2:1: the line isn't UTF-8"])
        #expect(problems("a\u{1B}[2J") == ["config:1:2: invisible character"])
        #expect(problems(String(repeating: "a", count: 70_000)).count == 1)
        #expect(problems(String(repeating: "a\\\n", count: 200_000)).count >= 1)
    }
}
