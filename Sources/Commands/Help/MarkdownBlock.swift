/// A block of the Markdown that lede's guides use.
private enum MarkdownBlock: Equatable {
    case heading(Int, String)
    case paragraph(String)
    case bullet(String)
    case code([String])
    /// A row of a table, without its header.
    case row([String])

    var isHeading: Bool { if case .heading = self { true } else { false } }

    static func all(in text: String) -> [MarkdownBlock] {
        var reader = Reader()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { reader.add(String(line)) }
        reader.end()
        return reader.blocks
    }

    private struct Reader {
        var blocks: [MarkdownBlock] = []
        /// The paragraph or bullet that may continue on the next line.
        private var open: MarkdownBlock?
        private var fence: [String]?
        private var isInTable = false

        mutating func add(_ line: String) {
            if line.hasPrefix("```") {
                end()
                if let fence { blocks.append(.code(fence)) }
                fence = fence == nil ? [] : nil
            } else if fence != nil {
                fence?.append(line)
            } else if line.hasPrefix("|") {
                addRow(line)
            } else {
                isInTable = false
                addText(line)
            }
        }

        mutating func end() {
            if let open { blocks.append(open) }
            open = nil
        }

        private mutating func addRow(_ line: String) {
            end()
            // The first row is the header, and the second its rule.
            if isInTable, !line.allSatisfy({ "|-: ".contains($0) }) { blocks.append(.row(cells(of: line))) }
            isInTable = true
        }

        private func cells(of line: String) -> [String] {
            // A backslash escapes a bar that is part of the text.
            let bar = "\u{0}"
            return line.replacing("\\|", with: bar).split(separator: "|", omittingEmptySubsequences: false)
                .dropFirst().dropLast()
                .map { $0.replacing(bar, with: "|").trimmed }
        }

        private mutating func addText(_ line: String) {
            let level = line.prefix { $0 == "#" }.count
            if line.hasPrefix("    "), open == nil {
                if case .code(let lines) = blocks.last {
                    blocks[blocks.count - 1] = .code(lines + [String(line.dropFirst(4))])
                } else {
                    blocks.append(.code([String(line.dropFirst(4))]))
                }
            } else if (1...6).contains(level), line.dropFirst(level).hasPrefix(" ") {
                end()
                blocks.append(.heading(level, line.dropFirst(level + 1).trimmed))
            } else if line.hasPrefix("- ") {
                end()
                open = .bullet(line.dropFirst(2).trimmed)
            } else if line.trimmed.isEmpty {
                end()
            } else {
                goOn(with: line.trimmed)
            }
        }

        private mutating func goOn(with text: String) {
            switch open {
            case .bullet(let begun): open = .bullet("\(begun) \(text)")
            case .paragraph(let begun): open = .paragraph("\(begun) \(text)")
            default: open = .paragraph(text)
            }
        }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}

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
