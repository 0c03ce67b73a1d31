extension Document {
    /// Reads HTML, whole pages and fragments alike; nothing is so broken that its text is not kept.
    ///
    /// Links that are relative are resolved against the base, and are only text where there is none.
    package init(html: String, baseURL: String? = nil) {
        let builder = DocumentBuilder(baseURL: baseURL)
        // libxml2 takes a null for the end.
        let hasNull = html.utf8.contains(0)
        Self.read(hasNull ? String(decoding: html.utf8.filter { $0 != 0 }, as: UTF8.self) : html, into: builder)
        self = builder.finish()
    }

    private static func read(_ html: String, into builder: DocumentBuilder) {
        let hasMarkup = html.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
        if hasMarkup {
            HTMLScanner()?.scan(html.utf8.span, into: builder)
        } else {
            builder.text(html.utf8.span)
        }
    }
}
