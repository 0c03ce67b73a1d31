import HTML

extension Draft {
    /// The innermost blocks with at least 20 letters, and hashes of their texts.
    func blocks(in root: DraftID) -> [(id: DraftID, hash: UInt64)] {
        var blocks: [(id: DraftID, hash: UInt64)] = []
        var next: DraftID? = firstChild(of: root)
        while let id = next {
            if !isText(id), isInnermostBlock(id) {
                if counts[id.index].letters >= 20 { blocks.append((id, hash(of: id))) }
                next = nodePast(id, in: root)
            } else {
                next = node(after: id, in: root)
            }
        }
        return blocks
    }

    private func isInnermostBlock(_ id: DraftID) -> Bool {
        !nodes[id.index].traits.contains(.holdsBlock) && !isInline(id)
            && hasOnlyChildren(id) { isInline($0) }
    }

    private func hash(of root: DraftID) -> UInt64 {
        var hash = LetterHash()
        var next: DraftID? = root
        while let id = next {
            if isText(id) { tree.withUTF8(of: nodes[id.index].source) { hash.add($0) } }
            next = node(after: id, in: root)
        }
        return hash.value
    }
}

/// A hash of letters that is the same on each start: FNV-1a, with eight letters instead of one at a time.
private struct LetterHash {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private var letters: UInt64 = 0
    private var count = 0

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            guard let letter = PlainLetters.letter(byte) else { continue }
            letters = letters << 8 | UInt64(letter)
            count += 1
            if count % 8 == 0 { mix() }
        }
    }

    private mutating func mix() {
        hash = (hash ^ letters) &* 0x100_0000_01B3
        hash ^= hash >> 32
        letters = 0
    }

    var value: UInt64 {
        var end = self
        end.mix()
        return end.hash ^ UInt64(count)
    }
}
