extension ManualPage {
    /// Makes a man page of a guide: headings, paragraphs, lists, tables and code that is fenced or indented.
    ///
    /// Its title looks like “# lede-urls: the feeds that are read”.
    init(markdown: String, section: Int) throws(CommandFailure) {
        let blocks = MarkdownBlock.all(in: markdown)
        guard case .heading(1, let title) = blocks.first, let colon = title.firstRange(of: ": ") else {
            throw .failed("the document has no title “# NAME: WHAT IT IS” to begin with")
        }
        self.init(String(title[..<colon.lowerBound]), section: section, about: String(title[colon.upperBound...]))
        for (position, block) in blocks.dropFirst().enumerated() {
            if position == 0, !block.isHeading { heading("Description") }
            add(block)
        }
    }

    private mutating func add(_ block: MarkdownBlock) {
        switch block {
        case .heading(let level, let title): level <= 2 ? heading(title.unmarked) : subheading(title.unmarked)
        case .paragraph(let text): paragraph(Words(markdown: text))
        case .bullet(let text): bullet(Words(markdown: text))
        case .code(let lines): example(lines)
        case .row(let cells):
            let filled = cells.filter { !$0.isEmpty }
            guard let first = filled.first else { return }
            let middle = filled.dropFirst().dropLast().map { "  " + $0 }.joined()
            term(
                .bold(first.unmarked) + Words(middle.unmarked),
                filled.count > 1 ? Words(markdown: filled[filled.count - 1]) : "")
        }
    }
}

extension ManualPage.Words {
    /// Shows code in bold, and only the text of links.
    fileprivate init(markdown: String) {
        self = ""
        for piece in markdown.pieces { self = self + (piece.isCode ? .bold(piece.text) : Self(piece.text)) }
    }
}

extension String {
    fileprivate var unmarked: String { pieces.map(\.text).joined() }

    /// The parts between backticks, and the others, in which a backslash escapes the next character.
    fileprivate var pieces: [(text: String, isCode: Bool)] {
        var pieces: [(text: String, isCode: Bool)] = [("", false)]
        var rest = withoutLinks[...]
        while let character = rest.popFirst() {
            let last = pieces.count - 1
            let isCode = pieces[last].isCode
            if character == "`" {
                pieces.append(("", !isCode))
            } else if character == "\\", !isCode, let sign = rest.first, sign.isASCII, !sign.isLetter, !sign.isNumber {
                pieces[last].text.append(rest.removeFirst())
            } else if character == "*", !isCode, rest.first == "*" {
                rest.removeFirst()
            } else {
                pieces[last].text.append(character)
            }
        }
        return pieces.filter { !$0.text.isEmpty }
    }

    /// Replaces each `[text](URL)` by its text.
    fileprivate var withoutLinks: String {
        var rest = self[...]
        var text = ""
        while let middle = rest.firstRange(of: "]("), let opening = rest[..<middle.lowerBound].lastIndex(of: "["),
            let closing = rest[middle.upperBound...].firstIndex(of: ")")
        {
            text += rest[..<opening] + rest[rest.index(after: opening)..<middle.lowerBound]
            rest = rest[rest.index(after: closing)...]
        }
        return text + rest
    }
}
