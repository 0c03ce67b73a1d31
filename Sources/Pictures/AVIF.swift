import CPictures

extension DecodedPicture {
    /// Decodes an AVIF picture, of an animated one the first frame.
    static func decodeAVIF(
        _ bytes: UnsafeRawBufferPointer, _ room: PixelSize, _ library: AVIFLibrary
    ) throws(PictureFailure) -> DecodedPicture {
        guard let decoder = library.DecoderCreate() else { throw .needsTooMuchMemory }
        defer { library.DecoderDestroy(decoder) }
        decoder.pointee.maxThreads = 1
        decoder.pointee.imageSizeLimit = UInt32(PictureLimits.pixels)
        decoder.pointee.imageDimensionLimit = UInt32(PictureLimits.longestSide)
        decoder.pointee.ignoreExif = AVIF_TRUE
        decoder.pointee.ignoreXMP = AVIF_TRUE
        // Some encoders leave out what the standard asks for, and browsers don't mind.
        decoder.pointee.strictFlags = avifStrictFlags(AVIF_STRICT_DISABLED.rawValue)
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        try check(library.DecoderSetIOMemory(decoder, start, bytes.count))
        try check(library.DecoderParse(decoder))
        guard let image = decoder.pointee.image else { throw .damaged }
        let size = PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
        try PictureLimits.check(size)
        try check(library.DecoderNextImage(decoder))
        guard Int(image.pointee.width) == size.width, Int(image.pointee.height) == size.height else { throw .damaged }

        let channels = decoder.pointee.alphaPresent == AVIF_FALSE ? 3 : 4
        var rgb = avifRGBImage()
        library.RGBImageSetDefaults(&rgb, image)
        rgb.depth = 8
        rgb.format = channels == 3 ? AVIF_RGB_FORMAT_RGB : AVIF_RGB_FORMAT_RGBA
        rgb.rowBytes = UInt32(size.width * channels)
        var pixels = [UInt8](repeating: 0, count: size.area * channels)
        let status = pixels.withUnsafeMutableBufferPointer { pixels in
            rgb.pixels = pixels.baseAddress
            return library.ImageYUVToRGB(image, &rgb)
        }
        try check(status)
        var scaler = RowScaler(from: size, to: size.fitting(room), channels: channels)
        pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<size.height {
                let start = row * size.width * channels
                scaler.add(UnsafeBufferPointer(rebasing: pixels[start..<start + size.width * channels]))
            }
        }
        return try DecodedPicture(scaler, original: size)
    }

    private static func check(_ status: avifResult) throws(PictureFailure) {
        switch status {
        case AVIF_RESULT_OK: break
        case AVIF_RESULT_OUT_OF_MEMORY: throw .needsTooMuchMemory
        case AVIF_RESULT_NO_CODEC_AVAILABLE: throw .missing(.avif)
        default: throw .damaged
        }
    }
}
