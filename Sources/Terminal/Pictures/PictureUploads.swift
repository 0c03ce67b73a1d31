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
    private struct Kept {
        let picture: KittyPicture
        let columns: Int
        let rows: Int
        let byteCount: Int
        var lastUse = 0
    }

    /// By their ids.
    private var kept: [Int: Kept] = [:]
    private var current: (id: Int, upload: KittyUpload, kept: Kept)?
    /// Sent through tmux, which may have thrown it away.
    private var unconfirmed: (id: Int, kept: Kept)?
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

    /// Whether a part of a picture has been sent, and not all.
    var isUnderWay: Bool { current != nil }
    /// Whether a picture was sent that tmux may have thrown away.
    var hasUnconfirmed: Bool { unconfirmed != nil }

    func areNeeded(by table: PictureTable) -> Bool { table.pictures.contains(where: isNeeded) }

    /// Returns about as much as `limit` of what the pictures on the screen need, and which of them is now complete. One
    /// that went through tmux isn't, until `confirm`.
    mutating func next(upTo limit: Int, for table: PictureTable, isSlow: Bool) -> (text: String, complete: Int?) {
        var text = ""
        if current == nil || isSlow, let picture = table.pictures.first(where: isNeeded) {
            if let id = current?.id, !table.contains(id: id) { text += breakOff() }
            if current == nil { text += begin(picture, for: table) }
        }
        while text.utf8.count < limit, let more = current?.upload.next() { text += more }
        guard let (id, upload, sent) = current, upload.isComplete else { return (text, nil) }
        current = nil
        if way.throughTmux {
            unconfirmed = (id, sent)
            return (text, nil)
        }
        kept[id] = sent
        return (text, id)
    }

    /// Learns whether the last picture has come through tmux. Returns its id if so, or else what removes the parts of it
    /// that may have come.
    mutating func confirm(_ hasCome: Bool) -> (text: String, complete: Int?) {
        guard let (id, sent) = unconfirmed else { return ("", nil) }
        unconfirmed = nil
        if hasCome {
            kept[id] = sent
            return ("", id)
        }
        return (KittyUpload.end(through: true) + sent.picture.deletion(through: true), nil)
    }

    /// Returns what keeps the pictures where cells ask for them, after the screen was cleared: some terminals forget that
    /// then, and never the pixels.
    mutating func placeAgain() -> String {
        let sent = kept.values.sorted { $0.lastUse < $1.lastUse } + [unconfirmed?.kept].compactMap(\.self)
        return sent.reduce(breakOff()) {
            $0 + $1.picture.placement(columns: $1.columns, rows: $1.rows, through: way.throughTmux)
        }
    }

    /// Ends the upload that is under way, since no other command may come between its pieces.
    private mutating func breakOff() -> String {
        defer { current = nil }
        return current.map { $0.upload.end + $0.upload.picture.deletion(through: way.throughTmux) } ?? ""
    }

    /// Returns what makes the terminal forget all of it.
    mutating func forgetAll() -> String {
        defer { kept = [:] }
        let begun = breakOff() + confirm(false).text
        return kept.values.sorted { $0.lastUse < $1.lastUse }.reduce(begun) {
            $0 + $1.picture.deletion(through: way.throughTmux)
        }
    }

    private func isNeeded(_ picture: any ScreenPicture) -> Bool {
        kept[picture.id] == nil && current?.id != picture.id && unconfirmed?.id != picture.id
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
        uses += 1
        let sent = Kept(
            picture: upload.picture, columns: picture.columns, rows: picture.rows, byteCount: byteCount, lastUse: uses)
        current = (picture.id, upload, sent)
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
