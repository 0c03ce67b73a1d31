import TestSupport
import Testing

@testable import Typesetting

@Suite struct `Set text` {
    private func galley(_ blocks: [Block], width: Int = 40) -> Galley {
        Typesetter(TypesettingOptions(width: width)).set(Manuscript(Document(blocks: blocks)))
    }

    private func paragraph(_ text: String) -> Block { .paragraph([.text(text)]) }

    private let long = Document(
        blocks: (1...400).flatMap { number -> [Block] in
            [
                .heading(level: 2, [.text("Heading \(number)")]),
                .paragraph([
                    .text("Paragraph \(number) " + String(repeating: "word ", count: 60)),
                    .link(target: "https://example.org/\(number % 7)", [.text("link")]),
                    .abbreviation(meaning: "Hypertext", [.text("HTML")])
                ]),
                .list(List(items: (1...3).map { .init([.paragraph([.text("Item \($0) of \(number)")])]) }))
            ]
        })

    @Test func `every line of a set text has a position, even blank ones`() {
        let text = galley([
            paragraph("One"), .paragraph([.text(String(repeating: "word ", count: 20))]), paragraph("End")
        ])
        #expect(text.lines.contains { $0.text.isEmpty })
        for line in text.lines.indices { #expect(text.line(at: text.position(ofLine: line)) == line) }
    }

    @Test func `a set text knows the link at a cell and the cells of a link`() {
        let text = galley(
            [
                .paragraph([
                    .text("The "), .link(target: "https://example.org/", [.text("release notes")]), .text(" say so.")
                ])
            ], width: 20)
        #expect(text.lines.map(\.text) == ["The release", "notes [1] say so.", "", "[1] https://", "    example.org/"])
        #expect(text.link(line: 0, cell: 3) == nil && text.link(line: 0, cell: 4) == 1)
        #expect(
            text.link(line: 1, cell: 8) == 1 && text.link(line: 1, cell: 10) == nil
                && text.link(line: 9, cell: 0) == nil)
        #expect(text.links == [.address("https://example.org/")])
    }

    @Test func `a URL has one number, and a link within the text none`() {
        let text = galley([
            .paragraph([
                .link(target: "https://b.example/", [.text("b")]),
                .styled(.superscript, [.link(target: "#n", [.text("1")])]),
                .text(" "), .link(target: "https://b.example/", [.text("again")]), .link(target: "#none", [.text("!")])
            ]),
            .anchor("n"), paragraph("The note")
        ])
        #expect(text.lines.map(\.text) == ["b [1]¹ again [1]!", "", "The note", "", "[1] https://b.example/"])
        #expect(text.links == [.address("https://b.example/"), .anchor("n")])
        #expect(text.link(line: 0, cell: 5) == 2 && text.line(ofAnchor: "n") == 2)
    }

    @Test func `a set text knows its headings`() {
        let text = galley([paragraph("a"), .heading(level: 1, [.text("One "), .styled(.emphasis, [.text("two")])])])
        #expect(text.headings == [.init(line: 2, text: "One two")])
    }

    @Test func `a position is found at every width`() {
        let manuscript = Manuscript(long)
        let wide = Typesetter(TypesettingOptions(width: 80)).set(manuscript)
        let narrow = Typesetter(TypesettingOptions(width: 31)).set(manuscript)
        for line in stride(from: 0, to: wide.lines.count, by: 7) {
            let place = wide.position(ofLine: line)
            let other = narrow.line(at: place)
            #expect(narrow.position(ofLine: other) <= place)
            #expect(
                other + 1 == narrow.lines.count || narrow.position(ofLine: other + 1) >= narrow.position(ofLine: other))
            #expect(wide.line(at: narrow.position(ofLine: other)) <= line)
        }
    }

    @Test func `parts of a text are set as in the whole`() throws {
        let manuscript = Manuscript(long)
        let typesetter = Typesetter(TypesettingOptions(width: 60))
        let whole = typesetter.set(manuscript)
        for block in [0, 1, 100, 601, 1198] {
            let from = TextPosition(block: block, offset: 0)
            let part = typesetter.set(manuscript, from: from, past: from, lines: 30)
            let start = whole.line(at: from)
            #expect(part.lines.count >= 30 || part.lines.last == whole.lines.last)
            #expect(part.lines == Array(whole.lines[start..<start + part.lines.count]))
            #expect(!part.isWhole && part.links == whole.links)
        }
        #expect(whole.isWhole)
    }

    @Test func `an abbreviation is explained once`() {
        let html = Inline.abbreviation(meaning: "Hypertext", [.text("HTML")])
        let text = galley([.paragraph([html, .text(" and "), html]), .paragraph([html])])
        #expect(text.lines.map(\.text) == ["HTML (Hypertext) and HTML", "", "HTML"])
        let open = Document(html: "<abbr title=Hypertext><p>Hypertext<p>HTML<p>XML")
        #expect(open.lines(width: 40).map(\.text) == ["Hypertext", "", "HTML (Hypertext)", "", "XML"])
    }

    @Test func `continued code is marked, so that it can be joined again`() {
        let text = galley([.preformatted([.text("let reader = open(feed, at: first)\n\treturn reader")])], width: 24)
        #expect(text.lines.map(\.text) == ["  let reader = ", "↪ open(feed, at: first)", "          return reader"])
        #expect(text.lines.map(\.isContinuation) == [false, true, false])
        let code = text.lines.map { line in
            (line.isContinuation ? "" : "\n") + line.runs.filter { !$0.style.contains(.drawn) }.map(\.text).joined()
        }
        #expect(code.joined() == "\nlet reader = open(feed, at: first)\n        return reader")
    }

    @Test func `superscripts and subscripts use small characters if possible`() {
        let raised = { (text: String) in Inline.styled(.superscript, [.text(text)]) }
        let lowered = { (text: String) in Inline.styled(.subscript, [.text(text)]) }
        let text = galley([
            .paragraph([.text("e"), raised("iπ"), .text(" 10"), raised("−9"), .text(" H"), lowered("2"), .text("O")]),
            .paragraph([.text("note"), raised("[12]"), .text(" x"), lowered("Б"), .text(" 21"), raised("st")])
        ])
        #expect(text.lines.map(\.text) == ["e^(iπ) 10⁻⁹ H₂O", "", "note¹² x_Б 21ˢᵗ"])
    }

    @Test func `code is marked by signs if styles aren't visible`() {
        let options = TypesettingOptions(width: 40, hasStyles: false)
        let document = Document(blocks: [
            .paragraph([.styled(.code, [.text("ls")]), .text(" "), .link(target: "https://x", [.text("x")])])
        ])
        #expect(Typesetter(options).set(Manuscript(document)).lines.map(\.text) == ["`ls` x [1]", "", "[1] https://x"])
    }

    @Test func `items are numbered in letters and numerals`() {
        #expect([1, 26, 27, 703, 0].map { List.Marker.lowerLetter.label(of: $0) } == ["a.", "z.", "aa.", "aaa.", "0."])
        #expect([4, 1999, 4000].map { List.Marker.upperRoman.label(of: $0) } == ["IV.", "MCMXCIX.", "4000."])
    }
}

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

    @Test func `a search finds a word that the end of a line divides`() {
        let lines = lines([.paragraph([.text("Donau\u{AD}dampf\u{AD}schiff")])], width: 11)
        #expect(lines.map(\.text) == ["Donaudampf-", "schiff"])
        #expect(marks("dampfschiff", in: lines) == [["<dampf>"], ["<schiff>"]])
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
