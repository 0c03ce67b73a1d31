import System

/// The current paragraph: flat pieces with their formats, which become a tree at the end.
///
/// White space collapses as in CSS: one space, at its first position, and none at the ends. A space at the start or end
/// of a format is moved outside, so that no link ends in an underlined space.
struct InlineText {
    typealias Chain = InlineFormats.Chain

    private struct Piece {
        let chain: Chain?
        /// The range of its text in the buffer; only the position if it isn't text.
        var text: Range<Int>
        var content: Inline?
        var isDecoration = false
    }

    private var bytes: [UInt8] = []
    private var pieces: [Piece] = []
    /// The formats of white space that waits for text after it.
    private var space: (chain: Chain?, isThere: Bool) = (nil, false)
    /// Whether white space is dropped now: at the start, and after a line break.
    private var isAtLineStart = true
    /// Whether the next text belongs to a new piece.
    private var isPieceOver = false
    private var anchors: [String] = []
    private var rubyStart: Int?
    private var readingStart: Int?
    /// The recording that the text is about: times in it are links into the file.
    private let recording: String?
    /// Whether words were before in the line that is read for times.
    private var isInWords = false
    /// The number of pieces of all paragraphs so far.
    private(set) var count = 0

    init(recording: String? = nil) {
        self.recording = recording
    }

    /// Whether the paragraph is empty.
    var isEmpty: Bool { pieces.isEmpty }

    /// Appends text as HTML sets it.
    mutating func append(_ text: Span<UInt8>, in chain: Chain?) {
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count {
                if text[index] <= .space, text[index].isHTMLSpace {
                    // A single space between words needs no work.
                    guard index > start, text[index] == .space, index + 1 < text.count, text[index + 1] > .space else {
                        break
                    }
                }
                index += 1
            }
            if index > start {
                endSpace(before: chain)
                write(text.extracting(start..<index), in: chain)
                isAtLineStart = false
            }
            let end = index
            while index < text.count, text[index].isHTMLSpace { index += 1 }
            if index > end, !isAtLineStart, !space.isThere { space = (chain, true) }
        }
    }

    /// Appends text with all its spaces.
    mutating func appendVerbatim(_ text: Span<UInt8>, in chain: Chain?) {
        var start = 0
        for index in text.indices where text[index] == 0x0D {
            write(text.extracting(start..<index), in: chain)
            let isBeforeNewline = index + 1 < text.count && text[index + 1] == .newline
            if !isBeforeNewline { endVerbatimLine(in: chain) }
            start = index + 1
        }
        if start < text.count { write(text.extracting(start..<text.count), in: chain) }
    }

    mutating func endVerbatimLine(in chain: Chain?) {
        write(.newline, in: chain)
    }

    /// Whether the text so far ends within a line.
    var isInLine: Bool { bytes.last.map { $0 != .newline } ?? false }

    /// Inserts content that isn't text.
    mutating func insert(_ content: Inline, in chain: Chain?, isDecoration: Bool = false) {
        guard !isDecoration else { return add(content, in: chain, isDecoration: true) }
        if case .image = content, !space.isThere, isAfterWord { space = (chain, true) }
        endSpace(before: chain)
        add(content, in: chain)
        isAtLineStart = false
    }

    /// Inserts a line break, and returns whether it is the second of two, which people use to separate paragraphs.
    mutating func insertLineBreak(in chain: Chain?) -> Bool {
        space.isThere = false
        guard !pieces.isEmpty else { return false }
        if isAtLineStart, pieces.last?.content == .lineBreak { return true }
        add(.lineBreak, in: chain)
        isAtLineStart = true
        return false
    }

    /// Marks this position, or that of the next text if there is none yet.
    mutating func insertAnchor(_ name: String, in chain: Chain?) {
        if pieces.isEmpty { anchors.append(name) } else { add(.anchor(name), in: Self.withText(chain)) }
    }

    /// Returns and clears the anchors without text.
    mutating func takeAnchors() -> [String] {
        defer { anchors.removeAll() }
        return anchors
    }

    /// Returns the paragraph, empty if it shows nothing, and starts another.
    mutating func take(isPreformatted: Bool = false) -> [Inline] {
        defer { startAgain() }
        guard !pieces.isEmpty else { return [] }
        let isText = Self.isVisible(bytes)
        let hasMore = pieces.contains { $0.content.map(\.isVisible) ?? false && !$0.isDecoration }
        if isText || hasMore {
            removeDecorations()
        } else if !pieces.contains(where: \.isDecoration) {
            // Anchors of an empty paragraph move to the next.
            for piece in pieces { if case .anchor(let name) = piece.content { anchors.append(name) } }
            return []
        }
        if isPreformatted { trimLines() }
        while pieces.last?.content == .lineBreak { pieces.removeLast() }
        let inlines = tree(of: pieces[...], linksURLs: !isPreformatted)
        return anchors.isEmpty ? inlines : takeAnchors().map { .anchor($0) } + inlines
    }

    private mutating func startAgain() {
        bytes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        space.isThere = false
        isAtLineStart = true
        isPieceOver = false
        rubyStart = nil
        readingStart = nil
        isInWords = false
    }
}

// Ruby: text and its reading, which become one part at the end of the reading.
extension InlineText {
    mutating func beginRuby() {
        rubyStart = pieces.count
        isPieceOver = true
    }

    mutating func beginReading() {
        readingStart = pieces.count
        isPieceOver = true
        space.isThere = false
    }

    mutating func endReading(in chain: Chain?) {
        guard let base = rubyStart, let reading = readingStart, base < reading, reading < pieces.count else { return }
        let ruby = Inline.ruby(
            base: tree(of: pieces[base..<reading], inside: chain), reading: tree(of: pieces[reading...], inside: chain))
        pieces.removeLast(pieces.count - base)
        space.isThere = false
        add(ruby, in: chain)
        rubyStart = pieces.count
        readingStart = nil
    }

    mutating func endRuby() {
        rubyStart = nil
        readingStart = nil
    }

    private mutating func add(_ content: Inline, in chain: Chain?, isDecoration: Bool = false) {
        count += 1
        pieces.append(
            Piece(chain: chain, text: bytes.count..<bytes.count, content: content, isDecoration: isDecoration))
        Self.mark(chain)
    }

    /// Whether an image or a word is just before, so that another image needs a space.
    private var isAfterWord: Bool {
        if let content = pieces.last?.content {
            if case .image = content { return true }
            return false
        }
        guard !bytes.isEmpty, !pieces.isEmpty else { return false }
        let last = bytes.span.codePoint(at: bytes.span.startOfCodePoint(before: bytes.count)).value
        switch LineBreakClass.of(last, in: LineBreakClass.table) {
        case .letter, .number, .close, .closeParenthesis, .exclamation, .infix, .quoteEnd: return true
        default: return false
        }
    }

    private mutating func write(_ text: Span<UInt8>, in chain: Chain?) {
        let start = bytes.count
        text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        endPiece(from: start, in: chain)
    }

    private mutating func write(_ byte: UInt8, in chain: Chain?) {
        bytes.append(byte)
        endPiece(from: bytes.count - 1, in: chain)
    }

    private mutating func endPiece(from start: Int, in chain: Chain?) {
        if !isPieceOver, let last = pieces.indices.last, pieces[last].content == nil, pieces[last].chain === chain {
            pieces[last].text = pieces[last].text.lowerBound..<bytes.count
        } else {
            count += 1
            pieces.append(Piece(chain: chain, text: start..<bytes.count))
            isPieceOver = false
            Self.mark(chain)
        }
    }

    /// Writes the waiting space, in the formats common to its neighbours.
    private mutating func endSpace(before chain: Chain?) {
        guard space.isThere else { return }
        space.isThere = false
        write(.space, in: Self.common(Self.withText(space.chain), Self.withText(chain)))
    }

    private mutating func removeDecorations() {
        guard pieces.contains(where: \.isDecoration) else { return }
        var kept: [Piece] = []
        for piece in pieces where !piece.isDecoration {
            // Texts on both sides become one.
            if let last = kept.last, last.content == nil, piece.content == nil, last.chain === piece.chain {
                kept[kept.count - 1].text = last.text.lowerBound..<piece.text.upperBound
            } else {
                kept.append(piece)
            }
        }
        pieces = kept
    }

    private static func mark(_ chain: Chain?) {
        var link = chain
        while let next = link, !next.hasText {
            next.hasText = true
            link = next.outer
        }
    }

    /// Returns the chain without the formats that have no text yet.
    private static func withText(_ chain: Chain?) -> Chain? {
        var link = chain
        while let next = link, !next.hasText { link = next.outer }
        return link
    }

    private static func common(_ one: Chain?, _ other: Chain?) -> Chain? {
        var (one, other) = (one, other)
        while one !== other {
            if (one?.depth ?? 0) >= (other?.depth ?? 0) { one = one?.outer } else { other = other?.outer }
        }
        return one
    }

    private static func isVisible(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 > .space && $0 < 0x7F } || CleanText.isVisible(String(decoding: bytes, as: UTF8.self))
    }

    /// Removes empty lines at the start and all white space at the end.
    private mutating func trimLines() {
        let first = bytes.firstIndex { !$0.isHTMLSpace } ?? bytes.count
        let start = bytes[..<first].lastIndex(of: .newline).map { $0 + 1 } ?? 0
        let end = bytes.lastIndex { !$0.isHTMLSpace }.map { $0 + 1 } ?? 0
        for index in pieces.indices where pieces[index].content == nil {
            pieces[index].text = pieces[index].text.clamped(to: start..<max(start, end))
        }
        pieces.removeAll { $0.content == nil && $0.text.isEmpty }
    }

    /// Builds a tree from the pieces, with their formats inside the given ones.
    private mutating func tree(
        of pieces: ArraySlice<Piece>, inside outermost: Chain? = nil, linksURLs: Bool = false
    ) -> [Inline] {
        // Most cells of tables and many items are words without formats.
        if pieces.count == 1, let piece = pieces.first, piece.chain == nil || piece.chain === outermost {
            return inlines(of: piece, linksURLs: linksURLs)
        }
        var open: [(chain: Chain, content: [Inline])] = []
        var inlines: [Inline] = []
        func close(downTo depth: Int) {
            while open.count > depth, let closed = open.popLast() {
                let inline = closed.chain.format.around(closed.content)
                if open.isEmpty { inlines.append(inline) } else { open[open.count - 1].content.append(inline) }
            }
        }
        for piece in pieces {
            if piece.chain !== open.last?.chain {
                let path = Self.path(of: piece.chain, inside: outermost)
                var shared = 0
                while shared < min(path.count, open.count), path[shared] === open[shared].chain { shared += 1 }
                close(downTo: shared)
                for chain in path[shared...] { open.append((chain, [])) }
            }
            let parts = self.inlines(of: piece, linksURLs: linksURLs)
            if open.isEmpty { inlines += parts } else { open[open.count - 1].content += parts }
        }
        close(downTo: 0)
        return inlines
    }

    /// Returns a piece with the URLs and times in its text as links, except in links and code.
    private mutating func inlines(of piece: Piece, linksURLs: Bool) -> [Inline] {
        if let content = piece.content {
            isInWords = content != .lineBreak && (isInWords || content.isVisible)
            return [content]
        }
        guard linksURLs else { return [text(in: piece.text)] }
        var inlines: [Inline] = []
        var rest = piece.text
        while let url = BareURL(in: bytes.span, rest), !Self.isLinkOrCode(piece.chain) {
            inlines += words(in: rest.lowerBound..<url.range.lowerBound, of: piece)
            inlines.append(.link(target: url.target, [text(in: url.range)]))
            isInWords = true
            rest = url.range.upperBound..<rest.upperBound
            count += 2
        }
        return inlines + words(in: rest, of: piece)
    }

    /// Returns a part of a piece without URLs.
    private mutating func words(in part: Range<Int>, of piece: Piece) -> [Inline] {
        var inlines: [Inline] = []
        var rest = part
        while let recording, let written = WrittenTime(in: bytes, rest, atLineStart: !isInWords),
            !Self.isLinkOrCode(piece.chain)
        {
            let before = rest.lowerBound..<written.range.lowerBound
            if !before.isEmpty { inlines.append(text(in: before)) }
            inlines.append(.link(target: written.time.link(into: recording), [text(in: written.range)]))
            isInWords = true
            rest = written.range.upperBound..<rest.upperBound
            count += 2
        }
        if !isInWords { isInWords = bytes[rest].contains { $0.isLetter || $0.isDigit || $0 >= 0x80 } }
        return rest.isEmpty ? inlines : inlines + [text(in: rest)]
    }

    private func text(in range: Range<Int>) -> Inline { .text(String(decoding: bytes[range], as: UTF8.self)) }

    private static func isLinkOrCode(_ chain: Chain?) -> Bool {
        path(of: chain, inside: nil).contains {
            if case .link = $0.format { true } else { $0.format == .styled(.code) }
        }
    }

    /// Returns the formats of a chain from the outside inwards.
    private static func path(of chain: Chain?, inside outermost: Chain?) -> [Chain] {
        var path: [Chain] = []
        var link = chain
        while let next = link, next !== outermost {
            path.append(next)
            link = next.outer
        }
        path.reverse()
        return path
    }
}
