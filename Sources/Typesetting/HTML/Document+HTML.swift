import HTML

extension Document {
    /// Reads whole pages and fragments of HTML. No matter how broken the HTML is, its text is kept.
    ///
    /// Relative links are resolved against the base. Without a base they become text.
    package init(html: String, baseURL: String? = nil) {
        let bytes = html.utf8.span
        var builder = DocumentBuilder(bytes, baseURL: baseURL)
        TagStream.read(bytes, as: .excerpt) { stream in
            while let token = stream.next() {
                if case .cutTag(let tag) = token {
                    // A truncated text ends in an incomplete tag, but “a <b and c” doesn't.
                    let looks = stream.cutTagLooks
                    if tag == .unknown || looks.hasSpace && !looks.hasValue { stream.readCutTagAsText() }
                } else if builder.isCrowded {
                    builder.addWords(of: token, from: &stream)
                } else {
                    builder.add(token, from: &stream)
                }
            }
        }
        self = builder.finish()
    }
}
