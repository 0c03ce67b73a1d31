/// The characters that HTML has names for, looked up once each: the table of `CharacterReference` is a long list.
struct NamedCharacters {
    private var known: [NameHash: Unicode.Scalar?] = [:]

    subscript(name: ByteView) -> Unicode.Scalar? {
        mutating get {
            let hash = NameHash(exactly: name)
            if let found = known[hash] { return found }
            let found = CharacterReference.character(named: name.bytes)
            // A document with more names than these makes them up.
            if known.count < 4096 { known[hash] = .some(found) }
            return found
        }
    }
}
