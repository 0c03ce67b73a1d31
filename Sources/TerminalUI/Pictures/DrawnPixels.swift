import Pictures
import Terminal

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
        fileprivate var lastUse: Int
    }

    private static let byteLimit = 8 << 20
    private var drawings: [Key: Drawing] = [:]
    private var byteCount = 0
    private var uses = 0

    subscript(key: Key, of pixels: Pixels) -> Drawing? {
        mutating get {
            guard let drawing = drawings[key], drawing.pixels == pixels else { return nil }
            uses += 1
            drawings[key]?.lastUse = uses
            return drawing
        }
    }

    mutating func insert(_ bytes: [UInt8]?, _ key: Key, of pixels: Pixels) {
        remove(key)
        uses += 1
        drawings[key] = Drawing(bytes: bytes, pixels: pixels, lastUse: uses)
        byteCount += bytes?.count ?? 0
        while byteCount > Self.byteLimit, let oldest = drawings.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
    }

    private mutating func remove(_ key: Key) {
        byteCount -= drawings.removeValue(forKey: key)?.bytes?.count ?? 0
    }
}
