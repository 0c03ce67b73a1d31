/// The properties of characters in international host names, decoded for the first host that isn't in ASCII.
struct IDNATable: Sendable {
    static let shared = IDNATable()

    enum Treatment: Equatable {
        case valid, disallowed, ignored
        case mapped([UInt32])
    }

    enum BidiClass: Int {
        // In the order of Scripts/generate-idna-table.py, like the next two.
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
        readMappings()
        readProperties()
        readCompositions()
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

    private mutating func readMappings() {
        var numbers = TableNumbers(Self.mappings)
        var code: UInt32 = 0
        var previous = 0
        while let number = numbers.next() {
            let kind = Kind(rawValue: number % 6) ?? .disallowed
            let count = number / 6 + 1
            starts.append(code)
            kinds.append(kind)
            values.append(kind == .shifted ? numbers.nextSigned() : texts.count)
            for _ in 0..<(kind == .written ? count : 0) {
                let start = letters.count
                for _ in 0...(numbers.next() ?? 0) {
                    previous += numbers.nextSigned()
                    letters.append(UInt32(truncatingIfNeeded: previous))
                }
                previous = Int(letters[start])
                texts.append(start..<letters.count)
            }
            code += UInt32(truncatingIfNeeded: count)
        }
    }

    private mutating func readProperties() {
        var numbers = TableNumbers(Self.properties)
        for _ in 0..<(numbers.next() ?? 0) {
            classes.append(
                Properties(
                    bidi: BidiClass(rawValue: numbers.next() ?? 0) ?? .other,
                    joining: JoiningType(rawValue: numbers.next() ?? 0) ?? .none, isMark: numbers.next() == 1,
                    combiningClass: numbers.next() ?? 0))
        }
        var code: UInt32 = 0
        while let count = numbers.next(), let index = numbers.next() {
            classStarts.append(code)
            classOfRun.append(index)
            code += UInt32(truncatingIfNeeded: count)
        }
    }

    private mutating func readCompositions() {
        var numbers = TableNumbers(Self.compositions)
        var (code, first, second) = (0, 0, 0)
        while let step = numbers.next() {
            code += step
            first += numbers.nextSigned()
            second += numbers.nextSigned()
            let whole = UInt32(truncatingIfNeeded: code)
            parts[whole] = (UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: second))
            wholes[UInt64(first) << 32 | UInt64(second)] = whole
        }
    }
}

/// Reads the numbers that Scripts/generate-idna-table.py writes as text.
private struct TableNumbers {
    private let text: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(_ text: StaticString) {
        self.text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    mutating func next() -> Int? {
        var number = 0
        var place = 0
        while at < text.count {
            // Line breaks mean nothing.
            let digit = Int(text[at]) - 0x3F
            at += 1
            guard digit >= 0 else { continue }
            number |= (digit & 31) << place
            if digit < 32 { return number }
            place += 5
        }
        return nil
    }

    mutating func nextSigned() -> Int {
        let number = next() ?? 0
        return number % 2 == 0 ? number / 2 : -(number + 1) / 2
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
