import HTML

/// Writes plain text: a line for each block.
struct PlainTextWriter {
    private(set) var text: [UInt8] = []
    /// What separates the next word from the last one.
    private var gap: UInt8?

    /// - Parameter letters: about how many letters will be written.
    init(expecting letters: Int) {
        text.reserveCapacity(letters)
    }

    mutating func endLine() { gap = Self.newline }

    mutating func add(_ words: UnsafeBufferPointer<UInt8>) {
        var at = 0
        while at < words.count {
            if words[at] <= 0x20 {
                if gap == nil { gap = 0x20 }
                at += 1
            } else {
                let start = at
                at = Self.end(ofWordsAt: start, in: words)
                append(UnsafeBufferPointer(rebasing: words[start..<at]))
            }
        }
    }

    /// Adds text in which white space has a meaning.
    mutating func addVerbatim(_ text: UnsafeBufferPointer<UInt8>) {
        var at = 0
        while at < text.count {
            let start = at
            while at < text.count, text[at] != Self.newline { at += 1 }
            if at > start { append(UnsafeBufferPointer(rebasing: text[start..<at])) }
            guard at < text.count else { return }
            gap = Self.newline
            at += 1
        }
    }

    private mutating func append(_ words: UnsafeBufferPointer<UInt8>) {
        if let gap, !text.isEmpty { text.append(gap) }
        gap = nil
        text += words
    }

    /// Where words end that have single spaces between them, and so can be copied at once.
    private static func end(ofWordsAt start: Int, in words: UnsafeBufferPointer<UInt8>) -> Int {
        var at = start + 1
        while at < words.count {
            let isAfterSpace = words[at - 1] == 0x20
            if at + 8 <= words.count {
                let eight = EightBytes(at: at, of: words)
                let spaces = eight.spaces
                if spaces == eight.places(of: 0x20), spaces.following(isAfterOne: isAfterSpace).isEmpty {
                    at += 8
                    continue
                }
            }
            guard words[at] > 0x20 || words[at] == 0x20 && !isAfterSpace else { break }
            at += 1
        }
        return words[at - 1] == 0x20 ? at - 1 : at
    }

    private static let newline = UInt8(ascii: "\n")
}

extension Draft {
    /// The text inside an element, without captions.
    func plainText(inside root: DraftID) -> String {
        var writer = PlainTextWriter(expecting: counts[root.index].letters)
        var next = firstChild(of: root)
        while let id = next {
            let node = nodes[id.index]
            if node.traits.contains(.isText) {
                let isVerbatim = isInside(id, levels: 4) { $0.tag == .pre }
                tree.withUTF8(of: node.source) { if isVerbatim { writer.addVerbatim($0) } else { writer.add($0) } }
            } else if node.tag == .br || !isInline(id) {
                writer.endLine()
            }
            switch node.tag {
            // How a word is read is no part of the text.
            case .figcaption, .rp, .rt: next = nil
            default: next = node.first.ifAny
            }
            if next == nil { next = nodePast(id, in: root, ending: &writer) }
        }
        return String(decoding: writer.text, as: UTF8.self)
    }

    /// The node after the descendants of one. The end of each block on the way ends a line.
    private func nodePast(_ id: DraftID, in root: DraftID, ending writer: inout PlainTextWriter) -> DraftID? {
        var id = id
        while id != root {
            if !isInline(id) { writer.endLine() }
            if let next = nextSibling(of: id) { return next }
            guard let parent = parent(of: id) else { return nil }
            id = parent
        }
        return nil
    }
}
