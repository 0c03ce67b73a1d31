import System

/// The text and the tags of HTML in order, for readers that need no tree.
///
/// It is public, like `HTMLTag`, so that other modules read attributes without a function call.
public struct TagStream: ~Copyable {
    package enum Token {
        /// Text with decoded references. It is valid until the next token is read.
        case text(TextRange)
        /// The text of an element that contains only text.
        case rawText(TextRange, of: HTMLTag)
        case start(HTMLTag)
        case end(HTMLTag)
        /// The beginning of a tag, if the HTML ends within one.
        case cutTag(HTMLTag)
    }

    var tokenizer: HTMLTokenizer

    /// Passes the stream of a text, which needn't be valid UTF-8.
    package static func read<Result>(
        _ html: Span<UInt8>, as reading: HTMLReading, _ body: (inout TagStream) throws -> Result
    ) rethrows -> Result {
        try html.withUnsafeBytes { bytes in
            var stream = TagStream(SourceBytes(bytes), reading)
            return try body(&stream)
        }
    }

    private init(_ source: SourceBytes, _ reading: HTMLReading) {
        tokenizer = HTMLTokenizer(source, reading: reading)
        tokenizer.attributeNames.mostNames = Names.attributes.count
        tokenizer.elementNames.mostNames = HTMLLimits.namesOfStream
    }

    /// The next token; nil at the end.
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

    private mutating func start(_ tag: HTMLTag) -> Token {
        if tokenizer.reading == .page || !tokenizer.isSelfClosing { tokenizer.content = HTMLTokenizer.Content(of: tag) }
        return .start(named(tag))
    }

    private func named(_ tag: HTMLTag) -> HTMLTag {
        switch tag {
        case .unknown: tokenizer.name == Names.foreignObject ? .foreignObject : .unknown
        // Both mean the same.
        case .image: .img
        default: tag
        }
    }

    private var rawElement: HTMLTag { tokenizer.lastStartName.map(Names.tag) ?? .unknown }

    /// Calls `body` with the bytes of the last text.
    package func withText(_ text: TextRange, _ body: (Span<UInt8>) -> Void) {
        if text.isInBuffer {
            body(tokenizer.buffer.span.extracting(text.range))
        } else {
            body(tokenizer.source.span.span.extracting(text.range))
        }
    }
}

// The properties of the last tag.
extension TagStream {
    /// Distinguishes the names of elements that have no `HTMLTag`.
    public var name: UInt32 { tokenizer.name }

    public var isSelfClosing: Bool { tokenizer.isSelfClosing }

    public func has(_ attribute: Attribute) -> Bool {
        let index = Int(attribute.rawValue)
        return index < tokenizer.tagsOfAttributes.count && tokenizer.tagsOfAttributes[index] == tokenizer.tagNumber
    }

    /// The length of an attribute's value; zero if there is no such attribute.
    package func length(of attribute: Attribute) -> Int { Int(value(of: attribute)?.count ?? 0) }

    /// The first `length` bytes of an attribute's value; nil if there is no such attribute.
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

    /// Whether the incomplete tag at the end has white space, and whether it has an equals sign.
    package var cutTagLooks: (hasSpace: Bool, hasValue: Bool) {
        let bytes = tokenizer.source.part(tokenizer.cutTag ?? 0..<0)
        return (bytes.contains { $0.isHTMLSpace }, bytes.contains(UInt8(ascii: "=")))
    }

    /// Makes the incomplete tag at the end the next text.
    package mutating func readCutTagAsText() {
        guard let cutTag = tokenizer.cutTag else { return }
        tokenizer.index = cutTag.lowerBound
        tokenizer.cutTag = nil
    }
}

/// How to read HTML that isn't well-formed.
package enum HTMLReading {
    /// As browsers read a page.
    case page
    /// Without losing any text that was truncated, pasted or taken from XML: an unclosed quotation mark ends with its
    /// tag, self-closing elements hide nothing, and the contents of CDATA sections are read.
    case excerpt
}
