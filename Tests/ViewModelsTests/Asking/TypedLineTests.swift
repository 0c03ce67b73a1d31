import Testing

@testable import ViewModels

@Suite struct `A line that is typed` {
    private func typing(_ text: String) -> TypedLine {
        var line = TypedLine()
        for character in text { line.insert(String(character)) }
        return line
    }

    @Test func `takes what is typed where the cursor is`() {
        var line = typing("helo")
        line.move(by: -1)
        line.insert("l")
        #expect(line.text == "hello" && line.cursor == 4)
        line.deleteBackward()
        line.moveToStart()
        line.deleteBackward()
        #expect(line.text == "helo" && line.cursor == 0)
    }

    @Test func `tells that there was no room for all of it, until something is taken away`() {
        var line = TypedLine()
        line.insert(String(repeating: "x", count: 4095) + "é")
        #expect(line.text.utf8.count == 4095 && line.isCut)
        line.moveToEnd()
        line.deleteBackward()
        #expect(!line.isCut)
        line.insert("é")
        #expect(line.text.hasSuffix("xé") && !line.isCut)
    }

    @Test func `keeps the cursor in the text`() {
        var line = typing("añ日")
        line.move(by: 10)
        #expect(line.cursor == 3)
        line.move(by: -10)
        #expect(line.cursor == 0)
        line.deleteForward()
        #expect(line.text == "ñ日" && line.cursor == 0)
    }

    @Test func `takes accents and flags that are typed in pieces`() {
        var line = typing("e\u{301}x\u{1F1E9}\u{1F1EA}")
        #expect(line.text == "éx🇩🇪" && line.cursor == 3)
        line.deleteBackward()
        #expect(line.text == "éx")
    }

    @Test func `goes by words, of which an address has many`() {
        var line = typing("https://example.org/feed.xml")
        line.moveToPreviousWord()
        line.moveToPreviousWord()
        #expect(line.cursor == "https://example.org/".count)
        line.moveToStart()
        line.moveToNextWord()
        #expect(line.cursor == "https".count)
    }

    @Test func `loses a word, all before the cursor, or all behind it`() {
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

    @Test func `ends a paste of a megabyte, whether it comes at once or letter by letter`() {
        let paste = String(repeating: "x", count: 1_000_000)
        #expect(typing(paste).text.count == 4096)
        #expect(TypedLine(paste).text.count == 4096)
    }

    @Test func `makes one line of a paste of several, without what can't be seen`() {
        #expect(TypedLine("https://a.org\nrm -rf\u{1B}[2J\u{0}").text == "https://a.org rm -rf [2J ")
    }
}
