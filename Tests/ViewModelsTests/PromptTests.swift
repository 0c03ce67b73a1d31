import Testing

@testable import ViewModels

@Suite struct `A prompt` {
    private func typing(_ text: String) -> Prompt {
        var prompt = Prompt(.addFeed)
        for character in text { prompt.insert(character) }
        return prompt
    }

    @Test func `takes what is typed where the cursor is`() {
        var prompt = typing("helo")
        prompt.move(by: -1)
        prompt.insert("l")
        #expect(prompt.text == "hello" && prompt.cursor == 4)
        prompt.deleteBackward()
        prompt.moveToStart()
        prompt.deleteBackward()
        #expect(prompt.text == "helo" && prompt.cursor == 0)
    }

    @Test func `keeps the cursor in the text`() {
        var prompt = typing("añ日")
        prompt.move(by: 10)
        #expect(prompt.cursor == 3)
        prompt.move(by: -10)
        #expect(prompt.cursor == 0)
        prompt.deleteAll()
        #expect(prompt.text.isEmpty && prompt.cursor == 0)
    }

    @Test func `takes accents and flags that are typed in pieces`() {
        var prompt = typing("e\u{301}x\u{1F1E9}\u{1F1EA}")
        #expect(prompt.text == "éx🇩🇪" && prompt.cursor == 3)
        prompt.deleteBackward()
        #expect(prompt.text == "éx")
    }

    @Test func `ends a paste of a megabyte`() {
        #expect(typing(String(repeating: "x", count: 1_000_000)).text.count == 4096)
    }
}
