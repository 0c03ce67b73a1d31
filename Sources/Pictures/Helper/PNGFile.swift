import CZlib

/// Pixels as a PNG file, for terminals that take no pixels.
struct PNGFile {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init(_ pixels: Pixels, _ library: ZlibLibrary) throws(PictureFailure) {
        // Eight bits a channel, true colour, perhaps with opacity.
        let head = Self.number(pixels.size.width) + Self.number(pixels.size.height)
        add("IHDR", head + [8, pixels.channels == 3 ? 2 : 6, 0, 0, 0], library)
        let stride = pixels.size.width * pixels.channels
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.bytes.count + pixels.size.height)
        for row in 0..<pixels.size.height {
            // No filter.
            rows.append(0)
            rows += pixels.bytes[row * stride..<(row + 1) * stride]
        }
        try add("IDAT", library.compressed(rows), library)
        add("IEND", [], library)
    }

    private mutating func add(_ name: String, _ content: [UInt8], _ library: ZlibLibrary) {
        let chunk = Array(name.utf8) + content
        bytes += Self.number(content.count) + chunk
        bytes += Self.number(Int(library.crc32(0, chunk, uInt(chunk.count))))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
