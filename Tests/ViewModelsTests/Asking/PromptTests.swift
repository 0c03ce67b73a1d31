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
