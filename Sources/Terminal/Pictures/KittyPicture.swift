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
