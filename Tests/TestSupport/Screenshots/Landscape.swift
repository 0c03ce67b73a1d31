/// An invented picture: hills, one behind the other, under a low sun. As a PNG file without compression.
enum Landscape {
    static let (width, height) = (336, 210)

    static var png: [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            for column in 0..<width { rows += color(row, column) }
        }
        let header = number(width) + number(height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
            + chunk("IEND", [])
    }

    private static func color(_ row: Int, _ column: Int) -> [UInt8] {
        let (x, y) = (Double(column) / Double(width), Double(row) / Double(height))
        for hill in [3.0, 2, 1, 0] {
            // A wave of straight lines would be hills of a desert: two parabolas make a soft one.
            let phase = (x * (1.4 + hill * 0.5) + hill * 0.37).truncatingRemainder(dividingBy: 1)
            let crest = 0.42 + hill * 0.13 + (phase - 0.5) * (phase - 0.5) * 0.7
            if y > crest { return [UInt8(46 + hill * 14), UInt8(92 - hill * 16), UInt8(84 - hill * 18)] }
        }
        let (dx, dy) = ((x - 0.72) * 1.6, y - 0.24)
        if dx * dx + dy * dy < 0.011 { return [255, 226, 150] }
        return [UInt8(70 + 160 * y), UInt8(120 + 110 * y), UInt8(190 - 20 * y)]
    }

    /// zlib's form of bytes that aren't compressed (RFC 1950 and 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + part
        }
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + number(b << 16 | a)
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + bytes
        var check = UInt32.max
        for byte in content {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        return number(bytes.count) + content + number(Int(~check))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { shift in UInt8(truncatingIfNeeded: value >> shift) }
    }
}
