/// PNG files with any lies in them.
enum PNGBuilder {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A file with true colours and opacity, of so many bits a channel. All its pixels are transparent black.
    static func file(
        width: Int, height: Int, bits: UInt8 = 8, isInterlaced: Bool = false, rows: Int? = nil,
        extra: [UInt8] = []
    ) -> [UInt8] {
        let head = number(width) + number(height) + [bits, 6, 0, 0, isInterlaced ? 1 : 0]
        // An interlaced picture has the same pixels in more rows, each with a byte more.
        let count = (rows ?? height) * (width * Int(bits) / 2 + (isInterlaced ? 2 : 1))
        return signature + chunk("IHDR", head) + extra + chunk("IDAT", compressedZeros(count)) + chunk("IEND", [])
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let chunk = Array(name.utf8) + content
        return number(content.count) + chunk + number(Int(checksum(chunk)))
    }

    /// Zeros as zlib compresses them (RFC 1951): with the codes that need no table, 258 of them in 13 bits.
    static func compressedZeros(_ count: Int) -> [UInt8] {
        let singles = (count - 1) % 258 + 1
        let runs = (count - singles) / 258
        var bits: [UInt8] = [1, 1, 0]
        for _ in 0..<singles { bits += [0, 0, 1, 1, 0, 0, 0, 0] }
        let run: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
        let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
        for _ in 0..<runs % 8 { bits += run }
        // Eight runs are as long as thirteen bytes: so all eights look alike, wherever in a byte they begin.
        let eight = Array(repeatElement(run, count: 8).joined())
        let lead = bits.count % 8
        var bytes = packed(bits.dropLast(lead)[...])
        if runs / 8 > 0 {
            let begun = Array(bits.suffix(lead))
            let first = packed((begun + eight).prefix(104)[...])
            let next = packed((eight.suffix(lead) + eight).prefix(104)[...])
            bytes += first
            for _ in 1..<max(1, runs / 8) { bytes += next }
            bytes += packed((Array(eight.suffix(lead)) + end)[...])
        } else {
            bytes += packed((Array(bits.suffix(lead)) + end)[...])
        }
        let sum = count % 65521
        return [0x78, 0x01] + bytes + [UInt8(sum >> 8), UInt8(sum & 0xFF), 0, 1]
    }

    private static func packed(_ bits: ArraySlice<UInt8>) -> [UInt8] {
        stride(from: bits.startIndex, to: bits.endIndex, by: 8).map { start in
            bits[start..<min(start + 8, bits.endIndex)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
        }
    }

    static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
}
