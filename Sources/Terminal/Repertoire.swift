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
            } else {
                shown.append(contentsOf: repeatElement("?", count: width(scalar)))
            }
        }
        return String(shown)
    }

    /// All signs that lede draws by itself, and those of type that are in every text.
    private static let standIns: [Unicode.Scalar: Unicode.Scalar] = [
        "│": "|", "─": "-", "━": "=", "▐": "#", "▌": ">", "▇": "#", "▆": "#", "▅": "=", "▄": "=", "▃": "-", "▂": "-",
        "▁": "_", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "●": "*",
        "★": "+", "✪": "#", "▸": ">", "▾": "v", "‖": "=", "◦": "o", "•": "*", "·": ".", "…": "~", "↻": "@", "⚠": "!",
        "↪": ">",
        "↑": "^",
        "↓": "v", "←": "<", "→": ">", "“": "\"", "”": "\"", "„": "\"", "«": "<", "»": ">", "‘": "'", "’": "'",
        "–": "-", "—": "-", "‐": "-", "−": "-", "×": "x", "′": "'", "″": "\"", "†": "+", "‡": "+", "\u{A0}": " "
    ]
}
