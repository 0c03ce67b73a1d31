import HTML

extension Document {
    /// Reads HTML, whole pages and fragments alike; nothing is so broken that its text is not kept.
    ///
    /// Links that are relative are resolved against the base, and are only text where there is none.
    package init(html: String, baseURL: String? = nil) {
        let bytes = html.utf8.span
        var builder = DocumentBuilder(bytes, baseURL: baseURL)
        TagStream.read(bytes, as: .excerpt) { stream in
            while let token = stream.next() {
                if case .cutTag(let tag) = token {
                    // A text that was cut ends in half a tag; but “a <b and c” has none.
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
