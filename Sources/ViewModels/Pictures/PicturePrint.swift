import Pictures

/// A picture in some cells of the screen.
struct PicturePrint: Hashable {
    /// The picture's URL.
    let source: String
    let columns: Int
    let rows: Int
}

/// Draws one picture: first as blocks, then in the form that the screen wants.
struct PrintMaking: Sendable {
    enum Progress: Sendable {
        case measured(PixelSize)
        case drawn(ShownPicture)
        /// Nothing more comes; the reason if it failed.
        case ended(PictureFailure?)
    }

    let decoder: PictureDecoder
    let screen: PictureScreen
    /// Called on the decoder's queue.
    let tell: @Sendable (Progress) -> Void

    /// Finds out the size of a picture.
    func measure(_ file: PictureSource) {
        decode(file, fitting: PixelSize(width: 16, height: 16)) { _ in tell(.ended(nil)) }
    }

    func draw(_ file: PictureSource, as picture: ShownPicture) {
        let room = PixelSize(width: picture.columns * screen.cell.width, height: picture.rows * screen.cell.height)
        decode(file, fitting: room) { drawBlocks($0, picture) }
    }

    private func decode(
        _ file: PictureSource, fitting room: PixelSize, goOn: @escaping @Sendable (Pixels) -> Void
    ) {
        decoder.decode(file, fitting: room) { result in
            goOnOrEnd(result) { decoded in
                tell(.measured(decoded.original))
                goOn(decoded.pixels)
            }
        }
    }

    private func drawBlocks(_ pixels: Pixels, _ picture: ShownPicture) {
        let request = CellRequest(
            columns: picture.columns, rows: picture.rows, colors: screen.colors, background: screen.background)
        decoder.cells(of: pixels, request) { result in
            goOnOrEnd(result) { blocks in
                var picture = picture
                picture.blocks = blocks
                if screen.form == .overlays { picture.pixels = pixels }
                tell(.drawn(picture))
                if screen.form == .uploads { compress(pixels, picture) } else { tell(.ended(nil)) }
            }
        }
    }

    private func compress(_ pixels: Pixels, _ picture: ShownPicture) {
        decoder.compress(pixels) { result in
            goOnOrEnd(result) { bytes in
                var picture = picture
                picture.upload = ShownPicture.Upload(bytes: bytes, size: pixels.size, hasOpacity: pixels.channels == 4)
                tell(.drawn(picture))
                tell(.ended(nil))
            }
        }
    }

    private func goOnOrEnd<Made>(_ result: Result<Made, PictureFailure>, goOn: (Made) -> Void) {
        switch result {
        case .success(let made): goOn(made)
        case .failure(let failure): tell(.ended(failure))
        }
    }
}
