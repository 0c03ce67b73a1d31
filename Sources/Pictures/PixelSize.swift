/// The size of a picture in pixels.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    var area: Int { width * height }

    /// The same picture on its side.
    var turned: PixelSize { PixelSize(width: height, height: width) }

    /// The largest size of the same shape that fits into another size, but no larger than this one.
    package func fitting(_ room: PixelSize) -> PixelSize {
        if width <= room.width, height <= room.height { return self }
        if width * room.height > height * room.width {
            return PixelSize(width: room.width, height: max(1, (height * room.width + width / 2) / width))
        }
        return PixelSize(width: max(1, (width * room.height + height / 2) / height), height: room.height)
    }
}
