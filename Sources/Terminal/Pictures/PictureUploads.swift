/// How a terminal like kitty gets pictures.
package nonisolated struct UploadWay: Equatable, Sendable {
    /// Whether tmux is between, which passes on what is wrapped.
    package var throughTmux: Bool
    /// Whether only 256 colours reach the terminal, so that they must say which picture a cell shows.
    package var usesPalette: Bool

    package init(throughTmux: Bool, usesPalette: Bool) {
        (self.throughTmux, self.usesPalette) = (throughTmux, usesPalette)
    }
}

/// The pictures that the terminal keeps, and the one that is on its way.
nonisolated struct PictureUploads {
    let way: UploadWay
    private var numbers: KittyPictureNumbers
    /// By their ids.
    private var kept: [Int: (picture: KittyPicture, byteCount: Int, lastUse: Int)] = [:]
    private var current: (id: Int, upload: KittyUpload, byteCount: Int)?
    private var uses = 0

    /// The most that the terminal keeps of ours: it has more, but others use it, too.
    private static let (mostBytes, mostPictures) = (64 << 20, 100)

    init(_ way: UploadWay) {
        self.way = way
        numbers = KittyPictureNumbers(usesPalette: way.usesPalette)
    }

    /// The picture as the terminal keeps it, if it does.
    mutating func use(id: Int) -> KittyPicture? {
        guard let picture = kept[id]?.picture else { return nil }
        uses += 1
        kept[id]?.lastUse = uses
        return picture
    }

    /// Returns about as much as `limit` of what the pictures on the screen need, and which of them is now complete.
    mutating func next(upTo limit: Int, for table: PictureTable, isSlow: Bool) -> (text: String, complete: Int?) {
        var text = ""
        if current == nil || isSlow, let picture = table.pictures.first(where: isNeeded) {
            if let (id, upload, _) = current, !table.contains(id: id) {
                text += upload.end + upload.picture.deletion(through: way.throughTmux)
                current = nil
            }
            if current == nil { text += begin(picture, for: table) }
        }
        while text.utf8.count < limit, let more = current?.upload.next() { text += more }
        guard let (id, upload, byteCount) = current, upload.isComplete else { return (text, nil) }
        current = nil
        uses += 1
        kept[id] = (upload.picture, byteCount, uses)
        return (text, id)
    }

    /// Returns what makes the terminal forget all of it.
    mutating func forgetAll() -> String {
        defer { (kept, current) = ([:], nil) }
        let begun = current.map { $0.upload.end + $0.upload.picture.deletion(through: way.throughTmux) } ?? ""
        return kept.values.sorted { $0.lastUse < $1.lastUse }.reduce(begun) {
            $0 + $1.picture.deletion(through: way.throughTmux)
        }
    }

    private func isNeeded(_ picture: any ScreenPicture) -> Bool {
        kept[picture.id] == nil && current?.id != picture.id
            && max(picture.rows, picture.columns) <= KittyPicture.longestSide
            && picture.pixelsToUpload.map { Self.byteCount(of: $0) <= Self.mostBytes && !$0.compressed.isEmpty } == true
    }

    /// Begins an upload, after what makes room for it.
    private mutating func begin(_ picture: any ScreenPicture, for table: PictureTable) -> String {
        guard let pixels = picture.pixelsToUpload else { return "" }
        let byteCount = Self.byteCount(of: pixels)
        var text = ""
        while kept.count >= Self.mostPictures || kept.values.reduce(byteCount, { $0 + $1.byteCount }) > Self.mostBytes,
            let oldest = kept.filter({ !table.contains(id: $0.key) }).min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            text += oldest.value.picture.deletion(through: way.throughTmux)
            kept[oldest.key] = nil
        }
        let upload = KittyUpload(
            pixels, as: freeNumber(), columns: picture.columns, rows: picture.rows, through: way.throughTmux)
        current = (picture.id, upload, byteCount)
        return text
    }

    private mutating func freeNumber() -> KittyPicture {
        var next = numbers.next()
        while kept.values.contains(where: { $0.picture == next }), kept.count < 2 * Self.mostPictures {
            next = numbers.next()
        }
        return next
    }

    /// In the terminal's memory.
    private static func byteCount(of pixels: UploadedPixels) -> Int { pixels.width * pixels.height * 4 }
}
