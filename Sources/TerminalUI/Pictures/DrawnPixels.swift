import Pictures
import Terminal
import ViewModels

/// The encoded pixels of parts that were drawn last, in limited memory.
struct DrawnPixels {
    /// A part of a picture.
    nonisolated struct Key: Hashable, Sendable {
        let id: Int
        let rows: Range<Int>
        let columns: Range<Int>
        let cellRows: Int
        let cellColumns: Int
        let size: PixelSize

        /// Nil if no pixels belong to the part.
        init?(_ part: BarePart) {
            guard let drawn = part.drawn else { return nil }
            (id, rows, columns) = (part.picture.id, drawn.pixelRows, drawn.pixelColumns)
            (cellRows, cellColumns) = (drawn.rows, drawn.columns)
            size = PixelSize(width: drawn.width, height: drawn.height)
        }
    }

    /// Without bytes the part can't be drawn.
    struct Drawing {
        let bytes: [UInt8]?
        fileprivate let pixels: Pixels
    }

    private var drawings = RecentlyUsed<Key, Drawing>(byteLimit: 8 << 20) { $0.bytes?.count ?? 0 }

    subscript(key: Key, of pixels: Pixels) -> Drawing? {
        mutating get { drawings[key].flatMap { $0.pixels == pixels ? $0 : nil } }
    }

    mutating func insert(_ bytes: [UInt8]?, _ key: Key, of pixels: Pixels) {
        drawings.insert(Drawing(bytes: bytes, pixels: pixels), key)
    }
}
