import FoundationEssentials

/// An upload of pixels for the cells of a picture, in pieces: other output may come between them. The terminal answers
/// nothing, and shows nothing until cells ask for it.
nonisolated struct KittyUpload {
    let picture: KittyPicture
    private let bytes: [UInt8]
    private let throughTmux: Bool
    private var keys: String
    private var sent = 0

    /// The bytes of a piece; encoded they are the most that terminals must take at once.
    private static let piece = 4096 / 4 * 3

    init(_ pixels: UploadedPixels, as picture: KittyPicture, columns: Int, rows: Int, through tmux: Bool) {
        self.picture = picture
        bytes = pixels.compressed
        throughTmux = tmux
        let format = pixels.hasOpacity ? 32 : 24
        keys =
            "a=T,U=1,q=2,i=\(picture.number),c=\(columns),r=\(rows),f=\(format),s=\(pixels.width),v=\(pixels.height),o=z,"
    }

    var isComplete: Bool { sent >= bytes.count }

    /// The next piece; nil after the last.
    mutating func next() -> String? {
        guard !isComplete else { return nil }
        let end = min(sent + Self.piece, bytes.count)
        let encoded = Data(bytes[sent..<end]).base64EncodedString()
        let hasMore = end < bytes.count
        defer { (sent, keys) = (end, "q=2,") }
        return KittyPicture.command("\(keys)m=\(hasMore ? 1 : 0);\(encoded)", through: throughTmux)
    }

    /// Ends an upload early. The terminal must forget the picture then.
    var end: String {
        sent == 0 || isComplete ? "" : Self.end(through: throughTmux)
    }

    /// Ends an upload of which only the beginning has come.
    static func end(through tmux: Bool) -> String { KittyPicture.command("q=2,m=0;", through: tmux) }
}
