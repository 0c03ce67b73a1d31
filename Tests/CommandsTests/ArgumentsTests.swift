import Testing

@testable import Commands

@Suite struct `The arguments` {
    private let options = [
        Verb.Option(name: "--json", meaning: ""), Verb.Option(name: "--limit", value: "N", meaning: "")
    ]

    private func parse(_ words: String...) throws -> Arguments {
        try Arguments(words, options: options, environment: [:])
    }

    @Test func `are options with and without a value, and operands, in any order`() throws {
        let arguments = try parse("a", "--limit", "5", "--json", "b")
        #expect(arguments.operands == ["a", "b"] && arguments.has("--json"))
        #expect(try arguments.number(of: "--limit") == 5)
        #expect(try parse("--limit=7").number(of: "--limit") == 7)
    }

    @Test func `after two dashes are operands, and so is one dash`() throws {
        #expect(try parse("-", "--", "--json").operands == ["-", "--json"])
    }

    @Test(arguments: [["--wrong"], ["--json=yes"], ["--limit"], ["-x"]])
    func `that make no sense are refused`(words: [String]) {
        #expect(throws: CommandFailure.self) { try Arguments(words, options: options, environment: [:]) }
    }

    @Test func `may begin with a dash where words are searched for`() throws {
        let arguments = try Arguments(
            ["-rust", "swift", "--json"], options: options, takesDashedWords: true, environment: [:])
        #expect(arguments.operands == ["-rust", "swift"] && arguments.has("--json"))
        #expect(throws: CommandFailure.self) {
            try Arguments(["--rust"], options: options, takesDashedWords: true, environment: [:])
        }
    }

    @Test func `that are one of some words are refused where they are another`() {
        let options = [Verb.Option(name: "--color", value: "always|never", meaning: "")]
        #expect(
            throws: CommandFailure.usage(
                "--color must be one of always, never, not “nevr”", advice: "did you mean “never”?")
        ) {
            try Arguments(["--color", "nevr"], options: options, environment: [:])
        }
    }

    @Test(arguments: ["many", "-1", "", "99999999999999999999"])
    func `that should be a number and are not are refused`(text: String) throws {
        #expect(throws: CommandFailure.self) { try parse("--limit=\(text)").number(of: "--limit") }
    }
}
