import CPictures

extension DecodedPicture {
    /// Decodes a PNG picture, row by row unless it is interlaced.
    static func decodePNG(
        _ bytes: UnsafeRawBufferPointer, _ room: PixelSize, _ library: PNGLibrary
    ) throws(PictureFailure) -> DecodedPicture {
        let picture = UnsafeMutablePointer<lede_png>.allocate(capacity: 1)
        picture.initialize(to: lede_png())
        picture.pointee.library = library
        defer {
            lede_png_end(picture)
            picture.deallocate()
        }
        // The largest other part of a picture is its colour profile.
        let begun = lede_png_begin(
            picture, bytes.baseAddress, bytes.count, UInt32(PictureLimits.longestSide), 4 << 20)
        guard begun != 0 else { throw isTooLarge(bytes) ? .tooManyPixels : .damaged }
        let (reader, info) = (picture.pointee.reader, picture.pointee.info)
        let size = PixelSize(
            width: Int(library.get_image_width(reader, info)), height: Int(library.get_image_height(reader, info)))
        try PictureLimits.check(size)
        let passes = lede_png_start(picture)
        guard passes > 0 else { throw .damaged }
        let channels = Int(library.get_channels(reader, info))
        let stride = size.width * channels
        guard 3...4 ~= channels, library.get_rowbytes(reader, info) == stride else { throw .damaged }

        var scaler = RowScaler(from: size, to: size.fitting(room), channels: channels)
        // Each pass of an interlaced picture fills gaps between the pixels of those before.
        var rows = [UInt8](repeating: 0, count: passes == 1 ? stride : stride * size.height)
        for pass in 1...passes {
            for row in 0..<size.height {
                let start = passes == 1 ? 0 : row * stride
                let isRead = rows.withUnsafeMutableBufferPointer { rows in
                    guard let base = rows.baseAddress, lede_png_read_row(picture, base + start) != 0 else {
                        return false
                    }
                    if pass == passes {
                        scaler.add(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(rows)[start..<start + stride]))
                    }
                    return true
                }
                guard isRead else { throw .damaged }
            }
        }
        return try DecodedPicture(scaler, original: size)
    }

    /// libpng doesn't say why it refuses a picture.
    private static func isTooLarge(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var reader = ByteReader(bytes: bytes.dropFirst(16))
        guard let width = reader.number(bytes: 4), let height = reader.number(bytes: 4) else { return false }
        return max(width, height) > PictureLimits.longestSide && max(width, height) <= Int32.max
    }
}

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
