import HTML

/// Writes a paragraph's parts as styled text.
struct InlineSetter {
    private(set) var text = StyledText()
    /// The anchors passed since they were last read.
    var anchors: [String] = []
    let options: TypesettingOptions
    let references: References
    private var block = 0
    private var explained: Set<String> = []
    /// The numbers of links in superscript, which aren't raised themselves; nil outside of it.
    private var heldNumbers: [Int]?

    init(options: TypesettingOptions, references: References) {
        self.options = options
        self.references = references
    }

    /// Starts a block. Explanations that occur once don't depend on earlier blocks, so blocks can be set separately.
    mutating func begin(block: Int) {
        self.block = block
        explained.removeAll()
    }

    mutating func set(_ inlines: [Inline], style: Style = []) {
        text.removeAll()
        write(inlines, style: style, link: nil)
    }

    /// Sets text with all its spaces.
    mutating func set(verbatim inlines: [Inline], style: Style) {
        text.removeAll()
        write(verbatim: inlines, style: style, link: nil)
    }

    mutating func set(_ string: String, style: Style, link: Int?) {
        text.removeAll()
        text.append(string, style: style, link: link)
    }

    /// Returns the length of the text up to the end of each part.
    func lengths(of inlines: [Inline]) -> [Int] {
        var setter = self
        setter.text.removeAll()
        return inlines.map { inline in
            setter.write([inline], style: [], link: nil)
            return setter.text.bytes.count
        }
    }

    /// Makes the text fit a line of one cell.
    mutating func replaceWideCharacters() { text.replaceWideCharacters() }

    private mutating func write(_ inlines: [Inline], style: Style, link: Int?) {
        for inline in inlines {
            switch inline {
            case .text(let string): text.append(string, style: style, link: link)
            case .styled(let inlineStyle, let content): write(content, inlineStyle, style: style, link: link)
            case .link(let target, let content):
                writeLink(to: inline.isVisible ? target : "", style: style, outer: link) { setter, style, number in
                    setter.write(content, style: style, link: number)
                }
            case .image(let image): write(image, style: style, link: link)
            case .media(let media):
                writeLink(to: media.target, style: style, outer: link) { setter, style, number in
                    setter.text.append(media.caption, style: style, link: number)
                }
            case .abbreviation(let meaning, let content):
                write(content, style: style, link: link)
                guard content != [.text(meaning)] else { continue }
                if references.explainsAbbreviation(of: meaning, in: block), explained.insert(meaning).inserted {
                    text.append(" (\(meaning))", style: style, link: link)
                }
            case .ruby(let base, let reading):
                write(base, style: style, link: link)
                text.append("\u{2060}(", style: style, link: link)
                write(reading, style: style, link: link)
                text.append(")", style: style, link: link)
            case .lineBreak: text.breakLine()
            case .anchor(let name): anchors.append(name)
            }
        }
    }

    private mutating func write(verbatim inlines: [Inline], style: Style, link: Int?) {
        for inline in inlines {
            switch inline {
            case .text(let string): text.appendVerbatim(string, style: style, link: link)
            case .styled(let inlineStyle, let content):
                write(verbatim: content, style: style.union(inlineStyle.style), link: link)
            case .link(let target, let content):
                let number = references.number(of: target)
                write(verbatim: content, style: number == nil ? style : style.union(.link), link: number ?? link)
            case .image(let image):
                text.appendVerbatim(image.caption(numbered: nil), style: style.union(.image), link: link)
            case .media(let media):
                let number = references.number(of: media.target)
                text.appendVerbatim(media.caption, style: style.union(.link), link: number ?? link)
            case .abbreviation(_, let content): write(verbatim: content, style: style, link: link)
            case .ruby(let base, _): write(verbatim: base, style: style, link: link)
            case .lineBreak: text.appendVerbatim("\n", style: [])
            case .anchor(let name): anchors.append(name)
            }
        }
    }

    private mutating func writeLink(
        to target: String, style: Style, outer: Int?, _ content: (inout InlineSetter, Style, Int?) -> Void
    ) {
        guard let number = references.number(of: target) else { return content(&self, style, outer) }
        content(&self, style.union(.link), number)
        guard references.isListed(number) else { return }
        if heldNumbers == nil { writeNumber(number) } else { heldNumbers?.append(number) }
    }

    private mutating func writeNumber(_ number: Int) {
        text.append("\u{A0}[\(number)]", style: .dim, link: number)
    }

    private mutating func write(_ image: Image, style: Style, link: Int?) {
        let number = link ?? image.address.flatMap { references.number(of: $0) }
        text.append(
            image.caption(numbered: link == nil ? number : nil), style: style.union([.image, .dim]), link: number)
        if let title = image.distinctTitle { text.append(" “\(title)”", style: style, link: number) }
    }

    private mutating func write(_ content: [Inline], _ inlineStyle: InlineStyle, style: Style, link: Int?) {
        let inner = style.union(inlineStyle.style)
        switch inlineStyle {
        case .superscript, .subscript:
            let start = text.bytes.count
            let outer = heldNumbers
            heldNumbers = []
            write(content, style: inner, link: link)
            shift(from: start, inlineStyle == .superscript ? .superscript : .subscript)
            let numbers = heldNumbers ?? []
            heldNumbers = outer
            for number in numbers { writeNumber(number) }
        case .deleted where !options.strikesOut:
            text.append("~~", style: inner, link: link)
            write(content, style: inner, link: link)
            text.append("~~", style: inner, link: link)
        case .code where !options.hasStyles:
            text.append("`", style: inner, link: link)
            write(content, style: inner, link: link)
            text.append("`", style: inner, link: link)
        case .emphasis, .strong, .code, .deleted, .inserted, .marked, .underlined, .small:
            write(content, style: inner, link: link)
        }
    }

    /// Turns the text since `start` into Unicode's small characters or, if some are missing, into brackets after a
    /// sign.
    private mutating func shift(from start: Int, _ script: SmallScript) {
        guard text.bytes.count > start else { return }
        let tail = text.takeTail(from: start)
        let shifted = tail.map { (text: script.shifted($0.text), style: $0.style, link: $0.link) }
        if shifted.allSatisfy({ $0.text != nil }) {
            for part in shifted { text.append(part.text ?? "", style: part.style, link: part.link) }
            return
        }
        let isShort = tail.count == 1 && tail[0].text.unicodeScalars.count == 1
        text.append(script.sign + (isShort ? "" : "("), style: tail[0].style, link: tail[0].link)
        for part in tail { text.append(part.text, style: part.style, link: part.link) }
        if !isShort { text.append(")", style: tail[0].style, link: tail[0].link) }
    }
}

extension InlineStyle {
    fileprivate var style: Style {
        switch self {
        case .emphasis: .italic
        case .strong: .bold
        case .marked: .marked
        case .code: .code
        case .deleted: [.deleted, .dim]
        case .small: .dim
        case .inserted: [.inserted, .underline]
        case .underlined: .underline
        case .superscript, .subscript: []
        }
    }
}

extension Image {
    /// Returns the text for the image: its link's number, and its description or size.
    func caption(numbered number: Int?) -> String {
        let label = number.map { "image\u{A0}\($0)" } ?? "image"
        if let alt, CleanText.isVisible(alt) { return "[\(label): \(CleanText.line(alt))]" }
        if let width, let height { return "[\(label), \(width)×\(height)]" }
        return "[\(label)]"
    }

    /// The title, if it differs from the alternative text.
    fileprivate var distinctTitle: String? {
        guard let title, CleanText.isVisible(title) else { return nil }
        let line = CleanText.line(title)
        return line == alt.map(CleanText.line) ? nil : line
    }
}

extension Media {
    var caption: String {
        let word =
            switch kind {
            case .audio: "audio"
            case .video: "video"
            case .embedded: "embedded page"
            }
        guard let title, CleanText.isVisible(title) else { return "[\(word)]" }
        return "[\(word): \(CleanText.line(title))]"
    }
}

extension SmallScript {
    /// Returns the text in small characters, without the brackets of notes; nil if one is missing.
    fileprivate func shifted(_ text: String) -> String? {
        var shifted = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "[", "]": break
            case "*", "†", "‡", "′", "″", "°": shifted.append(scalar)
            default:
                guard let small = small(scalar) else { return nil }
                shifted.append(small)
            }
        }
        return shifted.isEmpty ? nil : String(shifted)
    }
}
