extension Document {
    /// Reads HTML, whole pages and fragments alike; nothing is so broken that its text is not kept.
    ///
    /// Links that are relative are resolved against the base, and are only text where there is none.
    package init(html: String, baseURL: String? = nil) {
        var tokenizer = HTMLTokenizer(Array(html.utf8))
        var builder = DocumentBuilder(tokenizer.html, baseURL: baseURL)
        while let token = tokenizer.next() {
            if builder.isCrowded {
                builder.addWords(of: token, from: &tokenizer)
                continue
            }
            switch token {
            case .text(let range): builder.text(range)
            case .character(let reference): builder.character(reference)
            case .end(let tag): builder.end(tag)
            case .start(let tag):
                builder.start(tag, tokenizer.attributes)
                if tag.element.isRawText, !tag.isSelfClosing { builder.rawText(tokenizer.rawText(of: tag), of: tag) }
            }
        }
        self = builder.finish()
    }
}
