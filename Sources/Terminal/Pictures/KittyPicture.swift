import FoundationEssentials

/// A picture that a terminal like kitty keeps under a number and shows where cells ask for it (kitty's graphics protocol,
/// “Unicode placeholders”). Such cells are text: they scroll, and other text replaces them.
package nonisolated struct KittyPicture: Hashable, Sendable {
    /// The number under which the terminal keeps it.
    package let number: UInt32

    /// The character of a cell that shows a part of a picture. Clean text never has it.
    private static let placeholder: Unicode.Scalar = "\u{10EEEE}"

    /// The colour that the cells' text must have, exactly: it says which picture they show.
    package var color: TerminalColor {
        let low = number & 0xFFFFFF
        return low < 256
            ? .palette(UInt8(low))
            : .rgb(red: UInt8(low >> 16), green: UInt8(low >> 8 & 0xFF), blue: UInt8(low & 0xFF))
    }

    /// The text of the cell that shows a part: with all marks, since the cell beside may be painted at another time. Nil
    /// beyond what there are marks for.
    package func cell(row: Int, column: Int) -> String? {
        guard let row = PlaceholderMark.mark(row), let column = PlaceholderMark.mark(column),
            let high = PlaceholderMark.mark(Int(number >> 24))
        else { return nil }
        return String(String.UnicodeScalarView([Self.placeholder, row, column, high]))
    }

    /// The most rows and columns of a picture.
    package static var longestSide: Int { PlaceholderMark.count }

    /// Makes the terminal forget the picture.
    package func deletion(through tmux: Bool) -> String { Self.command("a=d,d=I,i=\(number),q=2", through: tmux) }

    /// Makes the terminal show the picture, of which it has the pixels, in cells that ask for it: in these and in none
    /// from before.
    func placement(columns: Int, rows: Int, through tmux: Bool) -> String {
        Self.command("a=d,d=i,i=\(number),q=2", through: tmux)
            + Self.command("a=p,U=1,q=2,i=\(number),c=\(columns),r=\(rows)", through: tmux)
    }

    static func command(_ text: String, through tmux: Bool) -> String {
        let command = "\u{1B}_G\(text)\u{1B}\\"
        return tmux ? ControlSequence.throughTmux(command) : command
    }
}

/// Numbers for pictures. Other programs in the same terminal have theirs: a random part keeps them apart.
package nonisolated struct KittyPictureNumbers {
    private let high: UInt32
    private let range: ClosedRange<UInt32>
    private var last: UInt32?

    /// A terminal with 256 colours, or a tmux that knows no others, leaves a byte for the number.
    package init(usesPalette: Bool, random: UInt8 = .random(in: 1...255)) {
        high = UInt32(random) << 24
        // Users change the first sixteen colours. Terminals that number all colours take the first eight for the palette's.
        range = usesPalette ? 16...255 : 0x010000...0xFFFFFF
    }

    /// The next number. After the last one comes the first again.
    package mutating func next() -> KittyPicture {
        let next = last.map { $0 < range.upperBound ? $0 + 1 : range.lowerBound } ?? range.lowerBound
        last = next
        return KittyPicture(number: high | next)
    }
}

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

/// The marks by which a cell of a kitty picture says which part it shows: combining characters that no normalisation joins
/// with others (kitty's graphics protocol, “Unicode placeholders”).
nonisolated enum PlaceholderMark {
    /// The mark of a number; nil if it is too large.
    static func mark(_ number: Int) -> Unicode.Scalar? { all.indices.contains(number) ? all[number] : nil }

    /// How many there are: no picture has more rows or columns.
    static var count: Int { all.count }

    private static let all: [Unicode.Scalar] = ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }

    private static let ranges: [ClosedRange<UInt32>] = [
        0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F, 0x0346...0x0346,
        0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B, 0x0363...0x036F, 0x0483...0x0487,
        0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1, 0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF,
        0x05C4...0x05C4, 0x0610...0x0617, 0x0657...0x065B, 0x065D...0x065E, 0x06D6...0x06DC, 0x06DF...0x06E2,
        0x06E4...0x06E4, 0x06E7...0x06E8, 0x06EB...0x06EC, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
        0x073A...0x073A, 0x073D...0x073D, 0x073F...0x0741, 0x0743...0x0743, 0x0745...0x0745, 0x0747...0x0747,
        0x0749...0x074A, 0x07EB...0x07F1, 0x07F3...0x07F3, 0x0816...0x0819, 0x081B...0x0823, 0x0825...0x0827,
        0x0829...0x082D, 0x0951...0x0951, 0x0953...0x0954, 0x0F82...0x0F83, 0x0F86...0x0F87, 0x135D...0x135F,
        0x17DD...0x17DD, 0x193A...0x193A, 0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73,
        0x1CD0...0x1CD2, 0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC,
        0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC, 0x20E1...0x20E1,
        0x20E7...0x20E7, 0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1, 0x2DE0...0x2DFF, 0xA66F...0xA66F,
        0xA67C...0xA67D, 0xA6F0...0xA6F1, 0xA8E0...0xA8F1, 0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8,
        0xAABE...0xAABF, 0xAAC1...0xAAC1, 0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189,
        0x1D1AA...0x1D1AD, 0x1D242...0x1D244
    ]
}
