/// Who has the say over how the document's bytes become characters.
enum DocumentEncoding: Equatable {
    /// The document: its XML declaration or its UTF-16 byte order mark, both of which libxml2 reads.
    case ofDocument
    /// This encoding, whatever the document's declaration says.
    case named(String)

    /// A byte order mark is believed before the server, and the server before the declaration (RFC 7303, section 3).
    init(of document: [UInt8], contentType: String?) {
        if document.starts(with: ByteOrderMark.utf8) {
            self = .named("UTF-8")
        } else if document.starts(with: ByteOrderMark.utf16BigEndian)
            || document.starts(with: ByteOrderMark.utf16LittleEndian)
        {
            self = .ofDocument
        } else {
            self = contentType.flatMap(Self.charset).map(Self.named) ?? .ofDocument
        }
    }

    private static func charset(in contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let halves = parameter.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].trimmed.lowercased() == "charset" else { continue }
            let name = halves[1].trimmed.filter { $0 != "\"" && $0 != "'" }
            return name.isEmpty ? nil : name
        }
        return nil
    }
}

/// The marks that a document may begin with to tell its encoding.
enum ByteOrderMark {
    static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
    static let utf16BigEndian: [UInt8] = [0xFE, 0xFF]
    static let utf16LittleEndian: [UInt8] = [0xFF, 0xFE]
}
