extension String {
    /// The text with each HTML character reference decoded once.
    var decodingCharacterReferences: String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        var source = self
        return source.withUTF8 { source in
            var text = ByteBuffer(capacity: source.count)
            var at = 0
            while at < source.count {
                if let reference = CharacterReference(at: at, in: source) {
                    text.append(reference.character)
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
