import HTML

/// Words with which a text may begin, compared by their letters alone.
struct OpeningWords: Sendable {
    /// A letter of one or more words, after those of its parents.
    private struct Branch {
        let letter: UInt8
        var isEnd = false
        /// The first letter that may follow, and the next that may be in the place of this one; 0 if none.
        var following: UInt16 = 0
        var other: UInt16 = 0
    }

    private var branches = [Branch(letter: 0)]

    init(_ words: [String]) {
        for word in words { add(PlainLetters(word).bytes) }
    }

    private mutating func add(_ word: [UInt8]) {
        var place = 0
        for letter in word { place = branch(letter, after: place) ?? append(letter, after: place) }
        branches[place].isEnd = true
    }

    private mutating func append(_ letter: UInt8, after place: Int) -> Int {
        var new = Branch(letter: letter)
        new.other = branches[place].following
        branches[place].following = UInt16(branches.count)
        branches.append(new)
        return branches.count - 1
    }

    @inline(__always)
    private func branch(_ letter: UInt8, after place: Int) -> Int? {
        var next = Int(branches[place].following)
        while next != 0, branches[next].letter != letter { next = Int(branches[next].other) }
        return next == 0 ? nil : next
    }

    /// Follows a text letter by letter.
    struct Reader {
        private let words: OpeningWords
        private var place = 0
        /// Whether the text begins with one of the words.
        private(set) var hasWord = false
        /// Whether the text can't become one of the words any more, whatever comes.
        private(set) var isLost = false

        init(_ words: OpeningWords) {
            self.words = words
        }

        /// Whether the text up to here is one of the words.
        var isWord: Bool { !isLost && words.branches[place].isEnd }

        mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
            for byte in text {
                guard let letter = PlainLetters.letter(byte) else { continue }
                guard let next = words.branch(letter, after: place) else {
                    isLost = true
                    return
                }
                place = next
                if words.branches[place].isEnd { hasWord = true }
            }
        }
    }
}

extension Draft {
    /// Reads the beginning of a node's text, as far as it may be one of the words.
    func opening(of root: DraftID, as words: OpeningWords) -> OpeningWords.Reader {
        var reader = OpeningWords.Reader(words)
        var next: DraftID? = root
        // A text so short isn't in more nodes.
        var left = 200
        while let id = next, !reader.isLost, left > 0 {
            if isText(id) { tree.withUTF8(of: nodes[id.index].source) { reader.read($0) } }
            next = node(after: id, in: root)
            left -= 1
        }
        return reader
    }
}
