import Testing

@testable import ViewModels

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
