/// The text of one paragraph, clean and in one buffer, with the styles of its parts; ready to be broken into lines.
struct StyledText {
    /// UTF-8 in which a newline is a forced break, and a no-break space and a break hint mean what they say.
    private(set) var bytes: [UInt8] = []
    private var parts: [Part] = []

    private struct Part {
        var end: Int
        let style: Style
        let link: Int?
    }

    mutating func append(_ inlines: [Inline], style: Style = [], link: Int? = nil, links: LinkTable) {
        for inline in inlines {
            switch inline {
            case .text(let text): append(text, style: style, link: link)
            case .styled(let inlineStyle, let content):
                append(content, style: style.union(inlineStyle.style), link: link, links: links)
            case .abbreviation(let meaning, let content):
                append(content, style: style, link: link, links: links)
                append(" (\(meaning))", style: style, link: link)
            case .ruby(let base, let reading):
                append(base, style: style, link: link, links: links)
                append("(", style: style, link: link)
                append(reading, style: style, link: link, links: links)
                append(")", style: style, link: link)
            case .image(let image): append(Self.caption(image.alt), style: style.union([.image, .dim]), link: link)
            case .media(let media):
                appendLink(to: media.target, [.text(media.title ?? media.kind.word)], style: style, links: links)
            case .lineBreak: breakLine()
            case .link(let target, let content):
                if inline.isVisible {
                    appendLink(to: target, content, style: style, links: links)
                } else {
                    append(content, style: style, link: link, links: links)
                }
            case .anchor: break
            }
        }
    }

    private mutating func appendLink(to target: String, _ content: [Inline], style: Style, links: LinkTable) {
        guard let number = links.number(of: target) else { return append(content, style: style, links: links) }
        append(content, style: style.union(.link), link: number, links: links)
        append("\u{A0}[\(number)]", style: .dim, link: number)
    }

    mutating func append(_ text: String, style: Style = [], link: Int? = nil) {
        CleanText.appendProse(text.utf8.span, to: &bytes)
        endPart(style: style, link: link)
    }

    /// Appends a line of a text in which every space counts, and which is clean.
    mutating func appendVerbatim(_ line: Substring, style: Style, link: Int? = nil) {
        bytes.append(contentsOf: line.utf8)
        endPart(style: style, link: link)
    }

    mutating func breakLine() {
        guard !bytes.isEmpty else { return }
        bytes.append(.newline)
        endPart(style: [], link: nil)
    }

    /// Puts a sign of one cell in place of each character that takes two, for a line that is one cell wide.
    mutating func replaceWideCharacters() {
        let old = self
        self = StyledText()
        var start = 0
        for part in old.parts {
            for scalar in String(decoding: old.bytes[start..<part.end], as: UTF8.self).unicodeScalars {
                let isWide = CellWidth.of(codePoint: scalar.value) > 1
                bytes.append(contentsOf: UTF8.encode(isWide ? "\u{FFFD}" : scalar) ?? .init())
            }
            endPart(style: part.style, link: part.link)
            start = part.end
        }
    }

    /// Cuts runs out of the text, for ranges that rise.
    func runs(in ranges: [Range<Int>]) -> [[Run]] {
        var part = 0
        return ranges.map { range in
            var runs: [Run] = []
            var start = range.lowerBound
            while part < parts.count, parts[part].end <= start { part += 1 }
            while start < range.upperBound, part < parts.count {
                let end = min(parts[part].end, range.upperBound)
                let text = shown(start..<end)
                if !text.isEmpty { runs.append(Run(text: text, style: parts[part].style, link: parts[part].link)) }
                start = end
                if parts[part].end <= start { part += 1 }
            }
            return runs
        }
    }

    private mutating func endPart(style: Style, link: Int?) {
        guard bytes.count > parts.last?.end ?? 0 else { return }
        if let last = parts.last, last.style == style, last.link == link {
            parts[parts.count - 1].end = bytes.count
        } else {
            parts.append(Part(end: bytes.count, style: style, link: link))
        }
    }

    /// The part as a terminal gets it: what is said of line breaks has done its work.
    private func shown(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
        let isSaid: (Unicode.Scalar) -> Bool = { "\u{A0}\u{AD}\u{200B}\u{2060}".unicodeScalars.contains($0) }
        guard text.unicodeScalars.contains(where: isSaid) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar == "\u{A0}" || !isSaid(scalar) {
            shown.append(scalar == "\u{A0}" ? " " : scalar)
        }
        return String(shown)
    }

    private static func caption(_ alt: String?) -> String {
        guard let alt, CleanText.isVisible(alt) else { return "[image]" }
        return "[image: \(CleanText.line(alt))]"
    }
}

extension InlineStyle {
    fileprivate var style: Style {
        switch self {
        case .emphasis: .italic
        case .strong, .marked: .bold
        case .code: .code
        case .deleted, .small: .dim
        case .inserted, .underlined: .underline
        case .superscript, .subscript: []
        }
    }
}

extension Media.Kind {
    fileprivate var word: String {
        switch self {
        case .audio: "audio"
        case .video: "video"
        case .embedded: "embedded page"
        }
    }
}
