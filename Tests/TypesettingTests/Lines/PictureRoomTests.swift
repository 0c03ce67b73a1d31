import Testing

@testable import Typesetting

@Suite struct `Pictures in set text` {
    private let a = Image(alt: "A cat", source: "https://example.org/a.jpg")
    private let b = Image(source: "https://example.org/b.jpg", width: 320, height: 160)

    /// Sets a text 40 cells wide, with cells of 8×16 pixels, and at most 12 rows for a picture.
    private func galley(_ blocks: [Block], loaded: [(Image, PictureRoom.Size)] = [], width: Int = 40) -> Galley {
        let document = Document(blocks: blocks)
        var sizes: [String: PictureRoom.Size?] = [:]
        for image in document.images {
            sizes[image.source ?? ""] = .some(loaded.first { $0.0.source == image.source }?.1)
        }
        let room = PictureRoom(cell: PictureRoom.Size(width: 8, height: 16), rows: 12, sizes: sizes)
        return Typesetter(TypesettingOptions(width: width, pictures: room)).set(Manuscript(document))
    }

    private func figures(_ galley: Galley) -> [String] {
        galley.figures.map { "\($0.lines) \($0.column)+\($0.columns)" }
    }

    @Test func `a picture stands above its description, as large as it is`() {
        let text = galley(
            [.paragraph([.text("Before")]), .paragraph([.image(a)]), .paragraph([.text("After")])],
            loaded: [(a, .init(width: 160, height: 80))])
        #expect(
            text.lines.map { $0.text.trimmed } == [
                "Before", "", "", "", "", "", "", "[image 1: A cat]", "", "After", "", "[1] https://example.org/a.jpg"
            ])
        #expect(figures(text) == ["2..<7 0+20"])
        #expect(text.figures.first?.source == a.source)
    }

    @Test func `a picture of unknown size is words until it is there`() {
        #expect(galley([.paragraph([.image(a)])]).figures.isEmpty)
        // The page tells the size of the other one.
        #expect(figures(galley([.paragraph([.image(b)])])) == ["0..<10 0+40"])
    }

    @Test func `a picture is as wide as the text at most, and takes a part of the screen`() {
        #expect(
            figures(
                galley(
                    [.paragraph([.image(a)]), .paragraph([.image(b)])], loaded: [(a, .init(width: 3200, height: 800))]))
                == ["0..<5 0+40", "7..<17 0+40"])
        let long = String(repeating: "word ", count: 200)
        let high = galley(
            [.paragraph([.image(a)]), .paragraph([.text(long)])], loaded: [(a, .init(width: 400, height: 800))])
        #expect(figures(high) == ["0..<12 0+12"])
    }

    @Test func `pictures that fill cells of a table stand below it, in their order`() {
        func cell(_ content: Inline...) -> Table.Cell { Table.Cell([.paragraph(content)]) }
        let table = Table(
            caption: [],
            rows: [
                [cell(.image(a)), cell(.link(target: "https://example.org", [.image(b)]))],
                [cell(.text("left")), cell(.text("right "), .image(b))]
            ])
        let text = galley(
            [.table(table), .paragraph([.text("After")])], loaded: [(a, .init(width: 160, height: 64))])
        let last = text.lines.firstIndex { $0.text.contains("left") } ?? 0
        let below = text.lines.firstIndex { $0.text.contains("After") } ?? 0
        #expect(text.figures.map(\.source) == [a.source, b.source])
        #expect(text.figures.map(\.rows) == [4, 10])
        #expect(text.figures.allSatisfy { last < $0.lines.lowerBound && $0.lines.upperBound < below })
        #expect(text.lines[0].text.contains("[image 1: A cat]"))
    }

    @Test func `a comic is one picture as wide as the text, higher than the screen`() {
        let comic = galley(
            [.paragraph([.image(a)]), .paragraph([.text("Buy the book!")])],
            loaded: [(a, .init(width: 640, height: 1920))])
        #expect(figures(comic) == ["0..<60 0+40"])
    }

    @Test func `the page may make a picture smaller, and never distorts it`() {
        var small = a
        (small.width, small.height) = (160, 160)
        #expect(
            figures(galley([.paragraph([.image(small)])], loaded: [(small, .init(width: 640, height: 320))])) == [
                "0..<5 0+20"
            ])
    }

    @Test(arguments: [(16, 16), (100, 30), (1, 65_535), (65_535, 1), (0, 0)])
    func `what is too small or narrow for a picture stays words`(width: Int, height: Int) {
        var odd = b
        (odd.width, odd.height) = (width, height)
        let text = galley([.paragraph([.image(odd)])])
        #expect(text.figures.allSatisfy { $0.columns > 0 && $0.rows >= 3 && $0.rows <= 250 })
        if width > height || height < 48 { #expect(text.figures.isEmpty) }
    }

    @Test func `words around a picture are set above and below it`() {
        let text = galley(
            [.paragraph([.text("Look: "), .image(b), .text(" This was it.")])],
            loaded: [(b, .init(width: 80, height: 48))])
        #expect(
            text.lines.map { $0.text.trimmed } == [
                "Look:", "", "", "", "", "[image 1, 320×160]", "", "This was it.", "", "[1] https://example.org/b.jpg"
            ])
        #expect(figures(text) == ["2..<5 0+10"])
    }

    @Test func `a linked picture, one in a quote and one in a list have room, and one in a table below it`() {
        let loaded = [(b, PictureRoom.Size(width: 80, height: 48))]
        let link = Inline.link(target: "https://example.org/", [.image(b)])
        #expect(figures(galley([.paragraph([link])], loaded: loaded)) == ["0..<3 0+10"])
        let quote = galley([.quote([.paragraph([.image(b)])])], loaded: loaded)
        #expect(figures(quote) == ["0..<3 2+10"])
        #expect(quote.lines.prefix(3).allSatisfy { $0.text.hasPrefix("│") })
        #expect(
            figures(galley([.list(List(items: [.init([.paragraph([.image(b)])])]))], loaded: loaded)) == ["0..<3 2+10"])
        let table = Table(rows: [[.init([.paragraph([.image(b)])]), .init([.paragraph([.text("x")])])]])
        #expect(figures(galley([.table(table)], loaded: loaded)) == ["2..<5 0+10"])
    }

    @Test func `the positions of words don't depend on pictures`() {
        let paragraph = Block.paragraph([
            .text("One two three. "), .image(b), .text(" Four five."), .lineBreak, .image(a)
        ])
        let blocks: [Block] = [
            .quote([paragraph, .paragraph([.text("Six seven eight.")])]), .paragraph([.text("Nine.")])
        ]
        let with = galley(blocks, loaded: [(a, .init(width: 80, height: 80))])
        let without = Typesetter(TypesettingOptions(width: 40)).set(Manuscript(Document(blocks: blocks)))
        for words in ["Six seven", "Nine."] {
            let lines = [with, without].map { galley in galley.lines.firstIndex { $0.text.contains(words) } ?? -1 }
            #expect(with.position(ofLine: lines[0]) == without.position(ofLine: lines[1]))
        }
    }

    @Test func `a part of a text has the same pictures as the whole`() throws {
        let blocks = (0..<300).map { number in
            Block.paragraph([
                .text("Number \(number) "),
                .image(Image(source: "https://example.org/\(number % 7)", width: 80, height: 80))
            ])
        }
        let whole = galley(blocks)
        #expect(whole.figures.count == 200)
        let manuscript = Manuscript(Document(blocks: blocks))
        let typesetter = Typesetter(
            TypesettingOptions(
                width: 40,
                pictures: PictureRoom(
                    cell: .init(width: 8, height: 16), rows: 12,
                    sizes: Dictionary(uniqueKeysWithValues: (0..<7).map { ("https://example.org/\($0)", nil) }))))
        let part = typesetter.set(manuscript, from: TextPosition(block: 50, offset: 0), past: .start, lines: 40)
        let first = try #require(whole.lines.firstIndex { $0.text.contains("Number 50 ") || $0.text == "Number 50" })
        #expect(part.lines == Array(whole.lines[first...].prefix(part.lines.count)))
        #expect(part.figures.first?.lines.lowerBound == whole.figures[50].lines.lowerBound - first)
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
