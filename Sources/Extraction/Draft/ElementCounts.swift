import HTML
import System

/// What there is in an element, counted once and corrected when a part is removed, so that no text is read twice.
struct ElementCounts: Equatable {
    private var lanes: SIMD8<Int32> = .zero

    /// UTF-16 units, with white space in a row as one.
    var letters: Int {
        get { Int(lanes[0]) }
        set { lanes[0] = Int32(newValue) }
    }
    var commas: Int {
        get { Int(lanes[1]) }
        set { lanes[1] = Int32(newValue) }
    }
    /// Tenths of the letters in links. Links within the page count for three tenths.
    var linkTenths: Int {
        get { Int(lanes[2]) }
        set { lanes[2] = Int32(newValue) }
    }
    var paragraphs: Int {
        get { Int(lanes[3]) }
        set { lanes[3] = Int32(newValue) }
    }
    var images: Int {
        get { Int(lanes[4]) }
        set { lanes[4] = Int32(newValue) }
    }
    var items: Int {
        get { Int(lanes[5]) }
        set { lanes[5] = Int32(newValue) }
    }
    var inputs: Int {
        get { Int(lanes[6]) }
        set { lanes[6] = Int32(newValue) }
    }
    /// The letters in lists.
    var listLetters: Int {
        get { Int(lanes[7]) }
        set { lanes[7] = Int32(newValue) }
    }

    /// The part of the text that is links.
    var linkDensity: Double { letters == 0 ? 0 : Double(linkTenths) / 10 / Double(letters) }

    static func += (one: inout ElementCounts, other: ElementCounts) { one.lanes &+= other.lanes }
    static func -= (one: inout ElementCounts, other: ElementCounts) { one.lanes &-= other.lanes }
}

/// Counts the letters and commas of texts that follow one another.
struct TextMeasure {
    /// Whether the last text ended in white space, or none came yet.
    private var isAfterSpace = true

    /// The counts of the next text, and whether it is only white space.
    mutating func measure(_ text: UnsafeBufferPointer<UInt8>) -> (counts: ElementCounts, isBlank: Bool) {
        var letters = 0
        var commas = 0
        var hasWord = false
        var at = 0
        while at < text.count {
            if at + 8 <= text.count {
                let eight = EightBytes(at: at, of: text)
                if eight.isASCII {
                    let spaces = eight.spaces
                    letters += 8 - spaces.following(isAfterOne: isAfterSpace).count
                    commas += eight.places(of: UInt8(ascii: ",")).count
                    hasWord = hasWord || spaces.count < 8
                    isAfterSpace = spaces.hasLast
                    at += 8
                    continue
                }
            }
            let end = min(at + 8, text.count)
            while at < end {
                let byte = text[at]
                if byte <= 0x20 {
                    if !isAfterSpace { letters += 1 }
                    isAfterSpace = true
                } else if byte == 0xC2, at + 1 < text.count, text[at + 1] == 0xA0 {
                    at += 1
                    if !isAfterSpace { letters += 1 }
                    isAfterSpace = true
                } else {
                    // Following bytes of a character count nothing; a character of four bytes has two units.
                    if byte & 0xC0 != 0x80 { letters += byte >= 0xF0 ? 2 : 1 }
                    if byte == UInt8(ascii: ",") || byte >= 0xD8 && Self.isComma(at: at, of: text) { commas += 1 }
                    hasWord = true
                    isAfterSpace = false
                }
                at += 1
            }
        }
        var counts = ElementCounts()
        (counts.letters, counts.commas) = (letters, commas)
        return (counts, !hasWord)
    }

    /// The commas of other scripts: U+060C, U+3001, U+FE10, U+FE11, U+FE50, U+FF0C, U+2E32, U+2E34, U+2E41.
    private static func isComma(at index: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index + 1 < text.count else { return false }
        if text[index] == 0xD8 { return text[index + 1] == 0x8C }
        guard index + 2 < text.count else { return false }
        switch (text[index], text[index + 1], text[index + 2]) {
        case (0xE3, 0x80, 0x81), (0xEF, 0xB8, 0x90), (0xEF, 0xB8, 0x91), (0xEF, 0xB9, 0x90), (0xEF, 0xBC, 0x8C),
            (0xE2, 0xB8, 0xB2), (0xE2, 0xB8, 0xB4), (0xE2, 0xB9, 0x81):
            return true
        default: return false
        }
    }
}

extension ArticleDraft {
    /// Counts what is in each element, from the texts' own counts.
    mutating func count(in root: DraftID) {
        var id = root
        while true {
            // Down to the next leaf, and from there up until something follows.
            if !isText(id) { counts[id.index] = ElementCounts() }
            if let child = firstChild(of: id) {
                id = child
                continue
            }
            while true {
                if !isText(id) { addOwnCounts(of: id) }
                if id == root { return }
                let node = nodes[id.index]
                counts[node.parent.index] += counts[id.index]
                if let next = node.next.ifAny {
                    id = next
                    break
                }
                id = node.parent
            }
        }
    }

    /// Adds to the counts of an element's content what the element is.
    private mutating func addOwnCounts(of id: DraftID) {
        let index = id.index
        switch nodes[index].tag {
        case .a:
            counts[index].linkTenths = counts[index].letters * (nodes[index].traits.contains(.leadsNearby) ? 3 : 10)
        case .p: counts[index].paragraphs += 1
        case .img: counts[index].images += 1
        case .li: counts[index].items += 1
        case .input: counts[index].inputs += 1
        case .ol, .ul: counts[index].listLetters = counts[index].letters
        default: break
        }
    }
}
