import CLibXML2

/// Reads HTML with libxml2's SAX interface and tells a builder what comes, in order and properly nested.
///
/// This is SAX and not the tree parser, which gives up on deep nesting; and the whole text at once, not the push
/// interface, which stops at the end of the first element of a fragment. Nothing is fetched and nothing is printed.
struct HTMLScanner: ~Copyable {
    private let parser: htmlParserCtxtPtr

    init?() {
        guard let parser = htmlNewParserCtxt() else { return nil }
        self.parser = parser
    }

    deinit { htmlFreeParserCtxt(parser) }

    func scan(_ html: Span<UInt8>, into builder: DocumentBuilder) {
        let listener = Listener(parser: parser, builder: builder)
        withExtendedLifetime(listener) {
            parser.pointee.sax.pointee = Self.callbacks
            parser.pointee.userData = Unmanaged.passUnretained(listener).toOpaque()
            html.withUnsafeBufferPointer { bytes in
                let text = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                _ = htmlCtxtReadMemory(parser, text, Int32(clamping: bytes.count), nil, "UTF-8", Self.options)
            }
        }
    }

    // No implied elements: the builder takes text wherever it stands. The text says itself that it is UTF-8, whatever
    // its meta elements say.
    private static let options = Int32(
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue)

    /// What libxml2 hands back to its callbacks.
    private final class Listener {
        let parser: htmlParserCtxtPtr
        let builder: DocumentBuilder

        init(parser: htmlParserCtxtPtr, builder: DocumentBuilder) {
            self.parser = parser
            self.builder = builder
        }

        static func from(_ context: UnsafeMutableRawPointer?) -> Listener? {
            context.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    private static var callbacks: xmlSAXHandler {
        var callbacks = xmlSAXHandler()
        callbacks.startElement = { context, name, attributes in
            guard let listener = Listener.from(context), let name else { return }
            let isOpen = listener.builder.start(String(cString: name), HTMLAttributes(attributes))
            // libxml2 walks all its open elements at every end tag: 150,000 of them cost it 12 seconds, 100 of them 50 ms.
            if !isOpen { lede_html_forget_element(listener.parser) }
        }
        callbacks.endElement = { context, name in
            guard let listener = Listener.from(context), let name else { return }
            listener.builder.end(String(cString: name))
        }
        callbacks.characters = { context, text, count in
            guard let listener = Listener.from(context), let text else { return }
            listener.builder.text(UnsafeBufferPointer(start: text, count: Int(count)).span)
        }
        callbacks.ignorableWhitespace = callbacks.characters
        // Comments, declarations, processing instructions and CDATA (scripts and style sheets) have no callback.
        return callbacks
    }
}
