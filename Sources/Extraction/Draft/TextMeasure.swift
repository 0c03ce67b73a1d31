/// Counts the letters and commas of texts that follow one another.
struct TextMeasure {
    /// Whether the last text ended in white space, or none came yet.
    private var isAfterSpace = true

    /// The counts of the next text, and whether it is only white space.
    mutating func measure(_ text: UnsafeBufferPointer<UInt8>) -> (counts: Counts, isBlank: Bool) {
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
        var counts = Counts()
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
