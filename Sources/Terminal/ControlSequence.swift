/// What terminals like xterm understand, and ncurses knows nothing of (xterm's ctlseqs; OSC 8 as terminals agreed on it).
enum ControlSequence {
    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
    /// Presses, releases, the wheel, and motions with a button down, in numbers that any size of screen has room for.
    static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"
    /// The window's title is put aside, and taken back.
    static let keepTitle = "\u{1B}[22;2t"
    static let giveTitleBack = "\u{1B}[23;2t"
    static let showCursor = "\u{1B}[?25h"
    static let askBackground = "\u{1B}]11;?" + end

    private static let end = "\u{1B}\\"

    static func title(_ text: String) -> String { "\u{1B}]2;\(printable(text))\(end)" }

    static func copy(base64: String) -> String { "\u{1B}]52;c;\(base64)\(end)" }

    /// A text once more in its place, leading somewhere; the cursor and the attributes are afterwards what they were.
    static func link(_ piece: Piece, row: Int, style: CellStyle, to target: String) -> String {
        let place = "\u{1B}7\u{1B}[\(row + 1);\(piece.column + 1)H" + attributes(style)
        return "\(place)\u{1B}]8;;\(visibleASCII(target))\(end)\(piece.text)\u{1B}]8;;\(end)\u{1B}8"
    }

    private static func attributes(_ style: CellStyle) -> String {
        let names: [(CellStyle.Attributes, Int)] = [(.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7)]
        var numbers = [0] + names.filter { style.attributes.contains($0.0) }.map(\.1)
        if let color = style.foreground { numbers += parameters(of: color) }
        if let color = style.background { numbers += parameters(of: color, isBehind: true) }
        return "\u{1B}[\(numbers.map(String.init).joined(separator: ";"))m"
    }

    /// How a colour of text is asked for, or of what is behind it.
    static func parameters(of color: TerminalColor, isBehind: Bool = false) -> [Int] {
        let base = isBehind ? 40 : 30
        return switch color {
        case .palette(let number) where number < 8: [base + Int(number)]
        case .palette(let number): [base + 8, 5, Int(number)]
        case .rgb(let red, let green, let blue): [base + 8, 2, Int(red), Int(green), Int(blue)]
        }
    }

    /// Text is clean when it comes here; what would end a sequence never gets into one.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }

    /// An address has no other characters; one that has is no address.
    private static func visibleASCII(_ text: String) -> String {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : ""
    }
}
