/// The text and the tags of HTML one after the other, for readers that need no tree.
///
/// It is public, as `Tag` is, so that other modules ask for attributes without a call.
public struct TagStream: ~Copyable {
    package enum Token {
        /// Text with its references decoded, until the next token is read.
        case text(TextRange)
        /// The text of an element that holds no other elements.
        case rawText(TextRange, of: Tag)
        case start(Tag)
        case end(Tag)
        /// What the HTML ends in, if that is the beginning of a tag.
        case cutTag(Tag)
    }

    var tokenizer: Tokenizer

    /// Hands over the stream of a text that need be no valid UTF-8.
    package static func read<Result>(
        _ html: Span<UInt8>, as reading: Reading, _ body: (inout TagStream) throws -> Result
    ) rethrows -> Result {
        try html.withUnsafeBytes { bytes in
            var stream = TagStream(SourceBytes(bytes), reading)
            return try body(&stream)
        }
    }

    private init(_ source: SourceBytes, _ reading: Reading) {
        tokenizer = Tokenizer(source, reading: reading)
        tokenizer.attributeNames.mostNames = Names.attributes.count
        tokenizer.elementNames.mostNames = Limits.namesOfStream
    }

    /// What comes next; nil at the end.
    package mutating func next() -> Token? {
        if !tokenizer.buffer.isEmpty { tokenizer.buffer.removeAll(keepingCapacity: true) }
        while true {
            let content = tokenizer.content
            switch tokenizer.next(allowsSections: false) {
            case .text(let text): return content == .data ? .text(text) : .rawText(text, of: rawElement)
            case .start(let tag): return start(tag)
            case .end(let tag): return .end(named(tag))
            case .comment, .doctype: continue
            case .endOfFile:
                guard tokenizer.cutTag != nil, !tokenizer.isBehindTags else { return nil }
                tokenizer.isBehindTags = true
                return .cutTag(named(Names.tag(of: tokenizer.name)))
            }
        }
    }

    private mutating func start(_ tag: Tag) -> Token {
        if tokenizer.reading == .page || !tokenizer.isSelfClosing { tokenizer.content = Tokenizer.Content(of: tag) }
        return .start(named(tag))
    }

    private func named(_ tag: Tag) -> Tag {
        switch tag {
        case .unknown: tokenizer.name == Names.foreignObject ? .foreignObject : .unknown
        // People mean the same by both.
        case .image: .img
        default: tag
        }
    }

    private var rawElement: Tag { Names.tag(of: tokenizer.lastStartName) }

    /// Calls `body` with the bytes of a text that came last.
    package func withText(_ text: TextRange, _ body: (Span<UInt8>) -> Void) {
        if text.isInBuffer {
            body(tokenizer.buffer.span.extracting(text.range))
        } else {
            body(tokenizer.source.span.span.extracting(text.range))
        }
    }
}

// What is known of the tag that came last.
extension TagStream {
    /// What tells the names of elements apart that have no `Tag`.
    public var name: UInt32 { tokenizer.name }

    public var isSelfClosing: Bool { tokenizer.isSelfClosing }

    public func has(_ attribute: Attribute) -> Bool {
        let index = Int(attribute.rawValue)
        return index < tokenizer.tagsOfAttributes.count && tokenizer.tagsOfAttributes[index] == tokenizer.tagNumber
    }

    /// How long the value of an attribute is; zero if there is no such attribute.
    package func length(of attribute: Attribute) -> Int { Int(value(of: attribute)?.count ?? 0) }

    /// An attribute's value, of which the first `length` bytes count; nil if there is no such attribute.
    package func string(of attribute: Attribute, first length: Int) -> String? {
        var string: String?
        withValue(of: attribute, first: length) { string = String(decoding: $0, as: UTF8.self) }
        return string
    }

    /// Calls `body` with the first bytes of an attribute's value, if there is one.
    package func withValue(of attribute: Attribute, first length: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard let value = value(of: attribute) else { return }
        let range = value.range.prefix(length)
        if value.isInBuffer {
            tokenizer.buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
        } else {
            body(UnsafeBufferPointer(rebasing: tokenizer.source.span[range]))
        }
    }

    private func value(of attribute: Attribute) -> TextRange? {
        guard has(attribute) else { return nil }
        for entry in tokenizer.attributes where entry.name == attribute.rawValue { return entry.value }
        return nil
    }

    /// Whether the tag that the HTML ends in has white space, and whether it has an equals sign.
    package var cutTagLooks: (hasSpace: Bool, hasValue: Bool) {
        let bytes = tokenizer.source.part(tokenizer.cutTag ?? 0..<0)
        return (bytes.contains { $0.isHTMLSpace }, bytes.contains(UInt8(ascii: "=")))
    }

    /// Takes the tag that the HTML ends in for text, which comes next.
    package mutating func readCutTagAsText() {
        guard let cutTag = tokenizer.cutTag else { return }
        tokenizer.index = cutTag.lowerBound
        tokenizer.cutTag = nil
    }
}
