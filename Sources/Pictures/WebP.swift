import CPictures

extension DecodedPicture {
    /// Decodes a WebP picture, of an animated one the first frame. libwebp makes it smaller itself.
    static func decodeWebP(
        _ bytes: UnsafeRawBufferPointer, _ room: PixelSize, _ library: WebPLibrary
    ) throws(PictureFailure) -> DecodedPicture {
        var config = WebPDecoderConfig()
        guard library.WebPInitDecoderConfigInternal(&config, lede_webp_version) != 0 else { throw .missing(.webp) }
        try check(features(of: bytes, &config, library))
        guard config.input.has_animation == 0 else {
            guard let frame = WebPFile.firstFrame(of: bytes) else { throw .damaged }
            return try frame.withUnsafeBytes { frame in
                Result { () throws(PictureFailure) in
                    guard !WebPFile.isAnimated(frame) else { throw .damaged }
                    return try decodeWebP(frame, room, library)
                }
            }.get()
        }
        let size = PixelSize(width: Int(config.input.width), height: Int(config.input.height))
        try PictureLimits.check(size)
        let target = size.fitting(room)
        let channels = config.input.has_alpha == 0 ? 3 : 4
        config.output.colorspace = channels == 3 ? MODE_RGB : MODE_RGBA
        if target != size {
            config.options.use_scaling = 1
            (config.options.scaled_width, config.options.scaled_height) = (Int32(target.width), Int32(target.height))
        }
        defer { library.WebPFreeDecBuffer(&config.output) }
        try check(library.WebPDecode(bytes.baseAddress, bytes.count, &config))
        guard let pixels = lede_webp_pixels(&config), Int(config.output.width) == target.width,
            Int(config.output.height) == target.height
        else { throw .damaged }
        var scaler = RowScaler(from: target, to: target, channels: channels)
        for row in 0..<target.height {
            scaler.add(
                UnsafeBufferPointer(
                    start: pixels + row * Int(lede_webp_stride(&config)), count: target.width * channels))
        }
        return try DecodedPicture(scaler, original: size)
    }

    private static func features(
        of bytes: UnsafeRawBufferPointer, _ config: inout WebPDecoderConfig, _ library: WebPLibrary
    ) -> VP8StatusCode {
        library.WebPGetFeaturesInternal(bytes.baseAddress, bytes.count, &config.input, lede_webp_version)
    }

    private static func check(_ status: VP8StatusCode) throws(PictureFailure) {
        if status != VP8_STATUS_OK { throw status == VP8_STATUS_OUT_OF_MEMORY ? .needsTooMuchMemory : .damaged }
    }
}

/// The chunks of a WebP file (RIFF), as far as they are needed to find an animation's first frame.
private enum WebPFile {
    /// The first frame as a file of its own.
    static func firstFrame(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var reader = ByteReader(bytes: bytes.dropFirst(12), isLittleEndian: true)
        while let (name, chunk) = next(&reader) {
            guard name == "ANMF", chunk.count > 16 else { continue }
            return file(of: ByteReader(bytes: chunk.dropFirst(16), isLittleEndian: true), head: chunk.prefix(12))
        }
        return nil
    }

    static func isAnimated(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.dropFirst(12).starts(with: "VP8X".utf8) && bytes.count > 20 && bytes[20] & 2 != 0
    }

    /// Makes a file of a frame's chunks. `head` has the frame's place and size.
    private static func file(of frame: ByteReader, head: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
        var frame = frame
        var chunks: [UInt8] = []
        var hasOpacity = false
        while let (name, chunk) = next(&frame) {
            guard ["ALPH", "VP8 ", "VP8L"].contains(name) else { continue }
            hasOpacity = hasOpacity || name != "VP8 "
            chunks += name.utf8
            chunks += littleEndian(chunk.count)
            chunks += chunk
            if chunk.count % 2 == 1 { chunks.append(0) }
        }
        let extended = Array("VP8X".utf8) + littleEndian(10) + [hasOpacity ? 0x10 : 0, 0, 0, 0] + head.dropFirst(6)
        let content = Array("WEBP".utf8) + extended + chunks
        return Array("RIFF".utf8) + littleEndian(content.count) + content
    }

    private static func next(_ reader: inout ByteReader) -> (name: String, chunk: Slice<UnsafeRawBufferPointer>)? {
        guard let name = reader.take(4), let length = reader.number(bytes: 4), let chunk = reader.take(length) else {
            return nil
        }
        if length % 2 == 1 { _ = reader.take(1) }
        return (String(decoding: name, as: UTF8.self), chunk)
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
