import Pictures
import Terminal
import ViewModels

nonisolated extension ShownPicture: ScreenPicture {
    var hasBlocks: Bool { blocks != nil }

    func block(row: Int, column: Int) -> PictureBlock {
        guard let blocks, row < blocks.rows, column < blocks.columns else {
            return PictureBlock(character: " ", foreground: nil, background: nil)
        }
        let cell = blocks[row, column]
        return PictureBlock(
            character: cell.character, foreground: cell.foreground.map(TerminalColor.init),
            background: cell.background.map(TerminalColor.init))
    }

    var pixelsToUpload: UploadedPixels? {
        upload.map {
            UploadedPixels(
                compressed: $0.bytes, width: $0.size.width, height: $0.size.height, hasOpacity: $0.hasOpacity)
        }
    }

    var pixelSize: (width: Int, height: Int)? { pixels.map { ($0.size.width, $0.size.height) } }

    // Arrays with the same storage are equal without a look at their elements.
    func looks(like other: any ScreenPicture) -> Bool {
        guard let other = other as? ShownPicture else { return false }
        return blocks == other.blocks && (pixels == nil || other.pixels == nil || pixels == other.pixels)
    }
}

nonisolated extension TerminalColor {
    fileprivate init(_ color: CellPicture.Color) {
        switch color {
        case .rgb(let color): self = .rgb(red: color.red, green: color.green, blue: color.blue)
        case .palette(let number): self = .palette(number)
        }
    }
}
