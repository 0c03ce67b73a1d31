import CLinux
import Glibc

/// Which characters a terminal can show.
enum Repertoire {
    case unicode
    /// Letters, but none of the signs that lede draws: the console of Linux has 512 characters at most.
    case letters
    case ascii

    /// What the terminal of this process can show, by its type and by how the locale codes characters.
    static func ofTerminal(codeset: String) -> Repertoire {
        let type = getenv("TERM").map { String(cString: $0) } ?? ""
        // The locale that there always is says nothing of the terminal, and is what many a machine is left with.
        if !["UTF-8", "ANSI_X3.4-1968"].contains(codeset) { return .ascii }
        if type == "linux" || type.hasPrefix("linux-") { return .letters }
        return ["vt", "ansi", "dumb", "cons", "sun", "wy"].contains { type.hasPrefix($0) } ? .ascii : .unicode
    }

    /// The text with a stand-in for each character that can't be shown. It takes as many cells.
    func showing(_ text: String) -> String {
        if self == .unicode || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let sign = Self.standIns[scalar] {
                shown.append(sign)
            } else if self == .letters || scalar.isASCII {
                shown.append(scalar)
            } else {
                let cells = max(0, Int(wcwidth(wchar_t(bitPattern: scalar.value))))
                shown.append(contentsOf: repeatElement("?", count: cells))
            }
        }
        return String(shown)
    }

    /// All signs that lede draws by itself, and those of type that are in every text.
    private static let standIns: [Unicode.Scalar: Unicode.Scalar] = [
        "│": "|", "─": "-", "━": "=", "▐": "|", "█": "#", "▇": "#", "▆": "#", "▅": "=", "▄": "=", "▃": "-", "▂": "-",
        "▁": "_", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "●": "*",
        "★": "+", "▸": ">", "▾": "v", "‖": "=", "◦": "o", "•": "*", "·": ".", "…": ".", "↻": "~", "⚠": "!", "↪": ">",
        "↑": "^",
        "↓": "v", "←": "<", "→": ">", "“": "\"", "”": "\"", "„": "\"", "«": "<", "»": ">", "‘": "'", "’": "'",
        "–": "-", "—": "-", "‐": "-", "−": "-", "×": "x", "′": "'", "″": "\"", "†": "+", "‡": "+", "\u{A0}": " "
    ]
}
