import Testing

@testable import ViewModels

@Suite struct `A choice` {
    private var choice: Choice {
        Choice(title: "Tag", ["linux", "code/swift", "Swift news"].map { Choice.Option($0) }, on: "code/swift")
    }

    @Test func `the option that is the typed text comes first`() {
        var choice = Choice(title: "Tags", ["ab", "b", "a"].map { Choice.Option($0) }, orNew: "new tag")
        choice.line.insert("a")
        #expect(choice.selected?.name == "a")
        choice.line.insert("b")
        #expect(choice.selected?.name == "ab")
        var flags = Choice(title: "Tags", ["K"].map { Choice.Option($0) }, orNew: "new tag")
        flags.line.insert("k")
        #expect(flags.selected?.name == "k")
    }

    @Test func `the cursor of a choice begins on the current value`() {
        #expect(choice.selected?.name == "code/swift")
        #expect(Choice(title: "Tag", [Choice.Option("a")], on: "gone").selected?.name == "a")
    }

    @Test func `letters keep their meaning in a choice unless an option begins with them`() {
        var choice = choice
        #expect(choice.isFree("j") && !choice.isFree("l"))
        choice.line.insert("s")
        #expect(!choice.isFree("j"))
        let open = Choice(title: "Tag", [Choice.Option("linux")], orNew: "a new one")
        #expect(!open.isFree("j"))
    }

    @Test func `typing filters a choice by words, ignoring case`() {
        var choice = choice
        choice.line.insert("sw")
        #expect(choice.shown.map(\.name) == ["Swift news", "code/swift"])
        choice.line.insert(" NEWS")
        #expect(choice.selected?.name == "Swift news")
        choice.line.insert("x")
        #expect(choice.selected == nil)
        choice.line.deleteToStart()
        #expect(choice.shown.count == 3)
    }
}
