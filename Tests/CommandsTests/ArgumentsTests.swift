import Testing

@testable import Commands

@Suite struct `The arguments` {
    private let options = [
        Subcommand.Option(name: "--json", meaning: ""), Subcommand.Option(name: "--limit", value: "N", meaning: "")
    ]

    private func parse(_ words: String...) throws -> Arguments {
        try Arguments(words, options: options, in: Surroundings())
    }

    @Test func `options with and without values, and operands, may come in any order`() throws {
        let arguments = try parse("a", "--limit", "5", "--json", "b")
        #expect(arguments.operands == ["a", "b"] && arguments.has("--json"))
        #expect(try arguments.number(of: "--limit") == 5)
        #expect(try parse("--limit=7").number(of: "--limit") == 7)
    }

    @Test func `words after two dashes are operands, and so is a single dash`() throws {
        #expect(try parse("-", "--", "--json").operands == ["-", "--json"])
    }

    @Test(arguments: [["--wrong"], ["--json=yes"], ["--limit"], ["-x"]])
    func `invalid options are refused`(words: [String]) {
        #expect(throws: CommandFailure.self) { try Arguments(words, options: options, in: Surroundings()) }
    }

    @Test func `an operand may begin with a dash if the command searches for words`() throws {
        let arguments = try Arguments(
            ["-rust", "swift", "--json"], options: options, takesDashedWords: true, in: Surroundings())
        #expect(arguments.operands == ["-rust", "swift"] && arguments.has("--json"))
        #expect(throws: CommandFailure.self) {
            try Arguments(["--rust"], options: options, takesDashedWords: true, in: Surroundings())
        }
    }

    @Test func `an option with fixed choices refuses other values`() {
        let options = [Subcommand.Option(name: "--color", value: "always|never", meaning: "")]
        #expect(
            throws: CommandFailure.usage(
                "--color must be one of always, never, not “nevr”", advice: "did you mean “never”?")
        ) {
            try Arguments(["--color", "nevr"], options: options, in: Surroundings())
        }
    }

    @Test(arguments: ["many", "-1", "", "99999999999999999999"])
    func `an option that needs a number refuses other values`(text: String) throws {
        #expect(throws: CommandFailure.self) { try parse("--limit=\(text)").number(of: "--limit") }
    }
}
