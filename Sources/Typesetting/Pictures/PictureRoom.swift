/// The room that a text leaves for its pictures.
package struct PictureRoom: Equatable, Sendable {
    /// A width and a height in pixels.
    package struct Size: Hashable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }
    }

    /// The size of a cell.
    package var cell: Size
    /// The most rows of a picture in a text.
    package var rows: Int
    /// The pictures that get room, by their URLs. Without a size here, a picture has the size that the page states.
    package var sizes: [String: Size?]

    package init(cell: Size, rows: Int, sizes: [String: Size?]) {
        (self.cell, self.rows, self.sizes) = (cell, rows, sizes)
    }

    /// A picture with fewer rows is hardly one.
    private static let fewestRows = 3
    /// The most rows of a picture that is all there is to see, such as a comic: what terminals can show of one.
    static let mostRows = 250

    /// Returns the cells of a picture, which is never enlarged; nil if it gets none.
    func cells(of image: Image, columns: Int, rows mostRows: Int) -> (columns: Int, rows: Int)? {
        guard let size = size(of: image), size.isPossible, columns > 1 else { return nil }
        let width = min((size.width + cell.width - 1) / cell.width, columns)
        let rows = Self.quotient(min(size.width, width * cell.width) * size.height, size.width * cell.height)
        guard rows > mostRows else { return rows < Self.fewestRows ? nil : (width, rows) }
        return (max(1, Self.quotient(mostRows * cell.height * size.width, size.height * cell.width)), mostRows)
    }

    /// The size on the page: that of the picture, but not wider than the page makes it.
    private func size(of image: Image) -> Size? {
        guard let source = image.source, let known = sizes[source] else { return nil }
        guard let known else { return image.statedSize }
        guard let width = image.width, width > 0, width < known.width, known.isPossible else { return known }
        return Size(width: width, height: max(1, Self.quotient(width * known.height, known.width)))
    }

    /// Rounded to the nearest.
    private static func quotient(_ dividend: Int, _ divisor: Int) -> Int { (dividend + divisor / 2) / divisor }
}

extension Image {
    fileprivate var statedSize: PictureRoom.Size? {
        width.flatMap { width in height.map { PictureRoom.Size(width: width, height: $0) } }
    }
}

extension PictureRoom.Size {
    /// What a page or a library says may be wrong.
    fileprivate var isPossible: Bool { 1...65_535 ~= width && 1...65_535 ~= height }
}
