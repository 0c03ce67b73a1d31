/// What terminals like xterm understand, and their descriptions say nothing of (xterm's ctlseqs; OSC 8 as terminals agreed on it).
nonisolated enum ControlSequence {
    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
    /// Presses, releases, the wheel, and motions with a button down, in numbers that any size of screen has room for.
    static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"
    /// The window's title is put aside, and taken back.
    static let keepTitle = "\u{1B}[22;2t"
    static let giveTitleBack = "\u{1B}[23;2t"
    static let askBackground = "\u{1B}]11;?" + end

    private static let end = "\u{1B}\\"

    static func title(_ text: String) -> String { "\u{1B}]2;\(printable(text))\(end)" }

    static func copy(base64: String) -> String { "\u{1B}]52;c;\(base64)\(end)" }

    /// What is written from here on leads to an address, or nowhere where that is empty.
    static func link(to target: String) -> String { "\u{1B}]8;;\(visibleASCII(target))\(end)" }

    /// Asks for a colour of text, or of what is behind it, by its channels.
    static func color(red: UInt8, green: UInt8, blue: UInt8, isBehind: Bool) -> String {
        "\u{1B}[\(isBehind ? 48 : 38);2;\(red);\(green);\(blue)m"
    }

    /// Adds what numbers and a letter follow.
    static func begin(in frame: inout [UInt8]) {
        frame.append(0x1B)
        frame.append(UInt8(ascii: "["))
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

nonisolated extension [UInt8] {
    /// Adds a number in digits, which a screen has no more rows and columns than there are four of.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
