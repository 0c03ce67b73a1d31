import HTML

/// A start or an end tag.
struct HTMLTag {
    let element: HTMLElement
    /// What tells elements that we don't know apart.
    let name: HTMLName
    /// Whether it is written `<name/>`.
    var isSelfClosing = false
}

/// Cuts HTML into text and tags in one pass, as the standard says (HTML Standard, 13.2.5).
///
/// It departs from it where the standard would lose text that was meant to be read: a quotation mark that is never
/// closed ends at the end of its tag, and `<script/>` is over at once.
struct HTMLTokenizer {
    enum Token {
        /// Text without references, by its place.
        case text(Range<Int>)
        case character(CharacterReference)
        case start(HTMLTag)
        case end(HTMLTag)
    }

    let html: [UInt8]
    /// The attributes of the start tag that came last.
    private(set) var attributes: HTMLAttributes
    private var index = 0
    /// The quotation marks of which we know that none is left.
    private var missingQuotes: Set<UInt8> = []
    /// Where the CDATA section ends that we are in: HTML has none, but texts have come through XML and kept theirs.
    private var sectionEnd: Int?
    private var hasNoSectionEnd = false
    /// Whether we know that no tag ends any more.
    private var hasOpenEnd = false

    init(_ html: [UInt8]) {
        self.html = html
        attributes = HTMLAttributes(of: html)
    }

    /// What comes next; nil at the end.
    mutating func next() -> Token? {
        while index < html.count {
            let start = index
            if let end = sectionEnd, start >= end {
                if start == end { index += 3 }
                sectionEnd = nil
                continue
            }
            switch html[start] {
            case UInt8(ascii: "<"):
                if let token = markup() { return token }
                if index > start { continue }
            case UInt8(ascii: "&"):
                if let reference = CharacterReference(at: start, in: html.span) {
                    index = reference.end
                    return .character(reference)
                }
            default: break
            }
            // Whatever the first byte is, it begins no markup.
            index = endOfText(from: start + 1)
            return .text(start..<index)
        }
        return nil
    }

    /// The text of an element that holds nothing else, up to its end tag, or to the end where it has none.
    mutating func rawText(of tag: HTMLTag) -> Range<Int> {
        let start = index
        while index < html.count {
            if html[index] == UInt8(ascii: "<"), index + 1 < html.count, html[index + 1] == UInt8(ascii: "/"),
                tag.element != .plaintext
            {
                let name = self.name(at: index + 2)
                if name.name == tag.name { break }
            }
            index += 1
        }
        return start..<index
    }

    private func endOfText(from start: Int) -> Int {
        let text = html.span
        var end = start
        let limit = min(text.count, sectionEnd ?? text.count)
        while end < limit, text[end] != UInt8(ascii: "<"), text[end] != UInt8(ascii: "&") { end += 1 }
        return end
    }

    /// Reads what begins with `<`; where it is nothing to be told of, that is skipped, and where it is text nothing is.
    private mutating func markup() -> Token? {
        guard index + 1 < html.count, !hasOpenEnd else { return nil }
        let next = html[index + 1]
        if next.isLetter { return tag(nameAt: index + 1).map { .start($0) } }
        switch next {
        case UInt8(ascii: "/"):
            guard index + 2 < html.count else { return nil }
            if html[index + 2].isLetter { return tag(nameAt: index + 2).map { .end($0) } }
            skip(behind: UInt8(ascii: ">"), from: index + 2)
        case UInt8(ascii: "!"):
            if index + 3 < html.count, html[index + 2] == UInt8(ascii: "-"), html[index + 3] == UInt8(ascii: "-") {
                skipComment()
            } else if html[index...].starts(with: Self.sectionStart) {
                beginSection()
            } else {
                skip(behind: UInt8(ascii: ">"), from: index + 2)
            }
        case UInt8(ascii: "?"): skip(behind: UInt8(ascii: ">"), from: index + 2)
        default: break
        }
        return nil
    }

    private mutating func skip(behind mark: UInt8, from start: Int) {
        index = html[start...].firstIndex(of: mark).map { $0 + 1 } ?? html.count
    }

    private mutating func beginSection() {
        index += Self.sectionStart.count
        guard sectionEnd == nil, !hasNoSectionEnd else { return }
        sectionEnd = html[index...].firstRange(of: Array("]]>".utf8))?.lowerBound
        hasNoSectionEnd = sectionEnd == nil
    }

    private static let sectionStart = Array("<![CDATA[".utf8)

    private mutating func skipComment() {
        // `<!-->` and `<!--->` are whole comments.
        var end = index + 4
        while end < html.count {
            if html[end] == UInt8(ascii: ">") {
                let isOver = html[end - 1] == UInt8(ascii: "-") && html[end - 2] == UInt8(ascii: "-")
                let isOverLoudly =
                    end >= index + 7 && html[end - 1] == UInt8(ascii: "!") && html[end - 2] == UInt8(ascii: "-")
                    && html[end - 3] == UInt8(ascii: "-")
                if isOver || isOverLoudly { break }
            }
            end += 1
        }
        index = min(end + 1, html.count)
    }

    private func name(at start: Int) -> (name: HTMLName, end: Int) {
        let text = html.span
        var name = HTMLName()
        var end = start
        while end < text.count, !text[end].isHTMLSpace, text[end] != UInt8(ascii: "/"), text[end] != UInt8(ascii: ">") {
            name.append(text[end])
            end += 1
        }
        return (name, end)
    }

    /// Reads a tag and moves behind it. One that never ends is cut off, or no tag where its name is none of HTML's.
    private mutating func tag(nameAt start: Int) -> HTMLTag? {
        let (name, nameEnd) = name(at: start)
        attributes.removeAll()
        var isSelfClosing = false
        var at = nameEnd
        while at < html.count {
            let byte = html[at]
            if byte == UInt8(ascii: ">") {
                index = at + 1
                return HTMLTag(element: HTMLElement(name), name: name, isSelfClosing: isSelfClosing)
            }
            isSelfClosing = byte == UInt8(ascii: "/")
            at = isSelfClosing || byte.isHTMLSpace ? at + 1 : endOfAttribute(at)
        }
        hasOpenEnd = true
        // A text that was cut ends in half a tag; but “a <b and c” has none.
        let isTag = !html[start...].contains { $0.isHTMLSpace } || html[start...].contains(UInt8(ascii: "="))
        if isTag, HTMLElement(name) != .other { index = html.count }
        return nil
    }

    /// Reads an attribute and gives the index behind it.
    private mutating func endOfAttribute(_ start: Int) -> Int {
        var name = HTMLName()
        var at = start
        repeat {
            name.append(html[at])
            at += 1
        } while at < html.count && !html[at].endsAttributeName
        let nameEnd = at
        while at < html.count, html[at].isHTMLSpace { at += 1 }
        guard at < html.count, html[at] == UInt8(ascii: "=") else {
            attributes.insert(name, nameEnd..<nameEnd)
            return nameEnd
        }
        at += 1
        while at < html.count, html[at].isHTMLSpace { at += 1 }
        let value = value(at: at)
        attributes.insert(name, value.text)
        return value.end
    }

    private mutating func value(at start: Int) -> (text: Range<Int>, end: Int) {
        guard start < html.count else { return (start..<start, start) }
        var end = start
        let quote = html[start]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted, !missingQuotes.contains(quote) {
            end += 1
            while end < html.count, html[end] != quote { end += 1 }
            if end < html.count { return (start + 1..<end, end + 1) }
            missingQuotes.insert(quote)
        }
        end = isQuoted ? start + 1 : start
        let textStart = end
        while end < html.count, !html[end].isHTMLSpace, html[end] != UInt8(ascii: ">") { end += 1 }
        return (textStart..<end, end)
    }
}

extension UInt8 {
    fileprivate var endsAttributeName: Bool {
        isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") || self == UInt8(ascii: "=")
    }
}
