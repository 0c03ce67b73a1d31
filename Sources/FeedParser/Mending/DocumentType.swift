import HTML

/// A document type declaration, of which nothing counts but the plain words that it gives names to.
///
/// External entities are never fetched, and nested ones are never expanded, so no small document becomes a large one.
struct DocumentType {
    /// The text of each plain entity.
    private(set) var entities: [NameHash: [UInt8]] = [:]
    /// The index after it.
    private(set) var end: Int

    /// Reads the declaration whose less-than sign is at `start`.
    init(at start: Int, in document: ByteView) {
        // In case brackets or quotes are never closed.
        end = document.firstIndex(of: UInt8(ascii: ">"), from: start).map { $0 + 1 } ?? document.endIndex
        var isInSubset = false
        var at = start + 1
        while at < document.endIndex {
            switch document[at] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                at = document.firstIndex(of: document[at], from: at + 1) ?? at
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: "<") where !isInSubset:
                // The declaration isn't closed.
                end = at
                return
            case UInt8(ascii: "<") where document.has("<!--", at: at):
                at = document.firstIndex(of: "-->", from: at + 4).map { $0 + 2 } ?? document.endIndex
            case UInt8(ascii: "<") where document.has("<!ENTITY", at: at):
                at = readEntity(at: at, in: document)
            case UInt8(ascii: ">") where !isInSubset:
                end = at + 1
                return
            default: break
            }
            at += 1
        }
    }

    /// Returns the index of the last byte that it read.
    private mutating func readEntity(at start: Int, in document: ByteView) -> Int {
        let keywordEnd = start + "<!ENTITY".utf8.count
        let name = document.firstIndex(from: keywordEnd) { !$0.isSpace }
        let nameEnd = document.firstIndex(from: name) { !XMLCharacter.isInName($0) }
        let quote = document.firstIndex(from: nameEnd) { !$0.isSpace }
        guard nameEnd > name, quote < document.endIndex,
            document[quote] == UInt8(ascii: "\"") || document[quote] == UInt8(ascii: "'"),
            let close = document.firstIndex(of: document[quote], from: quote + 1)
        else { return keywordEnd - 1 }
        // The first declaration of a name counts (XML 1.0, section 4.2).
        let hash = NameHash(exactly: document[name..<nameEnd])
        if entities[hash] == nil, entities.count < Limits.declaredEntities,
            let text = Self.text(of: document[(quote + 1)..<close])
        {
            entities[hash] = text
        }
        return close
    }

    /// Returns an entity's text; nil if it is more than text. It may contain HTML's entities but no others.
    private static func text(of value: ByteView) -> [UInt8]? {
        guard value.count <= Limits.entity, !value.contains(UInt8(ascii: "<")), !value.contains(UInt8(ascii: "%"))
        else {
            return nil
        }
        for start in value.indices where value[start] == UInt8(ascii: "&") {
            guard let reference = LooseReference(at: start, in: value) else { return nil }
            if case .name(let name) = reference.kind, CharacterReference(named: name.bytes.span) == nil {
                return nil
            }
        }
        var text = MendedText(capacity: value.count)
        text.appendText(value)
        return text.bytes
    }
}
