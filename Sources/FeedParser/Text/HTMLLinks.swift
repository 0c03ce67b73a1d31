/// Finds the values of link attributes in HTML.
struct HTMLLinks {
    private let html: Bytes
    private var at = 0
    private var isInsideOfTag = false

    init(_ html: Bytes) {
        self.html = html
    }

    /// Returns the range of the next link, without its quotes.
    mutating func next() -> Range<Int>? {
        while isInsideOfTag || enterTag() {
            while let (name, value) = nextAttribute() {
                if Self.holdsLink(name) { return value }
            }
            isInsideOfTag = false
        }
        return nil
    }

    /// Whether an attribute of this name has a URL, in any element.
    static func holdsLink(_ name: Bytes) -> Bool {
        switch name.count {
        case 3: name.isCaseless("src")
        case 4: name.isCaseless("href") || name.isCaseless("cite") || name.isCaseless("data")
        case 6: name.isCaseless("poster") || name.isCaseless("action")
        case 8: name.isCaseless("longdesc")
        default: false
        }
    }

    private mutating func enterTag() -> Bool {
        while let tag = html.index(of: "<", from: at) {
            at = tag + 1
            guard at < html.count, html[at].isLetter else { continue }
            while at < html.count, !html[at].endsName { at += 1 }
            isInsideOfTag = true
            return true
        }
        return false
    }

    // Returns nil at the end of the tag or text. Skips attributes without a value.
    private mutating func nextAttribute() -> (name: Bytes, value: Range<Int>)? {
        while at < html.count {
            let byte = html[at]
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") { return nil }
            if byte.endsName {
                at += 1
                continue
            }
            let nameStart = at
            while at < html.count, !html[at].endsName { at += 1 }
            let name = html.part(nameStart..<at)
            skipSpace()
            guard at < html.count, html[at] == UInt8(ascii: "=") else { continue }
            at += 1
            skipSpace()
            return value().map { (name, $0) }
        }
        return nil
    }

    // Returns nil for an unclosed quote.
    private mutating func value() -> Range<Int>? {
        guard at < html.count else { return nil }
        let start: Int
        let end: Int
        if html[at] == UInt8(ascii: "\"") || html[at] == UInt8(ascii: "'") {
            start = at + 1
            guard let quote = html.index(of: html[at], from: start) else {
                at = html.count
                return nil
            }
            end = quote
            at = end + 1
        } else {
            start = at
            while at < html.count, !html[at].isSpace, html[at] != UInt8(ascii: ">") { at += 1 }
            end = at
        }
        return start..<end
    }

    private mutating func skipSpace() {
        while at < html.count, html[at].isSpace { at += 1 }
    }
}

extension UInt8 {
    fileprivate var endsName: Bool {
        isSpace || self == UInt8(ascii: "=") || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
            || self == UInt8(ascii: "<") || self == UInt8(ascii: "\"") || self == UInt8(ascii: "'")
    }
}
