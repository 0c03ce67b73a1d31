/// Cells, and the values behind their numbers.
nonisolated struct Drawing {
    private(set) var cells: CellGrid
    private(set) var meanings: CellMeanings
    private(set) var pictures = PictureTable()
    /// The parts drawn since the last frame whose content may only have moved.
    private(set) var scrollable: [CellArea] = []
    /// The background of text without one; nil is the terminal's own.
    var background: TerminalColor?

    init(rows: Int, columns: Int, width: @escaping (Unicode.Scalar) -> Int) {
        cells = CellGrid(rows: rows, columns: columns)
        meanings = CellMeanings(width: width)
    }

    /// Clears some columns of some rows.
    mutating func erase(rows: Range<Int>, columns: Range<Int>) {
        cells.fill(rows: rows, columns: columns, with: .blank)
    }

    /// Fills some columns of some rows with styled spaces.
    mutating func fill(rows: Range<Int>, columns: Range<Int>, style: CellStyle) {
        let number = number(of: style)
        cells.fill(
            rows: rows, columns: columns, with: Cell(glyph: .space, style: meanings.blank(of: number), link: 0))
    }

    /// Writes text from a cell on, linked to a URL unless that is empty.
    mutating func write(_ text: String, row: Int, column: Int, style: CellStyle, link: String) {
        guard 0..<cells.rows ~= row, 0..<cells.columns ~= column else { return }
        let (style, link) = (number(of: style), meanings.number(ofLink: link))
        cells.write(text, row: row, column: column, style: style, link: link, &meanings)
    }

    /// Draws the cells of a picture that lie within a part, which the terminal may keep as `upload`. Draws nothing if
    /// there are too many pictures.
    mutating func draw(
        _ picture: any ScreenPicture, as upload: KittyPicture? = nil, row: Int, column: Int, within part: CellArea
    ) {
        let area = CellArea(rows: row..<row + picture.rows, columns: column..<column + picture.columns)
        guard !area.clamped(to: part).isEmpty, let slot = pictures.slot(of: picture, upload) else { return }
        cells.draw(slot: slot, on: area, within: part, meanings)
    }

    /// Changes the cells of a picture to what the terminal keeps now.
    mutating func show(_ upload: KittyPicture, of id: Int) {
        if let (old, new) = pictures.show(upload, of: id) { cells.change(slot: old, to: new) }
    }

    /// Forgets pictures that have no cell any more, here or on the terminal.
    mutating func forgetPictures(neitherHereNorIn shown: CellGrid) {
        guard !pictures.isEmpty else { return }
        var slots: Set<Int> = []
        cells.addSlots(to: &slots)
        shown.addSlots(to: &slots)
        pictures.keep(only: slots)
    }

    /// Moves the content of a part up by some rows, or down by a negative number.
    mutating func scroll(_ part: CellArea, by rows: Int) {
        cells.apply(Scroll(of: part.clamped(to: cells.area), by: rows))
        noteScrollable(part)
    }

    /// Notes that the content of a part may only have moved.
    mutating func noteScrollable(_ part: CellArea) {
        let part = part.clamped(to: cells.area)
        if !part.isEmpty { scrollable.append(part) }
    }

    /// Marks everything as painted.
    mutating func settle() {
        cells.settle()
        scrollable.removeAll(keepingCapacity: true)
    }

    /// Marks everything for painting.
    mutating func touchAll() { cells.touchAll() }

    private mutating func number(of style: CellStyle) -> UInt16 {
        var style = style
        if style.background == nil { style.background = background }
        return meanings.number(of: style)
    }
}

/// The values behind the numbers in cells.
nonisolated struct CellMeanings {
    /// The number of cells that a character takes.
    let width: (Unicode.Scalar) -> Int
    private(set) var styles = Numbered(first: CellStyle.plain)
    /// The number of the style that blanks have in each style.
    private var blanks: [UInt16] = [0]
    /// The URLs of links; the first stands for none.
    private(set) var links = Numbered(first: "")
    /// Characters with their combining marks.
    private var clusters = Numbered(first: [Unicode.Scalar("\u{FFFD}")])

    /// The most scalars of one character in clean text.
    private static let longestCluster = 9
    /// More than a screen shows. Beyond it, all text from outside is numbered again.
    private static let many = 10_000

    init(width: @escaping (Unicode.Scalar) -> Int) {
        self.width = width
    }

    /// Whether it is time to start again, so that a long session doesn't fill the memory.
    var isFull: Bool { links.values.count > Self.many || clusters.values.count > Self.many }

    mutating func number(of style: CellStyle) -> UInt16 {
        let number = styles.number(of: style)
        while blanks.count < styles.values.count {
            let blank = styles.values[blanks.count].ofBlanks
            blanks.append(blank == styles.values[blanks.count] ? UInt16(blanks.count) : styles.number(of: blank))
        }
        return number
    }

    mutating func number(ofLink target: String) -> UInt16 { target.isEmpty ? 0 : links.number(of: target) }

    /// The style of blanks in a style.
    func blank(of style: UInt16) -> UInt16 { blanks[Int(style)] }

    /// Returns the glyph with one more combining mark.
    mutating func adding(_ mark: Unicode.Scalar, to glyph: Glyph) -> Glyph {
        let scalars = scalars(of: glyph)
        if scalars.isEmpty || scalars.count == Self.longestCluster { return glyph }
        let number = clusters.number(of: scalars + [mark])
        return number == 0 ? glyph : Glyph(cluster: number)
    }

    /// The scalars of a glyph; none for the second cell of a wide character.
    func scalars(of glyph: Glyph) -> [Unicode.Scalar] {
        if let scalar = glyph.scalar { return [scalar] }
        return glyph.cluster.map { clusters[$0] } ?? []
    }
}

nonisolated extension CellStyle {
    /// The part of a style that is visible in a blank.
    fileprivate var ofBlanks: CellStyle {
        if attributes.contains(.reverse) { return self }
        let lines = attributes.intersection([.underline, .struckOut])
        return CellStyle(lines, foreground: lines.isEmpty ? nil : foreground, background: background)
    }
}

/// Values with small numbers that stand for them, two bytes each. The first value has the number 0, which also stands
/// for values beyond the last number.
nonisolated struct Numbered<Value: Hashable> {
    private(set) var values: [Value]
    private var numbers: [Value: UInt16]
    /// Most calls ask for the same value again.
    private var last: (value: Value, number: UInt16)

    init(first: Value) {
        values = [first]
        numbers = [first: 0]
        last = (first, 0)
    }

    subscript(number: UInt16) -> Value { values[Int(number)] }

    mutating func number(of value: Value) -> UInt16 {
        if value == last.value { return last.number }
        let number = numbers[value] ?? add(value)
        last = (value, number)
        return number
    }

    private mutating func add(_ value: Value) -> UInt16 {
        guard let number = UInt16(exactly: values.count) else { return 0 }
        values.append(value)
        numbers[value] = number
        return number
    }
}

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
