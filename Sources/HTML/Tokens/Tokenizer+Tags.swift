extension Tokenizer {
    /// Reads a tag; returns nil if the document ends in it.
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
        cutTag = index..<source.count
        index = source.count
        return nil
    }

    /// Reads an attribute and returns the index after it.
    private mutating func endOfAttribute(_ start: Int) -> Int {
        // An equals sign at the beginning belongs to the name.
        var at = start + 1
        var hasNUL = source[start] == 0
        while at < source.count, !source[at].endsAttributeName {
            hasNUL = hasNUL || source[at] == 0
            at += 1
        }
        let name = newAttribute(start..<at, hasNUL: hasNUL)
        while at < source.count, source[at].isHTMLSpace { at += 1 }
        guard at < source.count, source[at] == UInt8(ascii: "=") else {
            add(name, .empty)
            return at
        }
        at += 1
        while at < source.count, source[at].isHTMLSpace { at += 1 }
        guard at < source.count else { return at }
        let first = source[at]
        if first == UInt8(ascii: ">") {
            add(name, .empty)
            return at
        }
        var isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        if isQuoted { at += 1 }
        let valueStart = at
        var isPlain = true
        if isQuoted, let end = endOfValue(quotedBy: first, from: at, &isPlain) {
            at = end
        } else {
            isQuoted = false
            while at < source.count, !source[at].isHTMLSpace, source[at] != UInt8(ascii: ">") {
                if source[at] == UInt8(ascii: "&") || source[at] == 0 { isPlain = false }
                at += 1
            }
        }
        // A tag at the end of the document is dropped, so its last value needn't be decoded.
        guard at < source.count else { return at }
        let value = valueStart..<at
        if isPlain || name == nil {
            add(name, TextRange(source: value))
        } else {
            add(name, cleaned(value, decoding: true, isInAttribute: true))
        }
        return isQuoted ? at + 1 : at
    }

    /// The index of the closing quote; nil if none follows, and the value is read up to the next space.
    private mutating func endOfValue(quotedBy quote: UInt8, from start: Int, _ isPlain: inout Bool) -> Int? {
        if missingQuotes.contains(quote) { return nil }
        var at = start
        while true {
            at = source.index(ofAny: quote, UInt8(ascii: "&"), 0, from: at, to: source.count)
            if at == source.count || source[at] == quote { break }
            isPlain = false
            at += 1
        }
        guard reading == .excerpt, at == source.count else { return at }
        missingQuotes.append(quote)
        isPlain = true
        return nil
    }

    /// The number of an attribute's name. Nil if the tag already has it, if nobody uses it, or if there are too many.
    private mutating func newAttribute(_ name: Range<Int>, hasNUL: Bool) -> UInt32? {
        guard attributes.count - keptAttributes < Limits.attributesOfElement, attributes.count < Limits.attributes
        else { return nil }
        let number =
            hasNUL ? attributeNames.number(of: nameWithoutNUL(name)) : attributeNames.number(of: name, in: source)
        guard number != NameTable.noNumber else { return nil }
        let index = Int(number)
        if index >= tagsOfAttributes.count {
            tagsOfAttributes += repeatElement(0, count: max(attributeNames.count, index + 1) - tagsOfAttributes.count)
        }
        return tagsOfAttributes[index] == tagNumber ? nil : number
    }

    private mutating func add(_ name: UInt32?, _ value: TextRange) {
        guard let name else { return }
        tagsOfAttributes[Int(name)] = tagNumber
        attributes.append(AttributeEntry(name: name, value: value))
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
