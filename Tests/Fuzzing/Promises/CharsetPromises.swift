import HTML

/// What must hold for text in every encoding.
package enum CharsetPromises {
    /// The broken promises for a text, in words. Its first byte chooses an encoding, and its first line may be a label. A
    /// crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let label = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let text = Array(bytes.dropFirst())
        let encodings = CharacterEncoding.allCases
        let encoding = encodings[Int(bytes.first ?? 0) % encodings.count]
        let found = EncodingSniffer.encoding(of: text, labelledByServer: label)
        var broken: [String] = []
        if EncodingSniffer.encoding(of: text, labelledByServer: label) != found {
            broken.append("a page has one encoding")
        }
        let ofFeed = CharacterEncoding(labelOfFeed: label)
        if ofFeed == nil, CharacterEncoding(label: label)?.isOneByte == true {
            broken.append("a feed's labels are those of pages, and more")
        }
        if ofFeed == .utf16le || ofFeed == .utf16be { broken.append("a label alone doesn't make a feed wide") }
        for encoding in [encoding, found] {
            guard let converter = EncodingConverter(from: encoding) else { continue }
            let (converted, errors) = converter.convert(text[...], upTo: 1 << 20)
            // A string could be built from bytes that nobody validated.
            if String(validating: converted, as: UTF8.self) == nil { broken.append("what was converted is UTF-8") }
            if errors > text.count { broken.append("no more bytes are wrong than there are") }
            if converter.convert(text[...], upTo: 1 << 20).text != converted {
                broken.append("a text that is converted again is the same")
            }
        }
        return broken
    }
}
