package import Pictures

/// A picture in the size and forms in which a screen shows it.
package struct ShownPicture: Sendable {
    /// Pixels, compressed for the terminal.
    package struct Upload: Sendable {
        package let bytes: [UInt8]
        package let size: PixelSize
        package let hasOpacity: Bool

        package init(bytes: [UInt8], size: PixelSize, hasOpacity: Bool) {
            (self.bytes, self.size, self.hasOpacity) = (bytes, size, hasOpacity)
        }
    }

    /// The same for the same picture in the same size.
    package let id: Int
    package let columns: Int
    package let rows: Int
    /// Nil until they are drawn.
    package var blocks: CellPicture?
    /// For a screen that wants uploads; nil until it is made.
    package var upload: Upload?
    /// For a screen that wants overlays; nil until they are there.
    package var pixels: Pixels?

    package init(id: Int, columns: Int, rows: Int) {
        (self.id, self.columns, self.rows) = (id, columns, rows)
    }

    /// About the memory that it takes.
    var byteCount: Int {
        columns * rows * MemoryLayout<CellPicture.Cell>.stride + (upload?.bytes.count ?? 0) + (pixels?.bytes.count ?? 0)
    }
}
