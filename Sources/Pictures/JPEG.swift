import CPictures

extension DecodedPicture {
    /// Decodes a JPEG picture. libjpeg makes it smaller by up to eight while decoding, which saves most of the work.
    static func decodeJPEG(
        _ bytes: UnsafeRawBufferPointer, _ room: PixelSize, _ library: JPEGLibrary
    ) throws(PictureFailure) -> DecodedPicture {
        let picture = UnsafeMutablePointer<lede_jpeg>.allocate(capacity: 1)
        picture.initialize(to: lede_jpeg())
        picture.pointee.library = library
        defer {
            lede_jpeg_end(picture)
            picture.deallocate()
        }
        guard lede_jpeg_begin(picture, bytes.baseAddress, bytes.count) != 0 else { throw failure(of: picture) }
        let size = PixelSize(
            width: Int(picture.pointee.info.image_width), height: Int(picture.pointee.info.image_height))
        try PictureLimits.check(size)
        let orientation = Orientation(ofJPEG: bytes)
        let target = size.fitting(orientation.isOnItsSide ? room.turned : room)
        picture.pointee.info.scale_denom = UInt32(divisor(from: size, to: target))
        picture.pointee.info.scale_num = 1
        let isForPrint = [JCS_CMYK, JCS_YCCK].contains(picture.pointee.info.jpeg_color_space)
        picture.pointee.info.out_color_space = isForPrint ? JCS_CMYK : JCS_RGB
        guard lede_jpeg_start(picture) != 0 else { throw failure(of: picture) }

        let coarse = PixelSize(
            width: Int(picture.pointee.info.output_width), height: Int(picture.pointee.info.output_height))
        let channels = Int(picture.pointee.info.output_components)
        guard channels == (isForPrint ? 4 : 3) else { throw .damaged }
        // Adobe's programs store what isn't printed.
        let isInverted = picture.pointee.info.saw_Adobe_marker != 0
        var scaler = RowScaler(from: coarse, to: target.fitting(coarse), channels: 3)
        var row = [UInt8](repeating: 0, count: coarse.width * channels)
        while !scaler.isComplete {
            guard row.withUnsafeMutableBufferPointer({ lede_jpeg_read_row(picture, $0.baseAddress) }) != 0 else {
                throw failure(of: picture)
            }
            if isForPrint { mixInks(in: &row, isInverted: isInverted) }
            row.withUnsafeBufferPointer { scaler.add(UnsafeBufferPointer(rebasing: $0[..<(coarse.width * 3)])) }
        }
        return try DecodedPicture(scaler, original: size, turned: orientation)
    }

    private static func divisor(from size: PixelSize, to target: PixelSize) -> Int {
        [8, 4, 2].first { size.width / $0 >= target.width && size.height / $0 >= target.height } ?? 1
    }

    private static func failure(of picture: UnsafeMutablePointer<lede_jpeg>) -> PictureFailure {
        switch picture.pointee.errors.msg_code {
        case Int32(JERR_OUT_OF_MEMORY.rawValue): .needsTooMuchMemory
        case Int32(JERR_IMAGE_TOO_BIG.rawValue): .tooManyPixels
        default: .damaged
        }
    }

    /// Turns cyan, magenta, yellow and black into red, green and blue, which take three quarters of the row.
    private static func mixInks(in row: inout [UInt8], isInverted: Bool) {
        for pixel in 0..<row.count / 4 {
            let black = isInverted ? Int(row[pixel * 4 + 3]) : 255 - Int(row[pixel * 4 + 3])
            for channel in 0..<3 {
                let ink = Int(row[pixel * 4 + channel])
                row[pixel * 3 + channel] = UInt8((isInverted ? ink : 255 - ink) * black / 255)
            }
        }
    }
}

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
