/// How the search treats each character: as part of a word, with its folding, or as a separator.
struct WordTable: Sendable {
    enum Kind: UInt8 {
        case separator
        case letter
        /// Of a script without spaces between words.
        case unspaced
        /// Ignored in words without ending them: combining accents, soft hyphens.
        case dropped
    }

    static let shared = WordTable()

    private static let pageSize = 128
    private static let end: UInt32 = 0x32400
    /// The start of each page's entries; equal pages share theirs.
    private var pages: [UInt16]
    /// A kind; for folded characters with the index of the folding above the lowest two bits.
    private var entries: [UInt16]
    /// All foldings in one array, and the start of each: thousands of arrays would be scattered in memory.
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

    /// The kind of a non-ASCII character, and its folding if it has one.
    @inline(__always)
    func look(up codePoint: UInt32) -> (kind: Kind, folding: ArraySlice<UInt32>?) {
        guard codePoint < Self.end else { return (.separator, nil) }
        let page = Int(pages[Int(codePoint) / Self.pageSize])
        let entry = entries[page * Self.pageSize + Int(codePoint) % Self.pageSize]
        let kind = Kind(rawValue: UInt8(entry & 3)) ?? .separator
        let folding = Int(entry >> 2)
        return (kind, folding == 0 ? nil : folded[foldings[folding]..<foldings[folding + 1]])
    }

    /// The kind of a character that others fold to.
    @inline(__always)
    func kind(ofFolded codePoint: UInt32) -> Kind { codePoint < 0x80 ? .letter : look(up: codePoint).kind }
}
