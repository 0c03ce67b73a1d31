import Glibc

/// The system's converter from an encoding to UTF-8.
///
/// Labels come from the network, and rare converters have had security holes, so only the encodings of
/// `CharacterEncoding` are used.
package struct EncodingConverter: ~Copyable {
    private let handle: iconv_t

    /// Nil if the system lacks it, and for UTF-8: glibc lets through sequences that aren't UTF-8.
    package init?(from encoding: CharacterEncoding) {
        guard encoding != .utf8, let handle = iconv_open("UTF-8", encoding.systemName),
            handle != iconv_t(bitPattern: -1)
        else {
            return nil
        }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Returns the text, with a replacement character for each invalid byte, and the number of invalid bytes.
    ///
    /// Stops once the text is longer than `limit` or more than `mostErrors` bytes are invalid.
    package func convert(
        _ document: ArraySlice<UInt8>, upTo limit: Int, mostErrors: Int = .max
    ) -> (text: [UInt8], errors: Int) {
        var text: [UInt8] = []
        text.reserveCapacity(document.count + document.count / 2)
        var errors = 0
        document.withUnsafeBytes { source in
            var input = UnsafeMutablePointer(mutating: source.baseAddress?.assumingMemoryBound(to: CChar.self))
            var left = source.count
            while left > 0, text.count <= limit, errors <= mostErrors {
                let outcome = convertPiece(&input, &left, into: &text)
                guard outcome == EILSEQ || outcome == EINVAL else { continue }
                errors += 1
                text += "\u{FFFD}".utf8
                input = input?.advanced(by: 1)
                left -= 1
            }
            // The converter holds back the last letter if a combining mark may follow.
            (input, left) = (nil, 0)
            _ = convertPiece(&input, &left, into: &text)
        }
        return (text, errors)
    }

    /// Converts up to an error or the end of a piece, and returns which it was.
    private func convertPiece(
        _ input: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, into text: inout [UInt8]
    ) -> Int32 {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { piece in
            var output = piece.baseAddress
            var room = piece.count
            let result = iconv(handle, &input, &left, &output, &room)
            let outcome = result == -1 ? errno : 0
            text += UnsafeRawBufferPointer(piece).prefix(piece.count - room)
            return outcome
        }
    }
}

extension CharacterEncoding {
    /// The system's name for the encoding, or for the larger one that browsers use in its place.
    fileprivate var systemName: String {
        switch self {
        case .iso8859Part8Logical: "ISO-8859-8"
        case .windows874: "CP874"
        case .macCyrillic: "MAC-CYRILLIC"
        case .gbk: "GB18030"
        case .big5: "BIG5-HKSCS"
        case .eucJP: "EUC-JP-MS"
        case .shiftJIS: "CP932"
        case .eucKR: "CP949"
        default: rawValue.replacing("windows-", with: "CP").uppercased()
        }
    }
}
