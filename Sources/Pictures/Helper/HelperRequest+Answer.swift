import CZlib

extension HelperRequest {
    /// Does what is asked, with the bytes of the descriptor that came along.
    func answer(_ bytes: UnsafeRawBufferPointer, _ libraries: Libraries) throws(PictureFailure) -> HelperAnswer {
        switch self {
        case .decode(let room):
            guard room.width > 0, room.height > 0 else { throw .damaged }
            let picture = try DecodedPicture(bytes, fitting: room, libraries)
            return HelperAnswer(
                original: picture.original, size: picture.pixels.size, channels: picture.pixels.channels,
                bytes: picture.pixels.bytes)
        case .draw(let drawing, let size, let channels):
            guard size.area <= PictureLimits.shownPixels,
                let pixels = Pixels(size: size, channels: channels, bytes: Array(bytes))
            else { throw .damaged }
            return try HelperAnswer(bytes: drawing.bytes(of: pixels, libraries))
        case .missingLibraries: return HelperAnswer(bytes: libraries.missing.map { UInt8($0.rawValue) })
        }
    }
}

extension HelperRequest.Drawing {
    fileprivate func bytes(of pixels: Pixels, _ libraries: Libraries) throws(PictureFailure) -> [UInt8] {
        switch self {
        case .cells(let request):
            guard request.isPossible else { throw .damaged }
            guard let library = libraries.chafa else { return CellPicture.halfBlocks(of: pixels, request).bytes }
            guard let canvas = ChafaCanvas(pixels, request, library) else { throw .needsTooMuchMemory }
            return canvas.cells(request).bytes
        case .sixel(let background):
            let library = try libraries.chafa.orMissing(.chafa)
            guard let canvas = ChafaCanvas(sixelsOf: pixels, background: background, library) else {
                throw .needsTooMuchMemory
            }
            return canvas.printed()
        case .compressed: return try libraries.zlib.orMissing(.zlib).compressed(pixels.bytes)
        case .png: return try PNGFile(pixels, libraries.zlib.orMissing(.zlib)).bytes
        }
    }
}

extension CellRequest {
    /// Whether it is of a size that a terminal may have.
    var isPossible: Bool { 1...2000 ~= columns && 1...2000 ~= rows }
}

extension ZlibLibrary {
    func compressed(_ bytes: [UInt8]) throws(PictureFailure) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var compressed = [UInt8](repeating: 0, count: Int(count))
        // Fast: the bytes go no further than to a terminal.
        guard compress2(&compressed, &count, bytes, uLong(bytes.count), Z_BEST_SPEED) == Z_OK else {
            throw .needsTooMuchMemory
        }
        return Array(compressed.prefix(Int(count)))
    }
}
