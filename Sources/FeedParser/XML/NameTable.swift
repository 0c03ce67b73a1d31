import CLibXML2

/// Remembers the meanings of a document's names by their addresses, so that each is read only once.
struct NameTable {
    private struct Entry {
        var name: SAXName
        var place: Grammar.Place
        var meaning: Int?
        var isNative: Bool
    }

    private let grammar = Grammar.all
    // A name replaces another at the same slot, which costs a little time.
    private var entries: [Entry?] = Array(repeating: nil, count: 256)
    private var vocabularies: [UnsafePointer<xmlChar>: Int?] = [:]
    private var native: Int?
    private var nativeURI: UnsafePointer<xmlChar>?

    /// Sets the document's own vocabulary, which its root tells, whatever namespace that claims.
    mutating func setNative(_ vocabulary: Int?, of root: SAXName) {
        native = vocabulary
        nativeURI = root.uri
    }

    /// Returns the meaning of a name in a context, and whether it comes from the document's own vocabulary.
    mutating func meaning(of name: SAXName, in place: Grammar.Place) -> (meaning: Int?, isNative: Bool) {
        let slot =
            (UInt(bitPattern: name.local) >> 3 ^ UInt(bitPattern: name.uri) >> 4 &+ UInt(bitPattern: place)) & 255
        if let entry = entries[Int(slot)], entry.name.local == name.local, entry.name.uri == name.uri,
            entry.name.prefix == name.prefix, entry.place == place
        {
            return (entry.meaning, entry.isNative)
        }
        let vocabulary = vocabulary(of: name.uri, prefix: name.prefix)
        let local = String(cString: name.local).lowercased()
        let meaning = vocabulary.flatMap {
            grammar.meaning(of: Grammar.Name(vocabulary: $0, local: local), in: place)
        }
        let isNative = vocabulary == native
        entries[Int(slot)] = Entry(name: name, place: place, meaning: meaning, isNative: isNative)
        return (meaning, isNative)
    }

    /// Returns the usual prefix of an attribute's namespace; nil for unknown ones.
    mutating func usualPrefix(of uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>) -> String? {
        vocabulary(of: uri, prefix: prefix).map(grammar.usualPrefix)
    }

    mutating func vocabulary(of uri: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> Int? {
        guard let uri else {
            guard let prefix else { return native }
            return grammar.vocabulary(prefix: String(cString: prefix))
        }
        if let known = vocabularies[uri] { return known }
        let vocabulary = grammar.vocabulary(uri: uri.address) ?? (uri == nativeURI ? native : nil)
        vocabularies[uri] = vocabulary
        return vocabulary
    }
}
