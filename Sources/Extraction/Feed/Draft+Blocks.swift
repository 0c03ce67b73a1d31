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

    /// FNV-1a of the letters, which is the same on each start.
    private func hash(of root: DraftID) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var next: DraftID? = root
        while let id = next {
            if isText(id) {
                for byte in tree.utf8(of: nodes[id.index].source) {
                    if let letter = PlainLetters.letter(byte) { hash = (hash ^ UInt64(letter)) &* 0x100_0000_01B3 }
                }
            }
            next = node(after: id, in: root)
        }
        return hash
    }
}
