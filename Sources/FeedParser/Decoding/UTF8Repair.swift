/// Repairs text that is almost UTF-8.
enum UTF8Repair {
    /// Returns valid UTF-8. A text with more invalid than valid UTF-8 is read as windows-1252; otherwise only its
    /// invalid parts are, since people paste Windows' quotes and dashes into valid text.
    static func repaired(_ document: ArraySlice<UInt8>) throws(ParseFailure) -> ArraySlice<UInt8> {
        var text: [UInt8] = []
        text.reserveCapacity(document.count + document.count / 8)
        var valid = 0
        var invalid = 0
        var rest = document
        while let error = rest.errorOfUTF8 {
            let bad = rest.startIndex + error.lowerBound..<rest.startIndex + error.upperBound
            let good = rest[..<bad.lowerBound]
            valid += good.count { $0 >= leastLead }
            invalid += 1
            if invalid > 1000 + valid { break }
            text += good
            if bad.count > 1 {
                // A truncated character: a single byte may be a letter of Windows, several bytes in valid order aren't.
                text += replacement.utf8
            } else {
                text += Windows1252.character(of: document[bad.lowerBound]).utf8
            }
            rest = rest[bad.upperBound...]
        }
        valid += rest.count { $0 >= leastLead }
        return invalid > valid ? try Windows1252.decode(document) : (text + rest)[...]
    }

    /// The replacement for invalid characters.
    static let replacement: Unicode.Scalar = "\u{FFFD}"

    // The smallest byte that begins a character of several bytes.
    private static let leastLead: UInt8 = 0xC2
}

extension ArraySlice<UInt8> {
    var isUTF8: Bool { withUnsafeBufferPointer { $0.isUTF8 } }

    var isASCII: Bool { withUnsafeBufferPointer { $0.isASCII } }

    /// The range of the first invalid bytes, counted from the start of the slice.
    fileprivate var errorOfUTF8: Range<Int>? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return error.byteOffsets
        }
    }
}
