import Glibc

/// The characters that a terminal can show.
enum Repertoire {
    case unicode
    /// Letters, but not lede's drawn signs: the Linux console has 512 characters at most.
    case letters
    case ascii

    /// The characters that this process's terminal can show, by its type and by the locale's encoding.
    static func ofTerminal() -> Repertoire {
        let type = variable("TERM") ?? ""
        if isOtherThanUnicode { return .ascii }
        if type == "linux" || type.hasPrefix("linux-") { return .letters }
        return ["vt", "ansi", "dumb", "cons", "sun", "wy"].contains { type.hasPrefix($0) } ? .ascii : .unicode
    }

    /// Whether the user's locale has another encoding. The default locale is common and says nothing about the
    /// terminal.
    private static var isOtherThanUnicode: Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? "C"
        // Reading a locale is slow, and the name of nearly all of them is enough.
        if ["C", "POSIX"].contains(name) || ["utf-8", "utf8"].contains(where: name.lowercased().hasSuffix) {
            return false
        }
        setlocale(LC_CTYPE, "")
        return !["UTF-8", "ANSI_X3.4-1968"].contains(String(cString: nl_langinfo(Int32(CODESET))))
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The text with a replacement for each character that can't be shown. It takes the same number of cells.
    func showing(_ text: String, width: (Unicode.Scalar) -> Int) -> String {
        if self == .unicode || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let sign = Self.standIns[scalar] {
                shown.append(sign)
            } else if self == .letters || scalar.isASCII {
                shown.append(scalar)
            } else if width(scalar) == 1, let plain = Self.plain(scalar) {
                shown.append(plain)
            } else {
                shown.append(contentsOf: repeatElement("?", count: width(scalar)))
            }
        }
        return String(shown)
    }

    /// The letter without its marks, derived from its name, or a superscript or subscript digit as a plain one.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if let letter = plainLetters[scalar] { return letter }
        let properties = scalar.properties
        if let value = properties.numericValue, let digit = UInt8(exactly: value), digit < 10 {
            return Unicode.Scalar(UInt8(ascii: "0") + digit)
        }
        // Such as LATIN SMALL LETTER U WITH DIAERESIS.
        let words = properties.name?.split(separator: " ") ?? []
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words[3].utf8.count == 1 else { return nil }
        return (words[1] == "SMALL" ? words[3].lowercased() : String(words[3])).unicodeScalars.first
    }

    /// Replacements for all signs that lede draws, and for typographic signs of ordinary text.
    private static let standIns: [Unicode.Scalar: Unicode.Scalar] = [
        "│": "|", "─": "-", "━": "=", "▐": "#", "▌": ">", "▇": "#", "▆": "#", "▅": "=", "▄": "=", "▃": "-", "▂": "-",
        "▁": "_", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "●": "*",
        "★": "+", "✪": "#", "▸": ">", "▾": "v", "‖": "=", "◦": "o", "•": "*", "·": ".", "…": "~", "↻": "@", "⚠": "!",
        "↪": ">", "↑": "^", "↓": "v", "←": "<", "→": ">", "“": "\"", "”": "\"", "„": "\"", "«": "<", "»": ">", "‘": "'",
        "’": "'", "–": "-", "—": "-", "‐": "-", "−": "-", "×": "x", "′": "'", "″": "\"", "†": "+", "‡": "+",
        "\u{A0}": " "
    ]

    /// Letters whose names don't contain the similar plain letter.
    private static let plainLetters: [Unicode.Scalar: Unicode.Scalar] = [
        "ß": "s", "ẞ": "S", "æ": "a", "Æ": "A", "œ": "o", "Œ": "O", "ð": "d", "Ð": "D", "ı": "i"
    ]
}
