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

    /// - Parameter isVerbatim: whether white space has a meaning.
    mutating func add(_ words: ArraySlice<UInt8>, isVerbatim: Bool) {
        words.withUnsafeBufferPointer { words in
            var at = 0
            while at < words.count {
                let start = at
                while at < words.count, isVerbatim ? words[at] != Self.newline : words[at] > 0x20 { at += 1 }
                if at > start {
                    if let gap, !text.isEmpty { text.append(gap) }
                    gap = nil
                    text += UnsafeBufferPointer(rebasing: words[start..<at])
                }
                guard at < words.count else { return }
                if isVerbatim { gap = Self.newline } else if gap == nil { gap = 0x20 }
                at += 1
            }
        }
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
                writer.add(tree.utf8(of: node.source), isVerbatim: isInside(id, levels: 4) { $0.tag == .pre })
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
