/// A picture as pixels, row by row: red, green and blue in a byte each, and opacity if some pixels aren't opaque.
package struct Pixels: Equatable, Sendable {
    package let size: PixelSize
    /// 3, or 4 with opacity.
    package let channels: Int
    package let bytes: [UInt8]

    /// Fails unless there are as many bytes as pixels need.
    package init?(size: PixelSize, channels: Int, bytes: [UInt8]) {
        guard size.width > 0, size.height > 0, 3...4 ~= channels, bytes.count == size.area * channels else {
            return nil
        }
        (self.size, self.channels, self.bytes) = (size, channels, bytes)
    }

    /// The pixels of a part; nil if it isn't inside.
    package func cropped(columns: Range<Int>, rows: Range<Int>) -> Pixels? {
        guard !columns.isEmpty, !rows.isEmpty, columns.lowerBound >= 0, columns.upperBound <= size.width,
            rows.lowerBound >= 0, rows.upperBound <= size.height
        else { return nil }
        var cropped: [UInt8] = []
        cropped.reserveCapacity(columns.count * rows.count * channels)
        for row in rows {
            let start = row * size.width
            cropped += bytes[(start + columns.lowerBound) * channels..<(start + columns.upperBound) * channels]
        }
        return Pixels(
            size: PixelSize(width: columns.count, height: rows.count), channels: channels, bytes: cropped)
    }
}
