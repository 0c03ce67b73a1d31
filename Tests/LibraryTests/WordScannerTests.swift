import TestSupport
import Testing

@testable import Library

@Suite struct WordScannerTests {
    private func words(_ text: String, isQuery: Bool = false) -> [String] { words(Array(text.utf8), isQuery: isQuery) }

    private func words(_ bytes: [UInt8], isQuery: Bool = false) -> [String] {
        var words: [String] = []
        WordScanner.scan(bytes.span, isQuery: isQuery) { word, _ in
            words.append(word.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
        }
        return words
    }

    @Test(arguments: [
        ("Hello, World 2026!", ["hello", "world", "2026"]),
        ("don't rock’n’roll", ["don", "t", "rock", "n", "roll"]),
        ("Été à Łódź, smørrebrød", ["ete", "a", "lodz", "smorrebrod"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("İstanbul ISPARTA ılık", ["istanbul", "isparta", "ilik"]),
        ("Ἀθήνα ΑΘΉΝΑ ὁδός", ["αθηνα", "αθηνα", "οδοσ"]),
        ("Ёлка елка йод", ["елка", "елка", "йод"]),
        ("cafe\u{301} na\u{AD}tion", ["cafe", "nation"]),
        ("New\u{202E}s a\u{200B}b", ["news", "a", "b"]),
        ("ﬁne １２３ 𝗯𝗼𝗹𝗱 x²", ["fine", "123", "bold", "x2"]),
        ("שָׁלוֹם مُحَمَّد ٤٢", ["שלום", "محمد", "42"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("tea 🍵 time 👩‍👩‍👧 → ok", ["tea", "time", "ok"])
    ])
    func `words are found without case, accents, or marks between them`(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test(arguments: [
        ("日本語", ["日本", "本語", "語"], ["日本", "本語"]),
        ("東京、大阪", ["東京", "京", "大阪", "阪"], ["東京", "京", "大阪"]),
        ("カタカナ", ["カタ", "タカ", "カナ", "ナ"], ["カタ", "タカ", "カナ"]),
        ("ｶﾅ", ["カナ", "ナ"], ["カナ"]),
        ("한국어를", ["한국", "국어", "어를", "를"], ["한국", "국어", "어를"]),
        ("Swift言語6入門", ["swift", "言語", "語", "6", "入門", "門"], ["swift", "言語", "語", "6", "入門"]),
        ("犬", ["犬"], ["犬"]),
        ("犬 猫。", ["犬", "猫"], ["犬", "猫"]),
        ("ข่าว", ["ข\u{E48}", "\u{E48}า", "าว", "ว"], ["ข\u{E48}", "\u{E48}า", "าว"]),
        ("𠮷野家", ["𠮷野", "野家", "家"], ["𠮷野", "野家"])
    ])
    func `every two characters of a script without spaces are a word`(
        text: String, inDocument: [String], inQuery: [String]
    ) {
        #expect(words(text) == inDocument)
        #expect(words(text, isQuery: true) == inQuery)
        #expect(words(text + "!", isQuery: true) == inQuery)
    }

    @Test func `a word knows its bytes in the text`() {
        let text = "→ Été日本 x"
        var marked: [String] = []
        let utf8 = Array(text.utf8)
        WordScanner.scan(utf8.span, isQuery: false) { _, range in
            marked.append(String(decoding: utf8[range], as: UTF8.self))
        }
        #expect(marked == ["Été", "日本", "本", "x"])
    }

    @Test func `a very long word is cut, in queries as in documents`() {
        let long = String(repeating: "ab", count: 1_000_000)
        #expect(words(long + " next") == [String(repeating: "ab", count: 32), "next"])
        #expect(words(long, isQuery: true) == [String(repeating: "ab", count: 32)])
        let wide = words("x" + String(repeating: "ж", count: 1_000_000))
        #expect(wide == ["x" + String(repeating: "ж", count: 32)])
    }

    @Test func `invalid bytes end a word`() {
        #expect(words(Array("one".utf8) + [0xFF, 0xC3] + Array("two".utf8) + [0xE6, 0x97]) == ["one", "two"])
        #expect(words([0xF4, 0xBF, 0xBF, 0xBF, 0x80, 0xED, 0xA0, 0x80]) == [])
    }

    @Test func `any bytes give valid words in order`() {
        for seed in 0..<200 {
            var generator = SystemRandomNumberGenerator()
            let bytes = (0..<seed).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var reached = 0
            WordScanner.scan(bytes.span, isQuery: seed % 2 == 0) { word, range in
                let isText = word.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
                #expect(isText && range.lowerBound >= reached && range.upperBound <= bytes.count, "\(bytes)")
                reached = range.lowerBound
            }
        }
    }

    @Test func `a quick check for words with a prefix gives the same answer as all words`() {
        var chance = SplitMix(state: 5)
        for length in 0..<400 {
            let text = (0..<length % 50).map { _ in
                ["a", "b", "Q", "q", "1", " ", "-", "é", "\u{301}"].randomElement(using: &chance)!
            }
            let bytes = Array(text.joined().utf8)
            for prefix in ["q", "qa", "aq", "b1", "1", "e", "z"].map({ Array($0.utf8) }) {
                let isFound = words(bytes).contains { Array($0.utf8).starts(with: prefix) }
                #expect(bytes.span.hasWords(beginningWith: [prefix]) == isFound, "\(text.joined()), \(prefix)")
            }
        }
    }
}
