/// The words of a line of HTML, such as a title: tags stripped, references decoded once, white space collapsed.
enum PlainText {
    static func of(html: String) -> String {
        let source = Array(html.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(source.count)
        var at = 0
        while at < source.count {
            if let tag = HTMLTag(at: at, in: source) {
                if tag.separatesWords { text.append(0x20) }
                at = tag.end
            } else if let reference = CharacterReference(at: at, in: source) {
                text += String(reference.character).utf8
                at = reference.end
            } else {
                text.append(source[at])
                at += 1
            }
        }
        return String(decoding: text, as: UTF8.self).collapsed
    }
}
