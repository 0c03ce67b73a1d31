import Testing

@testable import Commands

@Suite struct `A command line` {
    private let verbs = [
        Verb(name: "items", summary: "", options: [Verb.Option(name: "--limit", value: "N", meaning: "")]) { _ in 0 },
        Verb(name: "import opml", summary: "") { _ in 0 }, Verb(name: "import sfeed", summary: "") { _ in 0 }
    ]

    private func invocation(_ words: String...) throws -> Invocation { try Invocation(words, among: verbs) }

    @Test func `names its command before or after options`() throws {
        let invocation = try invocation("--data-dir", "items", "--limit=5", "items", "--limit", "7")
        #expect(invocation.verb?.name == "items")
        #expect(invocation.rest == ["--data-dir", "items", "--limit=5", "--limit", "7"])
    }

    @Test func `names a command of two words`() throws {
        let invocation = try invocation("import", "--data-dir", "x", "opml", "opml")
        #expect(invocation.verb?.name == "import opml")
        #expect(invocation.rest == ["--data-dir", "x", "opml"])
    }

    @Test func `without a command opens the reader`() throws {
        #expect(try invocation("--data-dir", "x").verb == nil)
        #expect(try invocation().verb == nil)
    }

    @Test(arguments: [
        (["itms"], "did you mean “items”?"), (["frobnicate"], nil), (["import", "opl"], "did you mean “opml”?")
    ])
    func `that can't be understood is told what may have been meant`(words: [String], advice: String?) {
        let failure = #expect(throws: CommandFailure.self) { try Invocation(words, among: verbs) }
        #expect(failure?.advice == advice && failure?.exitCode == 2)
    }

    @Test func `that says half of a command is told the rest`() {
        #expect(throws: CommandFailure.usage("“import” needs a second word", advice: "use one of opml, sfeed")) {
            try invocation("import")
        }
    }
}

@Suite struct `The table of commands` {
    private let all = Verb.all + Verb.unlisted

    @Test func `has each name once`() {
        #expect(Set(all.map(\.name)).count == all.count)
        for verb in all {
            let options = verb.allOptions.flatMap { [$0.name] + $0.letters }
            #expect(Set(options).count == options.count, "\(verb.name)")
        }
    }

    // What a word before the command is could not be told otherwise.
    @Test func `gives an option a value everywhere or nowhere`() {
        let options = Dictionary(grouping: all.flatMap(\.options) + Verb.commonOptions, by: \.name)
        for (name, options) in options { #expect(Set(options.map { $0.value == nil }).count == 1, "\(name)") }
    }

    @Test func `has an example for whatever it shows, that is understood`() throws {
        for verb in all {
            for example in verb.examples {
                let words = example.line.split(separator: "|")[0].split(separator: ">")[0].split(separator: " ")
                #expect(words.first == "lede", "\(example.line)")
                let invocation = try Invocation(words.dropFirst().map { $0.filter { $0 != "'" } })
                #expect(invocation.verb?.name == verb.name, "\(example.line)")
            }
        }
    }
}
