/// A picture in the size in which the screen shows it, as its owner keeps it: nothing of it is copied for a frame.
package nonisolated protocol ScreenPicture: Sendable {
    /// The same for the same picture in the same size.
    var id: Int { get }
    var columns: Int { get }
    var rows: Int { get }
    /// Whether its blocks are drawn already. Until then its cells are blank.
    var hasBlocks: Bool { get }

    /// The block of one of its cells. Called only if there are blocks.
    func block(row: Int, column: Int) -> PictureBlock

    /// What a terminal that keeps pictures gets, once it is made.
    var pixelsToUpload: UploadedPixels? { get }
    /// The size of the pixels that can be drawn over its cells, once they are there.
    var pixelSize: (width: Int, height: Int)? { get }

    /// Whether the same blocks stand for another picture with this `id`, and the same pixels if both have some.
    func looks(like other: any ScreenPicture) -> Bool
}

/// A character that stands for a part of a picture.
package nonisolated struct PictureBlock: Equatable, Sendable {
    package let character: Unicode.Scalar
    /// Nil is the colour of other text.
    package let foreground: TerminalColor?
    package let background: TerminalColor?

    package init(character: Unicode.Scalar, foreground: TerminalColor?, background: TerminalColor?) {
        (self.character, self.foreground, self.background) = (character, foreground, background)
    }
}

/// A picture's pixels as a terminal like kitty takes them.
package nonisolated struct UploadedPixels: Sendable {
    /// By zlib.
    package let compressed: [UInt8]
    package let width: Int
    package let height: Int
    package let hasOpacity: Bool

    package init(compressed: [UInt8], width: Int, height: Int, hasOpacity: Bool) {
        (self.compressed, self.width, self.height, self.hasOpacity) = (compressed, width, height, hasOpacity)
    }
}

/// The pictures on the screen, by the slots that their cells name.
///
/// A picture that looks different than before gets another slot. So its cells differ from those before, and are painted.
nonisolated struct PictureTable {
    /// What its cells show.
    enum Look: Equatable {
        case blank
        case blocks
        /// The text by which a terminal like kitty shows what was uploaded.
        case placeholders(KittyPicture)
    }

    private var entries: [Int: (picture: any ScreenPicture, look: Look)] = [:]
    /// The present slot of each picture.
    private var slots: [Int: Int] = [:]
    private var nextSlot = 0

    var isEmpty: Bool { entries.isEmpty }

    subscript(slot: Int) -> (picture: any ScreenPicture, look: Look)? { entries[slot] }

    /// The pictures in the order in which they came.
    var pictures: [any ScreenPicture] { entries.sorted { $0.key < $1.key }.map(\.value.picture) }

    func contains(id: Int) -> Bool { slots[id] != nil }

    /// The slot of a picture as it looks now, which the terminal may keep as `upload`. Nil if none is free or it is too
    /// large.
    mutating func slot(of picture: any ScreenPicture, _ upload: KittyPicture?) -> Int? {
        guard picture.rows <= PictureCell.longestSide, picture.columns <= PictureCell.longestSide else { return nil }
        let look = upload.map { Look.placeholders($0) } ?? (picture.hasBlocks ? .blocks : .blank)
        if let slot = slots[picture.id], let entry = entries[slot], entry.look == look,
            entry.picture.looks(like: picture)
        {
            entries[slot] = (picture, look)
            return slot
        }
        guard let slot = freeSlot() else { return nil }
        entries[slot] = (picture, look)
        slots[picture.id] = slot
        return slot
    }

    /// Lets a picture look as what the terminal keeps now. Returns its slots before and after.
    mutating func show(_ upload: KittyPicture, of id: Int) -> (old: Int, new: Int)? {
        guard let old = slots[id], let entry = entries[old], let new = slot(of: entry.picture, upload) else {
            return nil
        }
        return (old, new)
    }

    /// Forgets the pictures whose slots no cell names any more.
    mutating func keep(only named: Set<Int>) {
        guard named.count < entries.count else { return }
        entries = entries.filter { named.contains($0.key) }
        slots = slots.filter { named.contains($0.value) }
    }

    private mutating func freeSlot() -> Int? {
        guard entries.count < PictureCell.slots else { return nil }
        while entries[nextSlot] != nil { nextSlot = (nextSlot + 1) % PictureCell.slots }
        defer { nextSlot = (nextSlot + 1) % PictureCell.slots }
        return nextSlot
    }
}

/// A cell of the picture that has a slot in `PictureTable`.
nonisolated struct PictureCell: Equatable {
    let slot: Int
    let row: Int
    let column: Int

    /// What fits into a glyph.
    static let (slots, longestSide) = (1 << 12, 1 << 9)
}
