import Pictures
import System
import ViewModels

/// Makes photos in the forms that a screen wants.
final class PhotoMaker {
    let decoder = PictureDecoder()
    private let changed: (ShownPicture) -> Void
    /// For another screen everything is made again, and what comes late is for the one before.
    private var generation = 0

    static let (columns, rows) = (30, 14)

    init(changed: @escaping (ShownPicture) -> Void) {
        self.changed = changed
    }

    func make(_ count: Int, for screen: PictureDisplay) -> [ShownPicture] {
        generation += 1
        return (0..<count).map { number in
            let picture = ShownPicture(id: generation << 16 | number, columns: Self.columns, rows: Self.rows)
            guard let pixels = Self.photo(number, cell: screen.cell) else { return picture }
            drawBlocks(of: pixels, for: picture, on: screen)
            return picture
        }
    }

    private func drawBlocks(of pixels: Pixels, for picture: ShownPicture, on screen: PictureDisplay) {
        let request = CellRequest(
            columns: picture.columns, rows: picture.rows, colors: screen.colors, background: screen.background)
        decoder.cells(of: pixels, request) { [weak self] blocks in
            MainQueue.async {
                var picture = picture
                picture.blocks = try? blocks.get()
                if screen.form == .overlays { picture.pixels = pixels }
                self?.take(picture)
                if screen.form == .uploads { self?.compress(pixels, for: picture) }
            }
        }
    }

    private func compress(_ pixels: Pixels, for picture: ShownPicture) {
        decoder.compress(pixels) { [weak self] bytes in
            MainQueue.async {
                guard let bytes = try? bytes.get() else { return }
                var picture = picture
                picture.upload = ShownPicture.Upload(bytes: bytes, size: pixels.size, hasOpacity: false)
                self?.take(picture)
            }
        }
    }

    private func take(_ picture: ShownPicture) {
        if picture.id >> 16 == generation { changed(picture) }
    }

    /// A red field with a white frame, a green disc and a bar of noise: easy to recognise, but no smooth area.
    private static func photo(_ number: Int, cell: PixelSize) -> Pixels? {
        let size = PixelSize(width: columns * cell.width, height: rows * cell.height)
        var noise = UInt32(number + 1)
        var bytes: [UInt8] = []
        for row in 0..<size.height {
            for column in 0..<size.width {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let grain = UInt8(noise >> 28)
                let edge = min(row, column, size.height - 1 - row, size.width - 1 - column)
                let (y, x) = (row * 2 - size.height, column * 2 - size.width)
                if edge < 4 {
                    bytes += [255, 255, 255]
                } else if x * x + y * y < size.height * size.height / 2 {
                    bytes += [grain, 160 + grain, 40]
                } else {
                    bytes += [200, UInt8(column * 120 / size.width) + grain, grain]
                }
            }
        }
        return Pixels(size: size, channels: 3, bytes: bytes)
    }
}
