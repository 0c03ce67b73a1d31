/// A block of the Markdown that lede's guides use.
enum MarkdownBlock: Equatable {
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
