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

    /// The slot of a picture as it looks now; nil if none is free or it is too large.
    mutating func slot(of picture: any ScreenPicture) -> Int? {
        guard picture.rows <= PictureCell.longestSide, picture.columns <= PictureCell.longestSide else { return nil }
        let look = look(of: picture)
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

    /// Forgets the pictures whose slots no cell names any more.
    mutating func keep(only named: Set<Int>) {
        guard named.count < entries.count else { return }
        entries = entries.filter { named.contains($0.key) }
        slots = slots.filter { named.contains($0.value) }
    }

    private func look(of picture: any ScreenPicture) -> Look { picture.hasBlocks ? .blocks : .blank }

    private mutating func freeSlot() -> Int? {
        guard entries.count < PictureCell.slots else { return nil }
        while entries[nextSlot] != nil { nextSlot = (nextSlot + 1) % PictureCell.slots }
        defer { nextSlot = (nextSlot + 1) % PictureCell.slots }
        return nextSlot
    }
}
