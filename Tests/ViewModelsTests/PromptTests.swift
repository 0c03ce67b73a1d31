import Testing

@testable import ViewModels

@Suite struct `A prompt` {
    private let history = ["quit", "set theme dark", "tag news", "set wrap-scroll yes"]

    @Test func `a prompt goes back and forth in its history, and returns to the typed text`() {
        var prompt = Prompt(label: ":", text: "")
        prompt.recall(history, earlier: true)
        prompt.recall(history, earlier: true)
        #expect(prompt.text == "tag news" && prompt.cursor == 8)
        prompt.recall(history, earlier: false)
        prompt.recall(history, earlier: false)
        #expect(prompt.text.isEmpty)
    }

    @Test func `a prompt says that a text was too long, whether typed or proposed`() {
        var prompt = Prompt(label: ":", text: String(repeating: "x", count: 5000))
        #expect(prompt.problem == Prompt.tooLong)
        prompt.line.deleteToStart()
        #expect(prompt.problem == nil)
        prompt.line.insert(String(repeating: "x", count: 5000))
        #expect(prompt.problem == Prompt.tooLong)
    }

    @Test func `a prompt's history offers lines that begin with the typed text`() {
        var prompt = Prompt(label: ":", text: "set")
        for _ in 0..<3 { prompt.recall(history, earlier: true) }
        #expect(prompt.text == "set theme dark")
        prompt.recall(history, earlier: false)
        prompt.recall(history, earlier: false)
        #expect(prompt.text == "set")
    }

    @Test func `typing ends the walk through a prompt's history`() {
        var prompt = Prompt(label: ":")
        prompt.recall(history, earlier: true)
        prompt.line.deleteWordBackward()
        prompt.recall(history, earlier: true)
        #expect(prompt.text == "set wrap-scroll yes")
    }

    @Test func `a prompt completes what is clear, and lists the choices otherwise`() {
        var prompt = Prompt(label: ":", text: "se the")
        prompt.line.move(by: -4)
        prompt.complete { PromptCompletion(of: "se", among: ["set", "quit"]) }
        #expect(prompt.text == "set  the" && prompt.completion == nil)
        prompt.line.moveToEnd()
        prompt.complete { PromptCompletion(of: "THE", among: ["theme-dark", "theme-light", "them"]) }
        #expect(prompt.text == "set  them" && prompt.completion?.choices == ["them", "theme-dark", "theme-light"])
        prompt.line.insert("e")
        #expect(prompt.completion == nil)
    }

    @Test func `a prompt inserts one completion after the other, then the first again`() {
        var prompt = Prompt(label: ":", text: "re")
        let found = PromptCompletion(of: "re", among: ["reload", "redo"])
        var seen: [String] = []
        for _ in 0..<4 {
            prompt.complete { found }
            seen.append(prompt.text)
        }
        #expect(seen == ["re", "redo", "reload", "redo"])
        prompt.complete(backward: true) { found }
        #expect(prompt.text == "reload")
    }

    @Test func `a prompt leaves text without completions alone`() {
        var prompt = Prompt(label: ":", text: "xyz")
        prompt.complete { PromptCompletion(of: "xyz", among: ["a"]) }
        #expect(prompt.text == "xyz" && prompt.completion == nil)
    }
}

@Suite struct `A typed line` {
    private func typing(_ text: String) -> TypedLine {
        var line = TypedLine()
        for character in text { line.insert(String(character)) }
        return line
    }

    @Test func `text is inserted at the cursor of a typed line`() {
        var line = typing("helo")
        line.move(by: -1)
        line.insert("l")
        #expect(line.text == "hello" && line.cursor == 4)
        line.deleteBackward()
        line.moveToStart()
        line.deleteBackward()
        #expect(line.text == "helo" && line.cursor == 0)
    }

    @Test func `a typed line that was cut says so until something is deleted`() {
        var line = TypedLine()
        line.insert(String(repeating: "x", count: 4095) + "é")
        #expect(line.text.utf8.count == 4095 && line.isCut)
        line.moveToEnd()
        line.deleteBackward()
        #expect(!line.isCut)
        line.insert("é")
        #expect(line.text.hasSuffix("xé") && !line.isCut)
    }

    @Test func `the cursor stays within a typed line`() {
        var line = typing("añ日")
        line.move(by: 10)
        #expect(line.cursor == 3)
        line.move(by: -10)
        #expect(line.cursor == 0)
        line.deleteForward()
        #expect(line.text == "ñ日" && line.cursor == 0)
    }

    @Test func `accents and flags may be typed in pieces`() {
        var line = typing("e\u{301}x\u{1F1E9}\u{1F1EA}")
        #expect(line.text == "éx🇩🇪" && line.cursor == 3)
        line.deleteBackward()
        #expect(line.text == "éx")
    }

    @Test func `moving by words stops at each part of a URL`() {
        var line = typing("https://example.org/feed.xml")
        line.moveToPreviousWord()
        line.moveToPreviousWord()
        #expect(line.cursor == "https://example.org/".count)
        line.moveToStart()
        line.moveToNextWord()
        #expect(line.cursor == "https".count)
    }

    @Test func `a word, and everything before or after the cursor, can be deleted`() {
        var line = typing("one two.three four")
        line.deleteWordBackward()
        line.deleteWordBackward()
        #expect(line.text == "one two.")
        line.moveToStart()
        line.deleteWordForward()
        #expect(line.text == " two.")
        line.moveToNextWord()
        line.deleteToEnd()
        #expect(line.text == " two")
        line.move(by: -1)
        line.deleteToStart()
        #expect(line.text == "o" && line.cursor == 0)
    }

    @Test func `a very long paste is cut, whether it comes at once or letter by letter`() {
        let paste = String(repeating: "x", count: 1_000_000)
        #expect(typing(paste).text.count == 4096)
        #expect(TypedLine(paste).text.count == 4096)
    }

    @Test func `a paste of several lines becomes one line without control characters`() {
        #expect(TypedLine("https://a.org\nrm -rf\u{1B}[2J\u{0}").text == "https://a.org rm -rf [2J ")
    }
}

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
