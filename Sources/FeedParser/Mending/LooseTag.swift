/// A tag in a broken document: quotes, values, spaces and even its end may be missing.
struct LooseTag {
    struct Attribute {
        let name: Range<Int>
        /// Nil without a value, as in HTML.
        let value: Range<Int>?
    }

    let name: Range<Int>
    private(set) var attributes: [Attribute] = []
    private(set) var isSelfClosing = false
    /// Whether everything except quotes is as in XML.
    private(set) var isWellWritten = true
    /// The index after its last byte.
    private(set) var end: Int

    /// The way a tag ends.
    enum Ending {
        case closed
        /// At the next less-than sign, because the greater-than sign is missing.
        case atNextTag
        case atEndOfDocument
    }
    private(set) var ending = Ending.closed

    /// Attributes beyond this number aren't read. No feed's element has more.
    private static let mostAttributes = 256

    init(named name: Range<Int>, in document: ByteView) {
        self.name = name
        end = name.upperBound
        readAttributes(in: document)
    }

    /// Returns the range of a tag's name at `start`; nil if there is none.
    static func name(at start: Int, in document: ByteView) -> Range<Int>? {
        guard start < document.endIndex, XMLCharacter.beginsName(document[start]) else { return nil }
        let end = document.firstIndex(from: start) { !XMLCharacter.isInName($0) }
        return XMLCharacter.isName(document[start..<end]) ? start..<end : nil
    }

    private mutating func readAttributes(in document: ByteView) {
        while end < document.endIndex {
            switch document[end] {
            case UInt8(ascii: ">"):
                end += 1
                return
            case UInt8(ascii: "<"):
                ending = .atNextTag
                return
            case UInt8(ascii: "/"):
                isSelfClosing = true
                end += 1
            case let byte where byte.isSpace:
                end += 1
            case let byte where XMLCharacter.isInName(byte):
                isSelfClosing = false
                readAttribute(in: document)
            default:
                isSelfClosing = false
                isWellWritten = false
                end += 1
            }
        }
        ending = .atEndOfDocument
    }

    private mutating func readAttribute(in document: ByteView) {
        let nameEnd = document.firstIndex(from: end) { !XMLCharacter.isInName($0) }
        let name = end..<nameEnd
        end = nameEnd
        let equals = document.firstIndex(from: end) { !$0.isSpace }
        var value: Range<Int>?
        if equals < document.endIndex, document[equals] == UInt8(ascii: "=") {
            end = document.firstIndex(from: equals + 1) { !$0.isSpace }
            value = readValue(in: document)
        } else {
            isWellWritten = false
        }
        if attributes.count < Self.mostAttributes { attributes.append(Attribute(name: name, value: value)) }
    }

    private mutating func readValue(in document: ByteView) -> Range<Int> {
        let start = end
        guard start < document.endIndex else { return start..<start }
        let quote = document[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let value = (start + 1)..<Self.endOfValue(quoted: quote, from: start + 1, in: document)
            end = value.upperBound
            if end < document.endIndex, document[end] == quote { end += 1 }
            return value
        }
        end = document.firstIndex(from: start) { $0.isSpace || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        return start..<end
    }

    // An unclosed quote would end at the next tag's quote. Then a less-than sign is in between, and no further
    // attribute follows, so the value ends with the tag.
    private static func endOfValue(quoted quote: UInt8, from start: Int, in document: ByteView) -> Int {
        guard let close = document.firstIndex(of: quote, from: start) else {
            return endOfTag(from: start, in: document)
        }
        let next = close + 1 < document.endIndex ? document[close + 1] : UInt8(ascii: ">")
        if next.isSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") || next == UInt8(ascii: "?") {
            return close
        }
        return document[start..<close].contains(UInt8(ascii: "<")) ? endOfTag(from: start, in: document) : close
    }

    private static func endOfTag(from start: Int, in document: ByteView) -> Int {
        document.firstIndex(from: start) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
    }
}
