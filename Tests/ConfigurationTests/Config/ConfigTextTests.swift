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

    @Test func `a config file has lines of words, comments and blank lines`() {
        let text = "\u{FEFF}# a comment\n\n  browser\tlynx  %u # another\r\n\ttext-width 72"
        #expect(lines(text) == [["browser", "lynx", "%u"], ["text-width", "72"]])
    }

    @Test func `words in quotation marks may contain spaces and escapes`() {
        #expect(lines(#"a "b c" "d\"e\\f\tg\`" x#y "" "#) == [["a", "b c", "d\"e\\f\tg`", "x#y", ""]])
    }

    @Test func `a backslash at the end joins a line with the next`() {
        #expect(lines("a b \\\n  c\nd \\\\\ne") == [["a", "b", "c"], ["d", "\\\\"], ["e"]])
        #expect(lines("# no \\\nb") == [["b"]])
        #expect(lines("a \\") == [["a"]])
    }

    @Test func `every word has its position`() throws {
        let line = try #require(ConfigText(Array("\n  a \\\n \"b\"".utf8), path: "config").lines.first)
        #expect(line.words.map(\.place.description) == ["config:2:3", "config:3:2"])
    }

    @Test func `a command in backticks isn't run but reported`() {
        #expect(lines("a `touch /tmp/x`\nb \"`id`\"\nc \\`d").map { $0 } == [["c", "`d"]])
        #expect(problems("\na `id`").first?.hasPrefix("config:2:3: lede runs no command") == true)
        #expect(lines("# `id`\na # `id`") == [["a"]])
    }

    @Test func `invalid lines don't affect the others`() {
        #expect(problems("a \"b") == ["config:1:3: unmatched quotation mark"])
        #expect(lines("a \"b\nc") == [["c"]])
        #expect(problems(Array("a\n".utf8) + [0x61, 0xFF]) == ["config:2:1: the line isn't UTF-8"])
        #expect(problems("a\u{1B}[2J") == ["config:1:2: invisible character"])
        #expect(problems(String(repeating: "a", count: 70_000)).count == 1)
        #expect(problems(String(repeating: "a\\\n", count: 200_000)).count >= 1)
    }
}
