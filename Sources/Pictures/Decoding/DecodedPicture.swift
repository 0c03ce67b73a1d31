/// A picture as it is shown, and the size that it has.
package struct DecodedPicture: Equatable, Sendable {
    package let pixels: Pixels
    package let original: PixelSize

    init(pixels: Pixels, original: PixelSize) {
        (self.pixels, self.original) = (pixels, original)
    }

    /// Decodes a picture of any format, so that it fits into a room.
    init(
        _ bytes: UnsafeRawBufferPointer, fitting room: PixelSize, _ libraries: Libraries
    ) throws(PictureFailure) {
        guard bytes.count <= PictureLimits.bytes else { throw .tooLong }
        let format = try PictureFormat(bytes.prefix(PictureFormat.bytesNeeded))
        self =
            switch format {
            case .jpeg: try .decodeJPEG(bytes, room, libraries.jpeg.orMissing(.jpeg))
            case .png: try .decodePNG(bytes, room, libraries.png.orMissing(.png))
            case .webp: try .decodeWebP(bytes, room, libraries.webp.orMissing(.webp))
            case .gif: try .decodeGIF(bytes, room, libraries.gif.orMissing(.gif))
            case .avif: try .decodeAVIF(bytes, room, libraries.avif.orMissing(.avif))
            }
    }

    /// Takes the rows of a decoder, which come in order.
    init(_ scaler: RowScaler, original: PixelSize, turned orientation: Orientation = .upright) throws(PictureFailure) {
        let isOpaque =
            scaler.channels == 3
            || stride(from: 3, to: scaler.bytes.count, by: 4).allSatisfy { scaler.bytes[$0] == 255 }
        var bytes = scaler.bytes
        if isOpaque, scaler.channels == 4 {
            bytes = []
            bytes.reserveCapacity(scaler.to.area * 3)
            for index in stride(from: 0, to: scaler.bytes.count, by: 4) { bytes += scaler.bytes[index..<index + 3] }
        }
        guard scaler.isComplete, let pixels = Pixels(size: scaler.to, channels: isOpaque ? 3 : 4, bytes: bytes) else {
            throw .damaged
        }
        self.pixels = pixels.turned(orientation)
        self.original = orientation.isOnItsSide ? original.turned : original
    }
}

extension Optional {
    /// The library, if it is installed.
    func orMissing(_ library: PictureLibrary) throws(PictureFailure) -> Wrapped {
        guard let self else { throw .missing(library) }
        return self
    }
}
