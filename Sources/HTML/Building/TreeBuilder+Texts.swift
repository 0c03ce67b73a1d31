extension TreeBuilder {
    func byte(at offset: Int, of text: TextRange) -> UInt8 {
        let index = text.range.lowerBound + offset
        return text.isInBuffer ? tokenizer.buffer[index] : tokenizer.source[index]
    }

    /// The number of bytes of white space at the start of a text.
    func leadingSpaces(of text: TextRange) -> Int {
        var length = 0
        while length < text.count, byte(at: length, of: text).isHTMLSpace { length += 1 }
        return length
    }

    func isBlank(_ text: TextRange) -> Bool { leadingSpaces(of: text) == text.count }

    /// Whether it is a NUL, which the tokenizer returns as a separate token.
    func isNUL(_ text: TextRange) -> Bool { text.count == 1 && byte(at: 0, of: text) == 0 }

    /// Removes the white space at the start of a text from the token and returns it.
    func takeSpaces(from token: inout Token) -> TextRange? {
        guard case .text(let text) = token else { return nil }
        let length = leadingSpaces(of: text)
        guard length > 0 else { return nil }
        token = .text(text.dropping(first: length))
        return text.prefix(length)
    }

    /// Handles what means the same in and around the head and in column groups: inserts white space and comments, and
    /// skips doctypes. Returns true if this was the whole token.
    mutating func handleCommon(_ token: inout Token) -> Bool {
        if let spaces = takeSpaces(from: &token) { insert(spaces) }
        switch token {
        case .text(let text): return text.isEmpty
        case .comment(let text):
            insertComment(text)
            return true
        case .doctype: return true
        default: return false
        }
    }

    /// Inserts a text, or appends it to an adjacent one.
    mutating func insert(_ text: TextRange) {
        guard !text.isEmpty else { return }
        let place = insertionPlace()
        guard place.parent != .document else { return }
        let neighbour = neighbour(before: place)
        if neighbour != .none, nodes[neighbour.index].kind == .text { return extend(neighbour, by: text) }
        link(add(Node(kind: .text, text: text)), at: place)
    }

    mutating func insertReplacementCharacter() {
        let start = tokenizer.buffer.count
        tokenizer.buffer += "\u{FFFD}".utf8
        insert(TextRange(buffer: start..<tokenizer.buffer.count))
    }

    /// Extends a text in place if possible, and otherwise moves it to the end of the buffer.
    ///
    /// A text that moves again doubles its capacity, so that texts that grow by turns take linear time.
    private mutating func extend(_ id: NodeID, by more: TextRange) {
        let old = nodes[id.index].text
        let isAdjacent = old.isInBuffer == more.isInBuffer && old.range.upperBound == more.range.lowerBound
        let room = nodes[id.index].first == .none ? 0 : Int(nodes[id.index].first.number)
        if isAdjacent, room == 0 {
            nodes[id.index].text.count += more.count
            return
        }
        let length = Int(old.count) + Int(more.count)
        guard length <= Int(Node.longestText) else { return }
        if old.isInBuffer, length <= room {
            for offset in 0..<Int(more.count) {
                tokenizer.buffer[old.range.upperBound + offset] = byte(at: offset, of: more)
            }
            nodes[id.index].text.count = UInt32(length)
            return
        }
        if old.isInBuffer, room == 0, old.range.upperBound == tokenizer.buffer.count {
            appendToBuffer(more)
            nodes[id.index].text.count = UInt32(length)
            return
        }
        let start = tokenizer.buffer.count
        tokenizer.buffer.reserveCapacity(start + length)
        appendToBuffer(old)
        appendToBuffer(more)
        if old.isInBuffer {
            tokenizer.buffer += repeatElement(0, count: length)
            nodes[id.index].first = NodeID(UInt32(2 * length))
        }
        nodes[id.index].text = TextRange(buffer: start..<start + length)
    }

    private mutating func appendToBuffer(_ text: TextRange) {
        if text.isInBuffer {
            // The buffer can't be read while it is written, so this copies byte by byte.
            for index in text.range { tokenizer.buffer.append(tokenizer.buffer[index]) }
        } else {
            tokenizer.buffer += tokenizer.source.part(text.range)
        }
    }
}
