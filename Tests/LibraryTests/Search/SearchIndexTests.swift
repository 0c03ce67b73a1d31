import FeedParser
import Foundation
import SQLite
import Signals
import TestSupport
import Testing

@testable import Library

@Suite struct IndexingTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
    }

    private func found(_ query: String, in shelf: Shelf? = nil) throws -> [String] {
        try (shelf ?? self.shelf).library.search(SearchQuery(query)).items.map(\.title)
    }

    private func index(_ shelf: Shelf? = nil) throws {
        try (shelf ?? self.shelf).library.indexForSearch(for: .seconds(60))
    }

    @Test func `a search looks through the newest items that aren't indexed yet, and says how many it leaves out`()
        throws
    {
        try shelf.store((1...10).map { ParsedItem("moon \($0)") })
        let gaps = try shelf.library.pool.read { try $0.searchGaps() }
        #expect(gaps.newest(10).spans == [1...10] && gaps.newest(10).leftOut == 0)
        #expect(gaps.newest(4).spans == [7...10] && gaps.newest(4).leftOut == 6)
        let results = try shelf.library.search(SearchQuery("moon"))
        #expect(results.matches == 10 && results.unindexed == 0)
        try index()
        #expect(try shelf.library.search(SearchQuery("moon")) == results)
    }

    @Test func `a changed item is found by its new words, not by its old ones`() throws {
        try shelf.store(ParsedItem("a", text: "before"))
        try index()
        for round in 1...3 {
            try shelf.store(ParsedItem("a", text: "after\(round)"))
            #expect(try shelf.library.unindexedItems() == 1)
            for isIndexed in [false, true] {
                if isIndexed { try index() }
                #expect(try found("after\(round)") == ["a"])
                #expect(try found("before OR after\(round - 1)") == [])
                #expect(try found("-before") == ["a"])
                #expect(try found("-after\(round)") == [])
            }
            #expect(try shelf.library.unindexedItems() == 0)
        }
    }

    @Test func `an item that changed before it was indexed is found by its new words`() throws {
        try shelf.store(ParsedItem("a", text: "before"))
        try shelf.store(ParsedItem("a", text: "after"))
        try index()
        #expect(try found("after") == ["a"])
        #expect(try found("before") == [])
        #expect(try shelf.library.unindexedItems() == 0)
    }

    @Test func `deleted items, and items of removed feeds, aren't found`() throws {
        try shelf.store(ParsedItem("moon one"), ParsedItem("moon two"))
        try index()
        let one = try #require(try shelf.items().first { $0.title == "moon one" })
        try shelf.library.pool.write { try $0.run("DELETE FROM items WHERE id = ?", one.id) }
        #expect(try found("moon") == ["moon two"])
        try shelf.library.subscribe(to: [])
        #expect(try found("moon") == [])
    }

    @Test func `another process continues indexing where one stopped`() throws {
        try shelf.store((1...500).map { ParsedItem("moon \($0)", text: String(repeating: "word ", count: 500)) })
        let batch = try #require(try shelf.library.pool.read { try SearchBatch.next(of: 20_000, in: $0) })
        #expect(try shelf.library.pool.write { try $0.index(batch) })
        let left = try shelf.library.unindexedItems()
        #expect(left < 500 && left > 400)
        let other = try Shelf(sharing: shelf)
        try index(other)
        #expect(try other.library.search(SearchQuery("moon")).matches == 500)
    }

    @Test func `two processes never index the same items`() throws {
        try shelf.store(ParsedItem("moon"))
        let other = try Shelf(sharing: shelf)
        let batch = try #require(try shelf.library.pool.read { try SearchBatch.next(of: 20_000, in: $0) })
        try index(other)
        #expect(try shelf.library.pool.write { try $0.index(batch) } == false)
        #expect(try shelf.library.search(SearchQuery("moon")).matches == 1)
    }

    @Test func `a change of an item while it is being indexed isn't lost`() throws {
        try shelf.store(ParsedItem("a", text: "one"))
        try index()
        try shelf.store(ParsedItem("a", text: "two"))
        let batch = try #require(try shelf.library.pool.read { try SearchBatch.next(of: 20_000, in: $0) })
        try shelf.store(ParsedItem("a", text: "three"))
        try shelf.library.pool.write { _ = try $0.index(batch) }
        try index()
        #expect(try found("three") == ["a"])
        #expect(try found("one OR two") == [])
    }

    @Test func `items in several volumes are found, newest volume first`() throws {
        try shelf.store(ParsedItem("moon old", hoursAgo: 10))
        try skip(to: 3)
        try shelf.store(ParsedItem("moon new", hoursAgo: 1))
        try index()
        #expect(try found("moon") == ["moon new", "moon old"])
        #expect(try shelf.library.pool.read { try $0.searchVolumes().map(\.volume.number) } == [3, 0])
    }

    @Test func `a complete volume is merged into one part`() throws {
        try shelf.store((1...300).map { ParsedItem("moon \($0)", text: "word \($0)") })
        for _ in 0..<20 {
            let batch = try #require(try shelf.library.pool.read { try SearchBatch.next(of: 1000, in: $0) })
            try shelf.library.pool.write { _ = try $0.index(batch) }
        }
        try skip(to: 1)
        try shelf.store(ParsedItem("moon after"))
        try index()
        let parts = try shelf.library.pool.read { database in
            try database.first("SELECT count(DISTINCT segid) FROM search_0_idx") { $0.int(0) }
        }
        #expect(parts == 1)
        #expect(try shelf.library.search(SearchQuery("moon")).matches == 301)
    }

    @Test func `a volume that was discarded is indexed again`() throws {
        try shelf.store(ParsedItem("a", text: "before"))
        try index()
        try shelf.store(ParsedItem("a", text: "after"))
        try index()
        try shelf.library.pool.write { try $0.discard(SearchVolume(0)) }
        #expect(try shelf.library.unindexedItems() == 1)
        try index()
        #expect(try shelf.library.unindexedItems() == 0)
        #expect(try found("after") == ["a"])
        #expect(try found("before") == [])
    }

    @Test func `volumes with many outdated texts are written again when more items come`() async throws {
        try shelf.store(ParsedItem("moon"))
        try index()
        let texts = { [library = shelf.library] in try library.pool.read { try $0.searchVolumes().map(\.texts) } }
        try shelf.library.pool.write { try $0.run("UPDATE search_volumes SET texts = 1001") }
        #expect(try shelf.library.pool.read { try $0.staleSearchVolume() } == nil)
        try shelf.library.pool.write { try $0.run("UPDATE search_volumes SET texts = 1002") }
        #expect(try shelf.library.pool.read { try $0.staleSearchVolume() } == SearchVolume(0))
        // It still is after the new text.
        try shelf.library.pool.write { try $0.run("UPDATE search_volumes SET texts = 1004") }
        var caughtUp = shelf.library.searchIndexed.values().makeAsyncIterator()
        shelf.library.keepSearchIndexed()
        _ = await caughtUp.next()
        #expect(try texts() == [1004])
        try shelf.store(ParsedItem("sun"), ParsedItem("moon"))
        _ = await caughtUp.next()
        #expect(try texts() == [2])
        #expect(try found("moon") == ["moon"])
    }

    /// Makes the next item the first of a volume.
    private func skip(to volume: Int64) throws {
        try shelf.library.pool.write {
            try $0.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'items'", volume * SearchVolume.size)
        }
    }

    /// Stores two items in each of these volumes.
    private func fill(_ volumes: Range<Int64>) throws {
        for volume in volumes {
            try skip(to: volume)
            try shelf.store(
                ParsedItem("moon \(volume)", text: "odd\(volume % 2)", hoursAgo: Double(200 - volume)),
                ParsedItem("sun \(volume)", text: "odd\(volume % 2)", hoursAgo: Double(200 - volume)))
        }
    }

    @Test func `the number of volumes grows with the logarithm of the items, and searches find the same`() throws {
        try fill(0..<130)
        try index()
        let volumes = try shelf.library.pool.read { try $0.searchVolumes() }
        let sizes = volumes.map { Int64($0.volume.items.count) / SearchVolume.size }
        #expect(sizes == Array(repeating: 1, count: 10) + Array(repeating: 8, count: 7) + [64])
        #expect(volumes.map(\.texts).reduce(0, +) == 260)
        #expect(try found("moon").count == 50)
        #expect(try shelf.library.search(SearchQuery("moon")).matches == 130)
        #expect(try shelf.library.search(SearchQuery("odd1", isFinished: false)).matches == 130)
        #expect(try shelf.library.search(SearchQuery("\"sun 3\"")).matches == 1)
        #expect(try shelf.library.check() == [])
        try shelf.library.pool.write { database in
            for volume in volumes {
                try database.execute(
                    "INSERT INTO \(volume.volume.table) (\(volume.volume.table)) VALUES ('integrity-check')")
            }
            #expect(try database.replacedVolume() == nil)
        }
    }

    @Test func `joining volumes goes on in another process where one stopped, and hides nothing meanwhile`() throws {
        try fill(0..<18)
        let batches = { [library = shelf.library] in
            try library.pool.read { try SearchBatch.next(of: 1_000_000, in: $0) }
        }
        while let batch = try batches() { try shelf.library.pool.write { _ = try $0.index(batch) } }
        while try shelf.library.pool.read({ try $0.volumeToMerge() }) != nil {
            try shelf.library.pool.write { try $0.mergeCompleteVolume() }
        }
        var steps = 0
        while try shelf.library.pool.read({ try JoinedVolume.next(in: $0) != nil }) {
            try shelf.library.pool.write { try JoinedVolume.next(in: $0)?.goOn() }
            #expect(try shelf.library.search(SearchQuery("moon")).matches == 18)
            steps += 1
            if steps == 9 {
                // The text waits for the volume that it belongs into.
                try shelf.library.pool.write {
                    try $0.run("UPDATE items SET title = 'star', revision = revision + 1 WHERE title = 'moon 2'")
                }
                #expect(try batches() == nil)
                #expect(try found("star") == ["star"])
                try index(Shelf(sharing: shelf))
                break
            }
        }
        #expect(steps == 9)
        #expect(try shelf.library.pool.read { try $0.searchVolumes() }.count == 18 - 7)
        #expect(try shelf.library.search(SearchQuery("moon")).matches == 17)
        #expect(try found("star") == ["star"])
        #expect(try shelf.library.unindexedItems() == 0)
    }

    @Test func `a joined volume with many outdated texts is written again`() throws {
        try fill(0..<18)
        try index()
        let joined = try #require(try shelf.library.pool.read { try $0.searchVolumes().last?.volume })
        #expect(joined.items == 0...8 * SearchVolume.size - 1)
        try shelf.library.pool.write { try $0.discard(joined) }
        try index()
        #expect(try shelf.library.pool.read { try $0.searchVolumes().last?.volume } == joined)
        #expect(try shelf.library.search(SearchQuery("moon")).matches == 18)
    }

    @Test func `a very long article is found by its beginning`() throws {
        let text = "<p>first</p>" + String(repeating: "<p>middle of ünicode</p>", count: 100_000) + "<p>last</p>"
        try shelf.store(ParsedItem("a", text: text))
        try index()
        #expect(try found("first") == ["a"])
        #expect(try found("last") == [])
    }

    @Test func `new items are indexed in the background`() async throws {
        var caughtUp = shelf.library.searchIndexed.values().makeAsyncIterator()
        shelf.library.keepSearchIndexed()
        for title in ["moon", "sun"] {
            try shelf.store(ParsedItem(title))
            repeat { _ = await caughtUp.next() } while try shelf.library.unindexedItems() > 0
            #expect(try found(title) == [title])
        }
    }
}

@Suite struct WordSieveTests {
    private let pieces = [
        "a", "b", "E", "é", "e\u{301}", " ", "-", "&eacute;", "&#x62;", "&amp;", "&", "&shy;", "<b>", "</b>",
        "<p class=\"b\">",
        "<img alt=\"ab e\">", "<!-- b -->", "<a href='/abe'>", "Ж", "ж", "日", "本", "\u{AD}", "\u{1}", "ﬁ", "fi", "<",
        "< b", "&b"
    ]

    @Test func `a look through HTML never misses a word that the index would find`() {
        var chance = SplitMix(state: 54)
        let terms = ["ab", "abe", "be*", "a", "e", "жb", "ж*", "日本", "本", "fia", "a b"].compactMap {
            SearchTerm($0, isPrefix: $0.hasSuffix("*"))
        }
        var (found, ruledOut) = (0, 0)
        for length in 0..<2000 {
            let html = (0..<length % 12).map { _ in pieces.randomElement(using: &chance)! }.joined()
            let text = SearchBatch.Text.body(of: [html])
            for term in terms {
                let isFound = !SearchHits(of: [term]).ranges(in: text.utf8.span).isEmpty
                let mayBe = term.sieves.allSatisfy { $0.mayBe(in: html.utf8.span) }
                if isFound { found += 1 } else if !mayBe { ruledOut += 1 }
                #expect(mayBe || !isFound, "\(term.text) in \(html)")
            }
        }
        // Of short texts of such pieces, too, it rules out most.
        #expect(found > 1000 && ruledOut > 5000, "\(found), \(ruledOut)")
    }

    @Test func `addresses and markup don't make a text worth reading`() {
        let html =
            #"<p class="story"><a href="https://example.org/harbour" title="x">The old light</a> &amp; its <em>house</em></p>"#
        let rulesOut = { (word: String) in !WordSieve(Array(word.utf8), isPrefix: false).mayBe(in: html.utf8.span) }
        #expect(["harbour", "story", "example", "lighthouse", "hou", "ouse", "oldlight"].allSatisfy(rulesOut))
        #expect(!["old", "light", "house", "its"].contains(where: rulesOut))
    }
}

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
