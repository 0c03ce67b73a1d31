extension Tokenizer {
    /// Reads a tag; nil where the document ends in it, which drops it.
    mutating func tag(nameAt start: Int, isEnd: Bool) -> Token? {
        if attributes.count > keptAttributes { attributes.removeLast(attributes.count - keptAttributes) }
        tagNumber += 1
        isSelfClosing = false
        var at = start
        var hasNUL = false
        while at < source.count, !source[at].endsTagName {
            hasNUL = hasNUL || source[at] == 0
            at += 1
        }
        name =
            hasNUL
            ? elementNames.number(of: nameWithoutNUL(start..<at)) : elementNames.number(of: start..<at, in: source)
        while at < source.count {
            let byte = source[at]
            if byte == UInt8(ascii: ">") {
                index = at + 1
                if !isEnd { lastStartName = name }
                let tag = Names.tag(of: name)
                return isEnd ? .end(tag) : .start(tag)
            }
            if byte == UInt8(ascii: "/") {
                at += 1
                isSelfClosing = at < source.count && source[at] == UInt8(ascii: ">")
            } else if byte.isHTMLSpace {
                at += 1
            } else {
                at = endOfAttribute(at)
            }
        }
        index = source.count
        return nil
    }

    /// Reads an attribute and gives the index behind it.
    private mutating func endOfAttribute(_ start: Int) -> Int {
        // An equals sign at the beginning belongs to the name.
        var at = start + 1
        var hasNUL = source[start] == 0
        while at < source.count, !source[at].endsAttributeName {
            hasNUL = hasNUL || source[at] == 0
            at += 1
        }
        let nameRange = start..<at
        while at < source.count, source[at].isHTMLSpace { at += 1 }
        guard at < source.count, source[at] == UInt8(ascii: "=") else {
            add(nameRange, hasNUL: hasNUL, .empty)
            return at
        }
        at += 1
        while at < source.count, source[at].isHTMLSpace { at += 1 }
        guard at < source.count else { return at }
        let first = source[at]
        if first == UInt8(ascii: ">") {
            add(nameRange, hasNUL: hasNUL, .empty)
            return at
        }
        let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        if isQuoted { at += 1 }
        let valueStart = at
        var isPlain = true
        if isQuoted {
            while true {
                at = source.index(ofAny: first, UInt8(ascii: "&"), 0, from: at, to: source.count)
                if at == source.count || source[at] == first { break }
                isPlain = false
                at += 1
            }
        } else {
            while at < source.count, !source[at].isHTMLSpace, source[at] != UInt8(ascii: ">") {
                if source[at] == UInt8(ascii: "&") || source[at] == 0 { isPlain = false }
                at += 1
            }
        }
        // A document that ends here drops the tag, so nothing need be decoded.
        guard at < source.count else { return at }
        let value = valueStart..<at
        if isPlain {
            add(nameRange, hasNUL: hasNUL, TextRange(source: value))
        } else {
            add(nameRange, hasNUL: hasNUL, cleaned(value, decoding: true, isInAttribute: true))
        }
        return isQuoted ? at + 1 : at
    }

    /// Adds an attribute, unless the tag has one of this name or too many.
    private mutating func add(_ name: Range<Int>, hasNUL: Bool, _ value: TextRange) {
        guard attributes.count - keptAttributes < Limits.attributesOfElement, attributes.count < Limits.attributes
        else { return }
        let number =
            hasNUL ? attributeNames.number(of: nameWithoutNUL(name)) : attributeNames.number(of: name, in: source)
        let index = Int(number)
        if index >= tagsOfAttributes.count {
            tagsOfAttributes += repeatElement(0, count: max(attributeNames.count, index + 1) - tagsOfAttributes.count)
        }
        guard tagsOfAttributes[index] != tagNumber else { return }
        tagsOfAttributes[index] = tagNumber
        attributes.append(AttributeEntry(name: number, value: value))
    }

    private func nameWithoutNUL(_ range: Range<Int>) -> [UInt8] {
        source.part(range).flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0.lowercased] }
    }
}

extension UInt8 {
    @inline(__always)
    fileprivate var endsTagName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }

    @inline(__always)
    fileprivate var endsAttributeName: Bool { endsTagName || self == UInt8(ascii: "=") }
}
