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
