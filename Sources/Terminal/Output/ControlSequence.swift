/// Sequences of xterm-like terminals that their descriptions don't have (xterm's ctlseqs; OSC 8 as terminals agreed on
/// it).
nonisolated enum ControlSequence {
    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
    /// Reports presses, releases, the wheel, and moves with a button down, for any size of screen.
    static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"
    /// Saves and restores the window's title.
    static let keepTitle = "\u{1B}[22;2t"
    static let giveTitleBack = "\u{1B}[23;2t"
    /// Saves and restores the cursor.
    static let keepCursor = "\u{1B}7"
    static let giveCursorBack = "\u{1B}8"
    /// Ends `margins(around:)`.
    static let marginsOff = "\u{1B}[?69l"
    static let askBackground = "\u{1B}]11;?" + end

    /// Asks for a report that comes when the terminal has read everything before (ECMA-48, DSR).
    static let askStatus = "\u{1B}[5n"

    private static let end = "\u{1B}\\"

    static func title(_ text: String) -> String { "\u{1B}]2;\(printable(text))\(end)" }

    static func copy(base64: String) -> String { "\u{1B}]52;c;\(base64)\(end)" }

    /// Links the following text to a URL, or to nothing if it is empty.
    static func link(to target: String) -> String { "\u{1B}]8;;\(visibleASCII(target))\(end)" }

    /// Lets only some columns scroll (xterm's DECSLRM).
    static func margins(around columns: Range<Int>) -> String {
        "\u{1B}[?69h\u{1B}[\(columns.lowerBound + 1);\(columns.upperBound)s"
    }

    /// Sets a colour of text or background by its channels.
    static func color(red: UInt8, green: UInt8, blue: UInt8, isBehind: Bool) -> String {
        "\u{1B}[\(isBehind ? 48 : 38);2;\(red);\(green);\(blue)m"
    }

    /// Passes a sequence through tmux to the terminal around it, if tmux allows that.
    static func throughTmux(_ sequence: String) -> String {
        "\u{1B}Ptmux;\(sequence.split(separator: "\u{1B}", omittingEmptySubsequences: false).joined(separator: "\u{1B}\u{1B}"))\(end)"
    }

    /// Begins a sequence of numbers and a letter.
    static func begin(in frame: inout [UInt8]) {
        frame.append(0x1B)
        frame.append(UInt8(ascii: "["))
    }

    /// Text is clean here already. This removes anything that could end a sequence.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }

    /// A URL has only these characters; a text with others isn't one.
    private static func visibleASCII(_ text: String) -> String {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : ""
    }
}

nonisolated extension [UInt8] {
    /// Appends the sequence for a colour of text or background, as terminals with direct sequences understand it.
    mutating func append(_ color: TerminalColor, isBehind: Bool) {
        ControlSequence.begin(in: &self)
        append(decimal: isBehind ? 48 : 38)
        switch color {
        case .palette(let number): append(contentsOf: [5, Int(number)])
        case .rgb(let red, let green, let blue): append(contentsOf: [2, Int(red), Int(green), Int(blue)])
        }
        append(UInt8(ascii: "m"))
    }

    /// Appends further numbers of a sequence.
    private mutating func append(contentsOf numbers: [Int]) {
        for number in numbers {
            append(UInt8(ascii: ";"))
            append(decimal: number)
        }
    }

    /// Appends a number in decimal.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
