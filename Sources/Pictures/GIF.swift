import CPictures

extension DecodedPicture {
    /// Decodes the first frame of a GIF picture and reads nothing behind it.
    static func decodeGIF(
        _ bytes: UnsafeRawBufferPointer, _ room: PixelSize, _ library: GIFLibrary
    ) throws(PictureFailure) -> DecodedPicture {
        let source = UnsafeMutablePointer<lede_gif_source>.allocate(capacity: 1)
        defer { source.deallocate() }
        source.initialize(
            to: lede_gif_source(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), left: bytes.count))
        guard let file = lede_gif_open(library, source) else { throw .damaged }
        defer { _ = library.CloseFile(file, nil) }
        let size = PixelSize(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
        try PictureLimits.check(size)
        var reader = GIFReader(library: library, file: file)
        return try reader.readFrame(on: size, fitting: room)
    }
}

/// Reads the parts of a GIF file up to the end of its first frame.
private struct GIFReader {
    let library: GIFLibrary
    let file: UnsafeMutablePointer<GifFileType>
    /// The colour that is none.
    private var transparent = -1

    init(library: GIFLibrary, file: UnsafeMutablePointer<GifFileType>) {
        (self.library, self.file) = (library, file)
    }

    mutating func readFrame(on size: PixelSize, fitting room: PixelSize) throws(PictureFailure) -> DecodedPicture {
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            try check(library.GetRecordType(file, &kind))
            switch kind {
            case EXTENSION_RECORD_TYPE: try readExtension()
            case IMAGE_DESC_RECORD_TYPE: return try readImage(on: size, fitting: room)
            default: throw .damaged
            }
        }
    }

    private mutating func readExtension() throws(PictureFailure) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        try check(library.GetExtension(file, &code, &block))
        while let bytes = block {
            // The first byte is the length. The frame's extension has flags, a delay and the transparent colour.
            if code == GRAPHICS_EXT_FUNC_CODE, bytes[0] >= 4 { transparent = bytes[1] & 1 == 1 ? Int(bytes[4]) : -1 }
            try check(library.GetExtensionNext(file, &block))
        }
    }

    private func readImage(on size: PixelSize, fitting room: PixelSize) throws(PictureFailure) -> DecodedPicture {
        try check(library.GetImageDesc(file))
        let image = file.pointee.Image
        let (left, top) = (Int(image.Left), Int(image.Top))
        let frame = PixelSize(width: Int(image.Width), height: Int(image.Height))
        try PictureLimits.check(frame)
        guard let map = image.ColorMap ?? file.pointee.SColorMap else { throw .damaged }
        var indices = [UInt8](repeating: 0, count: frame.area)
        for row in image.Interlace ? Self.interlaced(frame.height) : Array(0..<frame.height) {
            let status = indices.withUnsafeMutableBufferPointer { indices in
                library.GetLine(file, indices.baseAddress.map { $0 + row * frame.width }, Int32(frame.width))
            }
            try check(status)
        }

        let palette = palette(map)
        var scaler = RowScaler(from: size, to: size.fitting(room), channels: 4)
        var pixels = [UInt8](repeating: 0, count: size.width * 4)
        let visible = max(0, left)..<max(0, left, min(size.width, left + frame.width))
        for row in 0..<size.height {
            for index in pixels.indices { pixels[index] = 0 }
            if top..<top + frame.height ~= row {
                for column in visible {
                    let color = palette[Int(indices[(row - top) * frame.width + column - left])]
                    for channel in 0..<4 { pixels[column * 4 + channel] = color[channel] }
                }
            }
            pixels.withUnsafeBufferPointer { scaler.add($0) }
        }
        return try DecodedPicture(scaler, original: size)
    }

    /// 256 colours with their opacity, whatever the map has.
    private func palette(_ map: UnsafeMutablePointer<ColorMapObject>) -> [SIMD4<UInt8>] {
        (0..<256).map { number in
            guard number != transparent, number < Int(map.pointee.ColorCount), let colors = map.pointee.Colors else {
                return SIMD4(0, 0, 0, number == transparent ? 0 : 255)
            }
            return SIMD4(colors[number].Red, colors[number].Green, colors[number].Blue, 255)
        }
    }

    /// The rows in the order in which an interlaced picture has them.
    private static func interlaced(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
    }

    private func check(_ status: Int32) throws(PictureFailure) {
        if status != GIF_OK { throw .damaged }
    }
}
