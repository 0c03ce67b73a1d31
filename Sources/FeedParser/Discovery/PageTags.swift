/// The start tags of a page that may lead elsewhere, one after another, read as browsers read them but without a tree.
///
/// Every byte is looked at once, whatever is wrong with the page.
struct PageTags: Sequence, IteratorProtocol {
    struct Tag {
        let name: String
        /// The first of each name counts, its character references decoded; one longer than addresses are does not.
        let attributes: [String: String]
    }

    private var rest: ArraySlice<UInt8>

    init(_ page: ArraySlice<UInt8>) {
        rest = page
    }

    mutating func next() -> Tag? {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: "!--".utf8) {
                // "<!-->" is a whole comment, too.
                rest = rest[(rest.dropFirst().index(after: "-->") ?? rest.endIndex)...]
            } else if rest.first?.isLetter == true {
                if let tag = startTag() { return tag }
            }
        }
        return nil
    }

    /// Nil for a tag that leads nowhere.
    private mutating func startTag() -> Tag? {
        let name = Self.lowercased(take { !$0.isSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") })
        let isWanted = Self.wanted.contains(name)
        var attributes: [String: String] = [:]
        while let (attribute, value) = attribute() {
            guard isWanted else { continue }
            let attribute = Self.lowercased(attribute)
            guard value.count <= Limits.baseURL, Self.wantedAttributes.contains(attribute), attributes[attribute] == nil
            else { continue }
            attributes[attribute] = String(decoding: value, as: UTF8.self).decodingCharacterReferences
        }
        // In these is text and no tag, up to their end.
        if Self.rawText.contains(name) { rest = rest[(rest.index(after: "</" + name) ?? rest.endIndex)...] }
        return isWanted ? Tag(name: name, attributes: attributes) : nil
    }

    /// The next attribute of the tag that we are in; nil, and behind the tag, at its end.
    private mutating func attribute() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        _ = take { $0.isSpace || $0 == UInt8(ascii: "/") }
        guard rest.first != nil, rest.first != UInt8(ascii: ">") else {
            rest = rest.dropFirst()
            return nil
        }
        let end = rest.dropFirst().firstIndex { $0.isSpace || "/>=".utf8.contains($0) } ?? rest.endIndex
        let name = rest[..<end]
        rest = rest[end...]
        _ = take { $0.isSpace }
        guard rest.first == UInt8(ascii: "=") else { return (name, []) }
        rest = rest.dropFirst()
        _ = take { $0.isSpace }
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return (name, take { !$0.isSpace && $0 != UInt8(ascii: ">") })
        }
        rest = rest.dropFirst()
        let value = take { $0 != quote }
        rest = rest.dropFirst()
        return (name, value)
    }

    private mutating func take(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: belongs)
        rest = rest[taken.endIndex...]
        return taken
    }

    private static func lowercased(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name.map(\.lowercased), as: UTF8.self)
    }

    private static let wanted: Set<String> = ["a", "area", "base", "link"]
    private static let wantedAttributes: Set<String> = ["href", "hreflang", "rel", "title", "type"]
    private static let rawText: Set<String> = [
        "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"
    ]
}
