/// Text that should be UTF-8 and is not quite.
enum UTF8Repair {
    /// A text with more that is not UTF-8 than that is must be windows-1252 altogether; in others only what is not UTF-8 is
    /// read so, since people paste quotes and dashes of Windows into texts that were fine before.
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
                // A character that was cut off: one byte may be a letter of Windows, several in the right order are none.
                text += replacement.utf8
            } else {
                text += Windows1252.character(of: document[bad.lowerBound]).utf8
            }
            rest = rest[bad.upperBound...]
        }
        valid += rest.count { $0 >= leastLead }
        return invalid > valid ? try Windows1252.decode(document) : (text + rest)[...]
    }

    /// What stands for something that is no character.
    static let replacement: Unicode.Scalar = "\u{FFFD}"

    // The least byte that a character of several begins with.
    private static let leastLead: UInt8 = 0xC2
}

extension ArraySlice<UInt8> {
    var isUTF8: Bool { withUnsafeBufferPointer { $0.isUTF8 } }

    var isASCII: Bool { withUnsafeBufferPointer { $0.isASCII } }

    /// Where the first bytes are that are not UTF-8, counted from the start of the slice.
    fileprivate var errorOfUTF8: Range<Int>? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return error.byteOffsets
        }
    }
}
