/// Finds many words at once in a text, in one pass over its bytes (A. Aho, M. Corasick, 1975).
///
/// A word is in lower case; `|` in it stands for anything but a letter or a digit, and for the start and the end.
///
/// What a word means is bits of a number, and what a text means is all of them.
package struct WordFinder: Sendable {
    /// For each state and each symbol, the next state.
    private var next: [UInt16]
    /// What has been found when a state is reached.
    private var found: [UInt16]

    package init(_ lists: [(words: [String], meaning: UInt16)]) {
        next = [UInt16](repeating: 0, count: Self.symbols)
        found = [0]
        for list in lists {
            for word in list.words { add(word, list.meaning) }
        }
        linkFailures()
    }

    package func meaning(of text: UnsafeBufferPointer<UInt8>) -> UInt16 {
        var state = Int(next[0])
        var all: UInt16 = 0
        for byte in text {
            state = Int(next[state * Self.symbols + Self.symbol(byte)])
            all |= found[state]
        }
        return all | found[Int(next[state * Self.symbols])]
    }

    /// A gap, the letters, and one for all digits.
    private static let symbols = 28

    @inline(__always)
    private static func symbol(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 96
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 64
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: 27
        default: 0
        }
    }

    private mutating func add(_ word: String, _ meaning: UInt16) {
        var state = 0
        for byte in word.utf8 {
            let place = state * Self.symbols + Self.symbol(byte)
            if next[place] == 0 {
                next[place] = UInt16(found.count)
                next += repeatElement(0, count: Self.symbols)
                found.append(0)
            }
            state = Int(next[place])
        }
        found[state] |= meaning
    }

    /// Turns missing transitions into those of the longest suffix that is also the start of a word.
    private mutating func linkFailures() {
        var failure = [Int](repeating: 0, count: found.count)
        var waiting = (0..<Self.symbols).map { Int(next[$0]) }.filter { $0 != 0 }
        var first = 0
        while first < waiting.count {
            let state = waiting[first]
            first += 1
            for symbol in 0..<Self.symbols {
                let place = state * Self.symbols + symbol
                let fallback = next[failure[state] * Self.symbols + symbol]
                guard next[place] != 0 else {
                    next[place] = fallback
                    continue
                }
                let child = Int(next[place])
                failure[child] = Int(fallback)
                found[child] |= found[Int(fallback)]
                waiting.append(child)
            }
        }
    }
}
