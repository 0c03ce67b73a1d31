/// What each character is to the search: part of a word, and as which characters, or what stands between words.
struct WordTable: Sendable {
    enum Kind: UInt8 {
        case separator
        case letter
        /// Of a script that puts no spaces between words.
        case unspaced
        /// Left out of a word without ending it: an accent of its own, a soft hyphen.
        case dropped
    }

    static let shared = WordTable()

    private static let pageSize = 128
    private static let end: UInt32 = 0x32400
    /// Where the entries of each page begin; pages that are all alike share one.
    private var pages: [UInt16]
    /// A kind, or that of the character folded with the number of its folding above the lowest two bits.
    private var entries: [UInt16]
    /// All foldings, one behind the other, and where each begins: thousands of arrays would be scattered in memory.
    private var folded: [UInt32] = []
    private var foldings = [0, 0]

    private init() {
        var flat = [UInt16](repeating: 0, count: Int(Self.end))
        let kinds: [(Kind, [UInt32])] = [(.letter, Self.letters), (.unspaced, Self.unspaced), (.dropped, Self.dropped)]
        for (kind, ranges) in kinds {
            for index in stride(from: 0, to: ranges.count, by: 2) {
                for codePoint in ranges[index]...ranges[index + 1] { flat[Int(codePoint)] = UInt16(kind.rawValue) }
            }
        }
        for entry in Self.foldings.unicodeScalars.split(separator: " ") {
            guard let first = entry.first else { continue }
            folded += entry.dropFirst().lazy.map(\.value)
            flat[Int(first.value)] |= UInt16(foldings.count - 1) << 2
            foldings.append(folded.count)
        }
        pages = []
        entries = []
        var known: [ArraySlice<UInt16>: UInt16] = [:]
        for start in stride(from: 0, to: flat.count, by: Self.pageSize) {
            let page = flat[start..<start + Self.pageSize]
            let number = known[page] ?? UInt16(entries.count / Self.pageSize)
            if known.updateValue(number, forKey: page) == nil { entries += page }
            pages.append(number)
        }
    }

    /// What the character is, and as which characters it is indexed where that is not itself. Not for ASCII.
    @inline(__always)
    func look(up codePoint: UInt32) -> (kind: Kind, folding: ArraySlice<UInt32>?) {
        guard codePoint < Self.end else { return (.separator, nil) }
        let page = Int(pages[Int(codePoint) / Self.pageSize])
        let entry = entries[page * Self.pageSize + Int(codePoint) % Self.pageSize]
        let kind = Kind(rawValue: UInt8(entry & 3)) ?? .separator
        let folding = Int(entry >> 2)
        return (kind, folding == 0 ? nil : folded[foldings[folding]..<foldings[folding + 1]])
    }

    /// What a character that others are folded to is.
    @inline(__always)
    func kind(ofFolded codePoint: UInt32) -> Kind { codePoint < 0x80 ? .letter : look(up: codePoint).kind }
}
