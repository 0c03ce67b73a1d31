/// A quick look through a text or its HTML for a word. It says no only if the index would surely not find the word there.
///
/// A bit for each letter of the word says whether the letters up to it may end here (the shift-and algorithm). So markup
/// inside a word just keeps the bits, and an entity, which isn't decoded, sets those of all letters that it may stand for.
struct WordSieve {
    /// What else the entry of a character says, beside the letters of the word that it folds to.
    private static let isLetter: UInt64 = 1 << 62
    private static let isSpecial: UInt64 = 1 << 63
    private static let mostLetters = 60
    private static let longestEntity = 32

    private let table = WordTable.shared
    private let letters: [UInt32]
    private let end: UInt64
    private let isPrefix: Bool
    /// 1 for scripts without spaces: such a word may begin anywhere.
    private let startInside: UInt64
    /// For each byte, and after these for each character of at most two.
    private var entries = [UInt64](repeating: Self.isSpecial, count: Self.characters + 0x800)
    private static let characters = 0x100
    /// The most frequent entities. Other entities may be letters.
    private static let separators = ["amp;", "nbsp;", "lt;", "gt;", "quot;", "apos;", "#39;", "#160;"].map {
        Array($0.utf8)
    }

    /// Looks for a word as the index has it, or for the beginning of one.
    init(_ word: [UInt8], isPrefix: Bool) {
        let all = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
        letters = Array(all.prefix(Self.mostLetters))
        end = 1 << UInt64(max(letters.count, 1) - 1)
        startInside = letters.first.map { WordTable.shared.kind(ofFolded: $0) } == .unspaced ? 1 : 0
        // The index cuts longer words.
        self.isPrefix = isPrefix || all.count > Self.mostLetters || word.count >= WordScanner.longestWord
        for byte in UInt8.min..<0x80 where !"<&\u{7F}".utf8.contains(byte) {
            if let folded = byte.foldedLetter {
                entries[Int(byte)] = places(of: UInt32(folded)) | Self.isLetter
            } else if byte >= 0x20 || "\t\n\u{C}\r".utf8.contains(byte) {
                entries[Int(byte)] = 0
            }
        }
        for codePoint in UInt32(0x80)..<0x800 {
            let (kind, folding) = table.look(up: codePoint)
            if kind == .letter, folding == nil {
                entries[Self.characters + Int(codePoint)] = places(of: codePoint) | Self.isLetter
            } else if let folding, folding.count == 1, let letter = folding.first,
                table.kind(ofFolded: letter) == .letter
            {
                entries[Self.characters + Int(codePoint)] = places(of: letter) | Self.isLetter
            }
        }
    }

    private func places(of letter: UInt32) -> UInt64 {
        var places: UInt64 = 0
        for (place, wanted) in letters.enumerated() where wanted == letter { places |= 1 << UInt64(place) }
        return places
    }

    /// How far a look has come.
    private struct Progress {
        var index = 0
        /// The letters that may be the last.
        var state: UInt64 = 0
        /// 1 if a word may begin here.
        var start: UInt64 = 1
    }

    /// Whether the text may have the word.
    func mayBe(in text: Span<UInt8>) -> Bool {
        var progress = Progress()
        return entries.withUnsafeBufferPointer { entries in
            while progress.index < text.count {
                let entry = entries[Int(text[progress.index])]
                if entry & Self.isSpecial != 0 {
                    if readSpecial(text, &progress) { return true }
                } else {
                    progress.index += 1
                    if take(entry, text, &progress) { return true }
                }
            }
            return false
        }
    }

    /// Goes on by one character, and returns whether a word may end there.
    @inline(__always)
    private func take(_ entry: UInt64, _ text: Span<UInt8>, _ progress: inout Progress) -> Bool {
        progress.state = (progress.state << 1 | progress.start) & entry
        progress.start = entry >> 62 & 1 ^ 1 | startInside
        guard progress.state & end != 0 else { return false }
        return isPrefix || startInside == 1 || progress.index == text.count
            || text[progress.index].foldedLetter == nil
    }

    private func readSpecial(_ text: Span<UInt8>, _ progress: inout Progress) -> Bool {
        switch text[progress.index] {
        case UInt8(ascii: "<"): return readMarkup(text, &progress)
        case UInt8(ascii: "&"): return readEntity(text, &progress)
        case 0x80...: return readCharacter(text, &progress)
        default:
            // A control character, which may vanish from inside a word.
            progress.index += 1
            progress.start = 1
            return false
        }
    }

    private func readCharacter(_ text: Span<UInt8>, _ progress: inout Progress) -> Bool {
        let (codePoint, count) = text.lenientCodePoint(at: progress.index)
        progress.index += count
        if codePoint < 0x800, entries[Self.characters + Int(codePoint)] & Self.isLetter != 0 {
            return take(entries[Self.characters + Int(codePoint)], text, &progress)
        }
        let (kind, folding) = table.look(up: codePoint)
        for letter in folding ?? [codePoint] {
            switch folding == nil ? kind : table.kind(ofFolded: letter) {
            case .letter: if take(places(of: letter) | Self.isLetter, text, &progress) { return true }
            case .unspaced: if take(places(of: letter), text, &progress) { return true }
            // Either may vanish from inside a word.
            case .dropped, .separator: progress.start = 1
            }
        }
        return false
    }

    /// Reads an entity, or an ampersand with a word after it.
    private func readEntity(_ text: Span<UInt8>, _ progress: inout Progress) -> Bool {
        let name = text.extracting(droppingFirst: progress.index + 1)
        if let separator = Self.separators.first(where: { name.starts(with: $0) }) {
            progress.index += 1 + separator.count
            progress.start = 1
            return false
        }
        let before = progress.state << 1 | progress.start
        // At most three letters.
        let after = progress.state | before | before << 1 | before << 2 | 0b11
        if after & end != 0 { return true }
        progress.state = after
        let limit = min(text.count, progress.index + Self.longestEntity)
        progress.index += 1
        while progress.index < limit,
            let letter = text[progress.index].foldedLetter ?? text[progress.index].ifNumberSign
        {
            progress.start = 1
            progress.index += 1
            if take(entries[Int(letter)], text, &progress) { return true }
            progress.state |= after
        }
        if progress.index < text.count, text[progress.index] == UInt8(ascii: ";") { progress.index += 1 }
        progress.start = 1
        return false
    }

    private func readMarkup(_ text: Span<UInt8>, _ progress: inout Progress) -> Bool {
        let open = progress.index + 1
        var close = open
        if open < text.count, text[open].beginsMarkup {
            while close < text.count, text[close] != UInt8(ascii: ">") { close += 1 }
        }
        guard close > open, close < text.count else {
            // A sign in the text.
            progress = Progress(index: open, state: 0, start: 1)
            return false
        }
        let before = progress.state
        var state = before
        if text[open].mayShowAttributes || text[open + 1].mayShowAttributes && text[open] | 0x20 == UInt8(ascii: "a") {
            progress.index = open
            while progress.index < close {
                let entry = entries[Int(text[progress.index])]
                if entry & Self.isSpecial == 0 || text[progress.index] == UInt8(ascii: "<") {
                    progress.index += 1
                    if take(entry & ~Self.isSpecial, text, &progress) { return true }
                } else if readSpecial(text, &progress) {
                    return true
                }
                state |= progress.state
                progress.state |= before
            }
        }
        progress = Progress(index: max(close + 1, progress.index), state: state, start: 1)
        return false
    }
}

extension UInt8 {
    fileprivate var ifNumberSign: UInt8? { self == UInt8(ascii: "#") ? self : nil }

    /// Whether, after “<”, it begins a tag or something like a comment.
    fileprivate var beginsMarkup: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): true
        default: (self | 0x20) &- UInt8(ascii: "a") < 26
        }
    }

    /// Whether the words of attributes may be in the text, to be safe by the tag's first letter or the second after an
    /// “a”: of images, players and formulas. Comments, too, aren't told apart from what looks like one.
    fileprivate var mayShowAttributes: Bool {
        switch self | 0x20 {
        case UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "v"), UInt8(ascii: "!"), UInt8(ascii: "?"):
            true
        default: false
        }
    }
}
