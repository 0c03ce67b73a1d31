import Testing

@testable import Commands

@Suite struct `A command line` {
    private let subcommands = [
        Subcommand(name: "items", summary: "", options: [Subcommand.Option(name: "--limit", value: "N", meaning: "")]) {
            _ in 0
        },
        Subcommand(name: "import opml", summary: "") { _ in 0 },
        Subcommand(name: "import sfeed", summary: "") { _ in 0 }
    ]

    private func invocation(_ words: String...) throws -> Invocation { try Invocation(words, among: subcommands) }

    @Test func `a command may stand before or after options`() throws {
        let invocation = try invocation("--data-dir", "items", "--limit=5", "items", "--limit", "7")
        #expect(invocation.subcommand?.name == "items")
        #expect(invocation.rest == ["--data-dir", "items", "--limit=5", "--limit", "7"])
    }

    @Test func `a command may have two words`() throws {
        let invocation = try invocation("import", "--data-dir", "x", "opml", "opml")
        #expect(invocation.subcommand?.name == "import opml")
        #expect(invocation.rest == ["--data-dir", "x", "opml"])
    }

    @Test func `a command line without a command opens the reader`() throws {
        #expect(try invocation("--data-dir", "x").subcommand == nil)
        #expect(try invocation().subcommand == nil)
    }

    @Test(arguments: [
        (["itms"], "did you mean “items”?"), (["frobnicate"], nil), (["import", "opl"], "did you mean “import opml”?")
    ])
    func `an unknown command gets a suggestion`(words: [String], advice: String?) {
        let failure = #expect(throws: CommandFailure.self) { try Invocation(words, among: subcommands) }
        #expect(failure?.advice == advice && failure?.exitCode == 2)
    }

    @Test func `half a command's name gets the missing words`() {
        #expect(throws: CommandFailure.usage("“import” needs a second word", advice: "use one of opml, sfeed")) {
            try invocation("import")
        }
    }
}

@Suite struct `The table of commands` {
    private let all = Subcommand.all + Subcommand.unlisted

    @Test func `every command and option has its own name`() {
        #expect(Set(all.map(\.name)).count == all.count)
        for subcommand in all {
            let options = subcommand.allOptions.flatMap { [$0.name] + $0.letters }
            #expect(Set(options).count == options.count, "\(subcommand.name)")
        }
    }

    // Otherwise the meaning of a word before the command would be unclear.
    @Test func `an option has a value in all commands or in none`() {
        let options = Dictionary(grouping: all.flatMap(\.options) + Subcommand.commonOptions, by: \.name)
        for (name, options) in options { #expect(Set(options.map { $0.value == nil }).count == 1, "\(name)") }
    }

    @Test func `every example of a command is valid`() throws {
        for subcommand in all {
            for example in subcommand.examples {
                let words = example.line.split(separator: "|")[0].split(separator: ">")[0].split(separator: " ")
                #expect(words.first == "lede", "\(example.line)")
                let invocation = try Invocation(words.dropFirst().map { $0.filter { $0 != "'" } })
                #expect(invocation.subcommand?.name == subcommand.name, "\(example.line)")
            }
        }
    }
}

@Suite struct `The operands` {
    @Test func `a command takes as many operands as its help shows`() throws {
        try ("FILE" as Operands).check(["a"])
        try ("[FEED…]" as Operands).check([])
        try ("[FEED…]" as Operands).check(["a", "b", "c"])
        #expect(throws: CommandFailure.usage("FILE is missing")) { try ("FILE" as Operands).check([]) }
        #expect(throws: CommandFailure.usage("unexpected argument “b”")) {
            try ("[FILE]" as Operands).check(["a", "b"])
        }
        #expect(throws: CommandFailure.usage("unexpected argument “a”")) { try ("" as Operands).check(["a"]) }
    }

    @Test func `an operand must be one of the words in the help`() throws {
        try ("on|off FILE" as Operands).check(["on", "x"])
        #expect(throws: CommandFailure.usage("“onn” isn't one of on, off", advice: "did you mean “on”?")) {
            try ("on|off FILE" as Operands).check(["onn", "x"])
        }
    }
}

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
