import Glibc

/// Which characters a terminal can show.
enum Repertoire {
    case unicode
    /// Letters, but none of the signs that lede draws: the console of Linux has 512 characters at most.
    case letters
    case ascii

    /// What the terminal of this process can show, by its type and by how the locale codes characters.
    static func ofTerminal() -> Repertoire {
        let type = variable("TERM") ?? ""
        if isOtherThanUnicode { return .ascii }
        if type == "linux" || type.hasPrefix("linux-") { return .letters }
        return ["vt", "ansi", "dumb", "cons", "sun", "wy"].contains { type.hasPrefix($0) } ? .ascii : .unicode
    }

    /// Whether the person's locale codes characters in another way. The locale that there always is says nothing of the terminal,
    /// and is what many a machine is left with.
    private static var isOtherThanUnicode: Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? "C"
        // To read a locale takes a while, and of nearly all of them the name tells.
        if ["C", "POSIX"].contains(name) || ["utf-8", "utf8"].contains(where: name.lowercased().hasSuffix) {
            return false
        }
        setlocale(LC_CTYPE, "")
        return !["UTF-8", "ANSI_X3.4-1968"].contains(String(cString: nl_langinfo(Int32(CODESET))))
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The text with a stand-in for each character that can't be shown. It takes as many cells.
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

    /// The letter without its marks, as its name tells it, or the digit that stands above or below the line.
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

    /// All signs that lede draws by itself, and those of type that are in every text.
    private static let standIns: [Unicode.Scalar: Unicode.Scalar] = [
        "│": "|", "─": "-", "━": "=", "▐": "#", "▌": ">", "▇": "#", "▆": "#", "▅": "=", "▄": "=", "▃": "-", "▂": "-",
        "▁": "_", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "●": "*",
        "★": "+", "✪": "#", "▸": ">", "▾": "v", "‖": "=", "◦": "o", "•": "*", "·": ".", "…": "~", "↻": "@", "⚠": "!",
        "↪": ">", "↑": "^", "↓": "v", "←": "<", "→": ">", "“": "\"", "”": "\"", "„": "\"", "«": "<", "»": ">", "‘": "'",
        "’": "'", "–": "-", "—": "-", "‐": "-", "−": "-", "×": "x", "′": "'", "″": "\"", "†": "+", "‡": "+",
        "\u{A0}": " "
    ]

    /// Letters whose names don't tell which plain one is like them.
    private static let plainLetters: [Unicode.Scalar: Unicode.Scalar] = [
        "ß": "s", "ẞ": "S", "æ": "a", "Æ": "A", "œ": "o", "Œ": "O", "ð": "d", "Ð": "D", "ı": "i"
    ]
}
