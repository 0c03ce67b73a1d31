import CPNG

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
