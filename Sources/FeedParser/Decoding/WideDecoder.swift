/// Decodes UTF-16 and UTF-32. Half pairs and invalid numbers become U+FFFD.
struct WideDecoder {
    private let width: Int
    private let isLittleEndian: Bool

    init(of encoding: UnicodeSignature.Encoding) {
        width = encoding == .utf16LittleEndian || encoding == .utf16BigEndian ? 2 : 4
        isLittleEndian = encoding == .utf16LittleEndian || encoding == .utf32LittleEndian
    }

    func decode(_ document: ArraySlice<UInt8>) throws(ParseFailure) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(document.count * 2 / width)
        document.withUnsafeBytes { bytes in
            var at = 0
            while at + width <= bytes.count, text.count <= Limits.documentSize {
                var number = unit(at: at, in: bytes)
                at += width
                if isHighSurrogate(number), at + width <= bytes.count {
                    let low = unit(at: at, in: bytes)
                    if 0xDC00..<0xE000 ~= low {
                        number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
                        at += width
                    }
                }
                if number < 0x80 {
                    text.append(UInt8(truncatingIfNeeded: number))
                } else {
                    text += (Unicode.Scalar(number) ?? UTF8Repair.replacement).utf8
                }
            }
        }
        guard text.count <= Limits.documentSize else { throw .tooLarge(Limits.documentSizeInWords) }
        return text
    }

    private func unit(at offset: Int, in bytes: UnsafeRawBufferPointer) -> UInt32 {
        if width == 2 {
            let unit = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            return UInt32(isLittleEndian ? UInt16(littleEndian: unit) : UInt16(bigEndian: unit))
        }
        let unit = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isLittleEndian ? UInt32(littleEndian: unit) : UInt32(bigEndian: unit)
    }

    // Only UTF-16 has pairs.
    private func isHighSurrogate(_ number: UInt32) -> Bool {
        width == 2 && 0xD800..<0xDC00 ~= number
    }
}
