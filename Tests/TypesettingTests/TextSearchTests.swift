import TestSupport
import Testing

@testable import Typesetting

@Suite struct `A search in set text` {
    private func lines(_ blocks: [Block], width: Int = 20) -> [Line] {
        Typesetter(TypesettingOptions(width: width)).set(Manuscript(Document(blocks: blocks))).lines
    }

    /// The matches in each line, with the chosen one in angle brackets.
    private func marks(_ words: String, in lines: [Line], from line: Int = 0) -> [[String]] {
        var search = TextSearch(lines)
        search.look(for: words)
        search.choose(fromLine: line)
        return lines.enumerated().map { index, line in
            let marked = search.marked(line, index: index)
            #expect(marked.text == line.text)
            return marked.runs.filter { $0.style.contains(.found) }
                .map { $0.style.contains(.chosen) ? "<\($0.text)>" : $0.text }
        }
    }

    @Test func `a search ignores case unless it contains a capital`() {
        let lines = lines([.paragraph([.text("A lede, the LEDE, Ärger")])], width: 40)
        #expect(marks("lede", in: lines) == [["<lede>", "LEDE"]])
        #expect(marks("LEDE", in: lines) == [["<LEDE>"]])
        #expect(marks("ärger", in: lines) == [["<Ärger>"]])
    }

    @Test func `a search finds words across the end of a line, past the bar of a quote`() {
        let lines = lines([.quote([.paragraph([.text("one two three four five six seven")])])])
        #expect(lines.map(\.text) == ["│ one two three four", "│ five six seven"])
        #expect(marks("four five", in: lines) == [["<four>"], ["<five>"]])
    }

    @Test func `a search finds nothing across the end of a paragraph`() {
        let lines = lines([.paragraph([.text("one")]), .paragraph([.text("two")])])
        #expect(marks("one two", in: lines) == [[], [], []])
    }

    @Test func `a search chooses the first match after a line, and wraps around`() {
        let lines = (1...3).map { _ in Line(runs: [Run(text: "word")]) }
        #expect(marks("word", in: lines, from: 1) == [["word"], ["<word>"], ["word"]])
        #expect(marks("word", in: lines, from: 9) == [["<word>"], ["word"], ["word"]])
        var search = TextSearch(lines)
        search.look(for: "word")
        search.choose(fromLine: 2)
        search.move(by: 1)
        #expect(search.current == 0 && search.line == 0)
        search.move(by: -1)
        #expect(search.current == 2 && search.line == 2)
    }

    @Test func `a search marks whole characters`() {
        let lines = [Line(runs: [Run(text: "cafe\u{301} 🇩🇪", style: .bold), Run(text: "e")])]
        #expect(marks("cafe", in: lines) == [["<cafe\u{301}>"]])
        #expect(marks("\u{1F1E9}", in: lines) == [["<🇩🇪>"]])
    }

    @Test func `a search keeps its match when the text is set again`() {
        let text = [Block.paragraph([.text(String(repeating: "many words and one more ", count: 5))])]
        var search = TextSearch(lines(text))
        search.look(for: "one")
        search.choose(fromLine: 0)
        search.move(by: 3)
        #expect(search.again(in: lines(text, width: 33), fromLine: 0).current == 3)
    }

    @Test func `a search is fast in a text that nearly matches everywhere`() {
        let lines = [Line(runs: [Run(text: String(repeating: "a", count: 1 << 20))])]
        var search = TextSearch(lines)
        let time = processorTime { search.look(for: String(repeating: "a", count: 5000) + "b") }
        #expect(search.count == (1 << 20) / 200 && time < .longestWork)
    }
}
