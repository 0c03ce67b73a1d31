import System

/// The properties of characters in international host names, decoded for the first host that isn't in ASCII.
struct IDNATable: Sendable {
    static let shared = IDNATable()

    enum Treatment: Equatable {
        case valid, disallowed, ignored
        case mapped([UInt32])
    }

    enum BidiClass: Int {
        // In the order of Data/generate-idna.py, like the next two.
        case leftToRight, rightToLeft, arabic, arabicNumber, number, separator, commonSeparator, terminator, neutral
        case boundary, mark, other
    }

    enum JoiningType: Int {
        case none, left, right, dual, transparent, causing
    }

    private enum Kind: Int {
        case valid, disallowed, ignored, shifted, alternating, written
    }

    struct Properties: Sendable {
        let bidi: BidiClass
        let joining: JoiningType
        let isMark: Bool
        let combiningClass: Int
    }

    private var starts: [UInt32] = []
    private var kinds: [Kind] = []
    /// The offset that a run adds, or the index of its first text in `texts`.
    private var values: [Int] = []
    private var texts: [Range<Int>] = []
    private var letters: [UInt32] = []

    private var classes: [Properties] = []
    private var classStarts: [UInt32] = []
    private var classOfRun: [Int] = []

    private var parts: [UInt32: (first: UInt32, second: UInt32)] = [:]
    private var wholes: [UInt64: UInt32] = [:]

    private init() {
        var table = CharacterTableReader(.idna)
        while let section = table.nextSection() {
            while table.nextLine() {
                switch section {
                case "mappings": readMapping(&table)
                case "classes": readClass(&table)
                case "runs": readRun(&table)
                default: readComposition(&table)
                }
            }
        }
    }

    func treatment(of code: UInt32) -> Treatment {
        let run = Self.run(of: code, in: starts)
        switch kinds[run] {
        case .valid: return .valid
        case .disallowed: return .disallowed
        case .ignored: return .ignored
        case .shifted: return .mapped([UInt32(truncatingIfNeeded: Int(code) + values[run])])
        case .alternating: return (code - starts[run]) % 2 == 0 ? .mapped([code + 1]) : .valid
        case .written: return .mapped(Array(letters[texts[values[run] + Int(code - starts[run])]]))
        }
    }

    func properties(of code: UInt32) -> Properties { classes[classOfRun[Self.run(of: code, in: classStarts)]] }

    /// The two characters that a composed one consists of.
    func parts(of code: UInt32) -> (first: UInt32, second: UInt32)? { parts[code] }

    func whole(of first: UInt32, _ second: UInt32) -> UInt32? { wholes[UInt64(first) << 32 | UInt64(second)] }

    /// The last run that starts at or before `code`.
    private static func run(of code: UInt32, in starts: [UInt32]) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= code { low = middle } else { high = middle }
        }
        return low
    }

    private mutating func readMapping(_ table: inout CharacterTableReader) {
        guard let start = table.nextNumber(), let kind = table.nextNumber().flatMap(Kind.init) else { return }
        let value = table.nextNumber() ?? 0
        starts.append(UInt32(start))
        kinds.append(kind)
        values.append(kind == .shifted ? value : texts.count)
        guard kind == .written else { return }
        for _ in 0..<value where table.nextLine() {
            let start = letters.count
            while let letter = table.nextNumber() { letters.append(UInt32(letter)) }
            texts.append(start..<letters.count)
        }
    }

    private mutating func readClass(_ table: inout CharacterTableReader) {
        classes.append(
            Properties(
                bidi: table.nextNumber().flatMap(BidiClass.init) ?? .other,
                joining: table.nextNumber().flatMap(JoiningType.init) ?? .none, isMark: table.nextNumber() == 1,
                combiningClass: table.nextNumber() ?? 0))
    }

    private mutating func readRun(_ table: inout CharacterTableReader) {
        guard let start = table.nextNumber(), let index = table.nextNumber() else { return }
        classStarts.append(UInt32(start))
        classOfRun.append(index)
    }

    private mutating func readComposition(_ table: inout CharacterTableReader) {
        guard let whole = table.nextNumber(), let first = table.nextNumber(), let second = table.nextNumber() else {
            return
        }
        parts[UInt32(whole)] = (UInt32(first), UInt32(second))
        wholes[UInt64(first) << 32 | UInt64(second)] = UInt32(whole)
    }
}

/// Normalization form C of characters that host names may hold (UAX 15).
enum Normalization {
    static func composed(_ text: [UInt32]) -> [UInt32] {
        // Characters below U+0300 are composed already, and aren't marks.
        guard text.contains(where: { $0 >= 0x300 }) else { return text }
        let table = IDNATable.shared
        let decomposed = ordered(text.flatMap { parts(of: $0, table) }, table)
        var result: [UInt32] = []
        result.reserveCapacity(decomposed.count)
        /// The index of the last character that can combine with following ones.
        var starter: Int?
        var previousClass = 0
        for letter in decomposed {
            let ccc = table.properties(of: letter).combiningClass
            if let place = starter {
                let isBlocked = place < result.count - 1 && (previousClass == 0 || previousClass >= ccc)
                if !isBlocked, let whole = hangul(result[place], letter) ?? table.whole(of: result[place], letter) {
                    result[place] = whole
                    continue
                }
            }
            if ccc == 0 { starter = result.count }
            previousClass = ccc
            result.append(letter)
        }
        return result
    }

    private static func parts(of letter: UInt32, _ table: IDNATable) -> [UInt32] {
        if (syllables..<syllables + 11_172).contains(letter) {
            let index = letter - syllables
            let tail = index % 28
            return [leads + index / 588, vowels + index % 588 / 28] + (tail == 0 ? [] : [tails + tail])
        }
        // The first part may consist of parts itself, at most four levels deep.
        var first = letter
        var after: [UInt32] = []
        while let parts = table.parts(of: first) {
            first = parts.first
            after.append(parts.second)
        }
        return [first] + after.reversed()
    }

    /// Sorts the marks of each letter by class; marks of one class keep their order.
    private static func ordered(_ text: [UInt32], _ table: IDNATable) -> [UInt32] {
        var keys = text.map { table.properties(of: $0).combiningClass }
        guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 && $1 > 0 }) else { return text }
        // The number of the preceding letter makes the sorting stable.
        var letter = 0
        for index in keys.indices {
            if keys[index] == 0 { letter += 1 }
            keys[index] += letter << 8
        }
        return text.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { text[$0] }
    }

    private static func hangul(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if (leads..<leads + 19).contains(first), (vowels..<vowels + 21).contains(second) {
            return syllables + ((first - leads) * 21 + second - vowels) * 28
        }
        let isOpen = (syllables..<syllables + 11_172).contains(first) && (first - syllables) % 28 == 0
        return isOpen && (tails + 1..<tails + 28).contains(second) ? first + second - tails : nil
    }

    private static let (syllables, leads, vowels, tails): (UInt32, UInt32, UInt32, UInt32) =
        (0xAC00, 0x1100, 0x1161, 0x11A7)
}
