/// How a camera was held, so that its picture can be shown upright (Exif 2.3, tag 274).
enum Orientation: Int {
    case upright = 1, mirrored, upsideDown, upsideDownMirrored, leftMirrored, left, rightMirrored, right

    /// Whether width and height change places.
    var isOnItsSide: Bool { rawValue >= 5 }

    /// Finds the orientation in a JPEG picture. Without one it is upright.
    init(ofJPEG bytes: UnsafeRawBufferPointer) {
        self = .upright
        var reader = ByteReader(bytes: bytes[...])
        guard reader.number(bytes: 2) == 0xFFD8 else { return }
        // Other segments may come first, but none after the pixels begin.
        while let marker = reader.number(bytes: 2), 0xFFE0...0xFFEF ~= marker, let length = reader.number(bytes: 2),
            length >= 2, let segment = reader.take(length - 2)
        {
            guard marker == 0xFFE1, segment.starts(with: Array("Exif\0\0".utf8)) else { continue }
            self = Self.find(inExif: segment.dropFirst(6)) ?? .upright
            return
        }
    }

    private static func find(inExif exif: Slice<UnsafeRawBufferPointer>) -> Orientation? {
        let isLittle = exif.starts(with: Array("II".utf8))
        var reader = ByteReader(bytes: exif.dropFirst(4), isLittleEndian: isLittle)
        guard let start = reader.number(bytes: 4), start >= 8 else { return nil }
        reader = ByteReader(bytes: exif.dropFirst(start), isLittleEndian: isLittle)
        guard let count = reader.number(bytes: 2) else { return nil }
        for _ in 0..<count {
            guard let tag = reader.number(bytes: 2), reader.take(6) != nil, let value = reader.number(bytes: 2),
                reader.take(2) != nil
            else { return nil }
            if tag == 274 { return Orientation(rawValue: value) }
        }
        return nil
    }
}

extension Pixels {
    /// The picture upright.
    func turned(_ orientation: Orientation) -> Pixels {
        guard orientation != .upright else { return self }
        let size = orientation.isOnItsSide ? size.turned : size
        var turned: [UInt8] = []
        turned.reserveCapacity(bytes.count)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let (fromRight, fromBottom) = (size.width - 1 - column, size.height - 1 - row)
                let place: (row: Int, column: Int) =
                    switch orientation {
                    case .upright: (row, column)
                    case .mirrored: (row, fromRight)
                    case .upsideDown: (fromBottom, fromRight)
                    case .upsideDownMirrored: (fromBottom, column)
                    case .leftMirrored: (column, row)
                    case .left: (fromRight, row)
                    case .rightMirrored: (fromRight, fromBottom)
                    case .right: (column, fromBottom)
                    }
                let index = (place.row * self.size.width + place.column) * channels
                for channel in 0..<channels { turned.append(bytes[index + channel]) }
            }
        }
        return Pixels(size: size, channels: channels, bytes: turned) ?? self
    }
}
