extension Tokenizer {
    /// The next token in an element that contains only text: text or its end tag; nil after that and at the end.
    mutating func rawToken() -> Token? {
        guard index < source.count else { return nil }
        let end = content == .scriptData ? endOfScript() : endOfRawText()
        if end == index {
            content = .data
            return tag(nameAt: index + 2, isEnd: true)
        }
        let text = index..<end
        index = end
        return .text(cleaned(text, decoding: content == .rcdata))
    }

    private func endOfRawText() -> Int {
        var at = index
        while true {
            at = mark(from: at)
            if at == source.count || isEndTag(at: at) { return at }
            at += 1
        }
    }

    /// A script ends at its end tag, except inside a comment in which another script has begun.
    private func endOfScript() -> Int {
        var at = index
        /// Whether a comment is open, and whether a script is open in it.
        var isInComment = false
        var isInInnerScript = false
        while at < source.count {
            let mark = UInt8(ascii: isInComment ? "-" : "<")
            at = source.index(ofAny: UInt8(ascii: "<"), mark, mark, from: at, to: source.count)
            guard at < source.count else { break }
            if isInComment, source.has("-->", at: at) {
                (isInComment, isInInnerScript) = (false, false)
                at += 3
            } else if !isInComment, source.has("<!--", at: at) {
                isInComment = true
                // The same dashes may end the comment, as in `<!-->`.
                at += 2
            } else if isInInnerScript {
                if source.has("</script", at: at), endsName(at: at + 8) { isInInnerScript = false }
                at += 1
            } else if isEndTag(at: at) {
                return at
            } else {
                if isInComment, source.has("<script", at: at), endsName(at: at + 7) { isInInnerScript = true }
                at += 1
            }
        }
        return source.count
    }

    private func mark(from start: Int) -> Int {
        let mark = UInt8(ascii: "<")
        return source.index(ofAny: mark, mark, mark, from: start, to: source.count)
    }

    /// Whether the end tag of the open element is at this index.
    private func isEndTag(at start: Int) -> Bool {
        guard start + 1 < source.count, source[start] == UInt8(ascii: "<"), source[start + 1] == UInt8(ascii: "/")
        else { return false }
        let expected = elementNames[lastStartName]
        let nameStart = start + 2
        guard nameStart + expected.count < source.count, endsName(at: nameStart + expected.count) else { return false }
        return source.part(nameStart..<nameStart + expected.count).elementsEqual(expected) { $0.lowercased == $1 }
    }

    private func endsName(at index: Int) -> Bool {
        guard index < source.count else { return false }
        return source[index].isHTMLSpace || source[index] == UInt8(ascii: "/") || source[index] == UInt8(ascii: ">")
    }
}
