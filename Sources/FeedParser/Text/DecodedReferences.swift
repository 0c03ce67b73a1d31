import HTML

extension String {
    /// The text with each HTML character reference decoded once.
    package var decodingCharacterReferences: String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        var source = self
        return source.withUTF8 { source in
            var text = ByteBuffer(capacity: source.count)
            var at = 0
            while at < source.count {
                if let reference = CharacterReference(closedAt: at, in: source) {
                    text.append(reference)
                    at = reference.end
                } else {
                    text.append(source[at])
                    at += 1
                }
            }
            return String(text.bytes)
        }
    }
}
