import HTML

/// A document in UTF-8, whatever it came in.
///
/// It doesn't copy a document that already is UTF-8. The XML declaration may still name another encoding, so parsers
/// must ignore that name.
struct DecodedDocument {
    /// Valid UTF-8 without a byte order mark.
    let bytes: ArraySlice<UInt8>

    /// Checks the document's own bytes first, then the server's charset, then the XML declaration (RFC 7303, section
    /// 3), and trusts none of them against the evidence.
    init(_ document: [UInt8], contentType: String? = nil) throws(ParseFailure) {
        if let signature = UnicodeSignature(of: document) {
            bytes = Windows1252.restored(in: try Self.decode(document[signature.length...], as: signature.encoding))
        } else if EBCDIC.begins(document) {
            throw .unknownEncoding("EBCDIC")
        } else {
            bytes = Windows1252.restored(in: try Self.decode(document[...], contentType: contentType))
        }
        guard bytes.count <= Limits.documentSize else { throw .tooLarge(Limits.documentSizeInWords) }
    }

    private static func decode(
        _ document: ArraySlice<UInt8>, as encoding: UnicodeSignature.Encoding
    ) throws(ParseFailure) -> ArraySlice<UInt8> {
        switch encoding {
        case .utf8: document.isUTF8 ? document : try UTF8Repair.repaired(document)
        case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian:
            try WideDecoder(of: encoding).decode(document)[...]
        }
    }

    private static func decode(
        _ document: ArraySlice<UInt8>, contentType: String?
    ) throws(ParseFailure) -> ArraySlice<UInt8> {
        let isUTF8 = document.isUTF8
        let fromServer = contentType.flatMap(ContentType.charset).flatMap(CharacterEncoding.init(labelOfFeed:))
        let declared = XMLDeclaration.encoding(in: document).flatMap(CharacterEncoding.init(labelOfFeed:))
        // Servers say Latin 1 of whatever they serve; a text that is UTF-8 by accident hardly exists.
        let isServerWrong = isUTF8 && declared?.isOneByte != true && fromServer?.isOneByte == true

        var nearMiss: [UInt8]?
        for encoding in [isServerWrong ? nil : fromServer, declared, .utf8] {
            switch encoding {
            case nil: continue
            case .utf8: if isUTF8 { return document }
            case .ascii: if document.isASCII { return document }
            case .windows1252: return try Windows1252.decode(document)
            case _ where document.isPlain: return document
            case let encoding?:
                guard let converted = try convert(document, from: encoding) else { continue }
                if converted.errors == 0 { return converted.text[...] }
                if converted.errors < converted.text.count / 64 { nearMiss = nearMiss ?? converted.text }
            }
        }
        if let nearMiss { return nearMiss[...] }
        return try UTF8Repair.repaired(document)
    }

    /// The text and how many bytes are errors; nil if those are too many to believe in the encoding.
    private static func convert(
        _ document: ArraySlice<UInt8>, from encoding: CharacterEncoding
    ) throws(ParseFailure) -> (text: [UInt8], errors: Int)? {
        let mostErrors = 64 + document.count / 64
        guard
            let converted = EncodingConverter(from: encoding)?
                .convert(document, upTo: Limits.documentSize, mostErrors: mostErrors)
        else { return nil }
        guard converted.text.count <= Limits.documentSize else { throw .tooLarge(Limits.documentSizeInWords) }
        return converted.errors > mostErrors ? nil : converted
    }
}

extension ArraySlice<UInt8> {
    /// Whether this is the same text in every charset: only ASCII without escape sequences.
    fileprivate var isPlain: Bool { isASCII && !contains(0x1B) }
}
