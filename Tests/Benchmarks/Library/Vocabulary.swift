import TestSupport

/// Invented words with the frequencies of a language: the hundredth is a hundredth as frequent as the first.
struct Vocabulary: Sendable {
    /// All words, each followed by a space.
    private let bytes: [UInt8]
    /// The beginning of each word, and the end of the last.
    private let bounds: [Int]
    /// The numbers of words, each repeated by its frequency.
    private let lots: [UInt16]

    init(words count: Int, seed: UInt64) {
        var chance = SplitMix(state: seed)
        var known: Set<String> = []
        var bytes: [UInt8] = []
        var bounds = [0]
        while bounds.count <= count {
            // Frequent words are short.
            let word = Self.word(syllables: bounds.count < 150 ? 1...2 : 2...4, &chance)
            guard known.insert(word).inserted else { continue }
            bytes += Array(word.utf8) + [UInt8(ascii: " ")]
            bounds.append(bytes.count)
        }
        self.bytes = bytes
        self.bounds = bounds
        lots = Self.lots(for: count)
    }

    /// Writes words separated by spaces. The caller's text must end where a word can follow.
    func write(words count: Int, into text: inout [UInt8], _ chance: inout SplitMix) {
        var left = count
        while left > 0 {
            var draw = chance.next()
            for _ in 0..<min(4, left) {
                let word = Int(lots[Int(truncatingIfNeeded: draw & 0xFFFF)])
                text.append(contentsOf: bytes[bounds[word]..<bounds[word + 1]])
                draw >>= 16
            }
            left -= 4
        }
        text.removeLast()
    }

    private static func word(syllables: ClosedRange<Int>, _ chance: inout SplitMix) -> String {
        (0..<Int.random(in: syllables, using: &chance)).map { _ in
            let consonant = "bcdfghjklmnprstvwz".randomElement(using: &chance) ?? "b"
            let vowel = "aeiouy".randomElement(using: &chance) ?? "a"
            return "\(consonant)\(vowel)"
        }.joined()
    }

    private static func lots(for count: Int) -> [UInt16] {
        let all = 1 << 16
        // The first words of real texts are less frequent than in Zipf's law (Mandelbrot's shift).
        let weights = (0..<count).map { 1 / (Double($0) + 2.7) }
        let sum = weights.reduce(0, +)
        var lots: [UInt16] = []
        var reached = 0.0
        for (word, weight) in weights.enumerated() {
            reached += weight / sum
            while Double(lots.count) < reached * Double(all), lots.count < all { lots.append(UInt16(word)) }
        }
        return lots + Array(repeating: 0, count: all - lots.count)
    }
}
