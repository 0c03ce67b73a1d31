import Testing

@testable import ViewModels

@Suite struct `A prompt` {
    private let history = ["quit", "set theme dark", "tag news", "set wrap-scroll yes"]

    @Test func `goes back and forth in what was typed before, to what is being typed`() {
        var prompt = Prompt(label: ":", text: "")
        prompt.recall(history, earlier: true)
        prompt.recall(history, earlier: true)
        #expect(prompt.text == "tag news" && prompt.cursor == 8)
        prompt.recall(history, earlier: false)
        prompt.recall(history, earlier: false)
        #expect(prompt.text.isEmpty)
    }

    @Test func `says that it has no room for all of a text, whether that was typed or stood there`() {
        var prompt = Prompt(label: ":", text: String(repeating: "x", count: 5000))
        #expect(prompt.problem == Prompt.tooLong)
        prompt.line.deleteToStart()
        #expect(prompt.problem == nil)
        prompt.line.insert(String(repeating: "x", count: 5000))
        #expect(prompt.problem == Prompt.tooLong)
    }

    @Test func `finds what begins like what is typed`() {
        var prompt = Prompt(label: ":", text: "set")
        for _ in 0..<3 { prompt.recall(history, earlier: true) }
        #expect(prompt.text == "set theme dark")
        prompt.recall(history, earlier: false)
        prompt.recall(history, earlier: false)
        #expect(prompt.text == "set")
    }

    @Test func `forgets where it was in the history once somebody types`() {
        var prompt = Prompt(label: ":")
        prompt.recall(history, earlier: true)
        prompt.line.deleteWordBackward()
        prompt.recall(history, earlier: true)
        #expect(prompt.text == "set wrap-scroll yes")
    }

    @Test func `completes what is plain, and says what is not`() {
        var prompt = Prompt(label: ":", text: "se the")
        prompt.line.move(by: -4)
        prompt.complete { Completion(of: "se", among: ["set", "quit"]) }
        #expect(prompt.text == "set  the" && prompt.completion == nil)
        prompt.line.moveToEnd()
        prompt.complete { Completion(of: "THE", among: ["theme-dark", "theme-light", "them"]) }
        #expect(prompt.text == "set  them" && prompt.completion?.choices == ["them", "theme-dark", "theme-light"])
        prompt.line.insert("e")
        #expect(prompt.completion == nil)
    }

    @Test func `takes one choice after the other, and the first again`() {
        var prompt = Prompt(label: ":", text: "re")
        let found = Completion(of: "re", among: ["reload", "redo"])
        var seen: [String] = []
        for _ in 0..<4 {
            prompt.complete { found }
            seen.append(prompt.text)
        }
        #expect(seen == ["re", "redo", "reload", "redo"])
        prompt.complete(backward: true) { found }
        #expect(prompt.text == "reload")
    }

    @Test func `leaves what nothing is known of as it is`() {
        var prompt = Prompt(label: ":", text: "xyz")
        prompt.complete { Completion(of: "xyz", among: ["a"]) }
        #expect(prompt.text == "xyz" && prompt.completion == nil)
    }
}
