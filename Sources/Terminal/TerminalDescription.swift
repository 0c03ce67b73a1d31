import CTerminfo
import Glibc

/// The sequences for writing to the terminal, from its description (terminfo(5)).
nonisolated struct TerminalDescription {
    /// Ends all attributes and colours.
    let reset: [UInt8]
    let eraseToEnd: [UInt8]?
    let showCursor: [UInt8]
    let hideCursor: [UInt8]
    let clear: [UInt8]
    /// Switches to lede's own screen, if there is one, and to the described keys.
    let enterScreen: [UInt8]
    /// Switches back to the user's screen, or clears from the cursor's row if it is the same screen.
    let leaveScreen: [UInt8]
    /// Whether lede has a screen separate from the user's.
    let hasOwnScreen: Bool
    /// Whether erased cells get the current background.
    let erasesInColor: Bool
    /// Whether nothing may be written to the last cell of the screen, since it would scroll.
    let scrollsAtEnd: Bool
    private let attributes: [(CellStyle.Attributes, [UInt8])]
    private let attributesWithoutColor: CellStyle.Attributes
    private let cursorAddress: String
    private let movesAsUsual: Bool
    private let eraseCharacters: String?
    private let erasesAsUsual: Bool
    private let scrollRegion: String?
    private let scrollUp: String?
    private let scrollDown: String?
    private let foreground: String?
    private let background: String?

    /// Gets the sequences from the description, which must have been read. Nil if the cursor can't be moved.
    init?() {
        guard let cursorAddress = Self.string("cup") else { return nil }
        self.cursorAddress = cursorAddress
        movesAsUsual = cursorAddress == "\u{1B}[%i%p1%d;%p2%dH"
        let (reset, originalPair) = (Self.string("sgr0") ?? "", Self.string("op") ?? "")
        // Without the return from the alternative character set, which is never used.
        let plain = Self.text(reset, without: "\u{1B}(B")
        self.reset = Array(
            (plain.hasPrefix("\u{1B}[m") || plain.hasPrefix("\u{1B}[0") ? plain : reset + originalPair).utf8)
        eraseToEnd = Self.string("el").map { Array($0.utf8) }
        eraseCharacters = Self.string("ech")
        erasesAsUsual = eraseCharacters == "\u{1B}[%p1%dX"
        showCursor = Self.bytes("cnorm")
        hideCursor = Self.bytes("civis")
        clear = Self.bytes("sgr0", "clear")
        // No terminal wraps lede's lines by itself, and none inserts characters.
        enterScreen = Self.bytes("smcup", "smkx", "rmir", "smam")
        // Restoring the first screen also restores other saved state, for some terminals a hidden cursor.
        hasOwnScreen = Self.string("smcup") != nil && Self.string("rmcup") != nil
        leaveScreen = self.reset + Self.bytes("el", "rmkx", "rmcup", "cnorm")
        erasesInColor = tigetflag("bce") > 0
        scrollsAtEnd = tigetflag("am") > 0 && tigetflag("xenl") <= 0
        // Attributes that take up cells aren't used.
        let names: [(CellStyle.Attributes, String)] =
            tigetnum("xmc") > 0
            ? []
            : [
                (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
                (.struckOut, "smxx")
            ]
        attributes = names.compactMap { attribute, name in Self.string(name).map { (attribute, Array($0.utf8)) } }
        attributesWithoutColor = Self.attributes(ofCursesMask: max(0, tigetnum("ncv")))
        (scrollRegion, scrollUp, scrollDown) = (Self.string("csr"), Self.string("indn"), Self.string("rin"))
        (foreground, background) = (Self.string("setaf"), Self.string("setab"))
    }

    /// Whether text can be struck out.
    var strikesOut: Bool { attributes.contains { $0.0 == .struckOut } }

    // Nearly all terminals use the same sequences for these two, which every frame has many of: no interpreter or text
    // is needed.

    /// Adds a cursor movement to a frame.
    func move(toRow row: Int, column: Int, in frame: inout [UInt8]) {
        guard movesAsUsual else { return frame += Self.filled(cursorAddress, Int32(row), Int32(column)).utf8 }
        ControlSequence.begin(in: &frame)
        frame.append(decimal: row + 1)
        frame.append(UInt8(ascii: ";"))
        frame.append(decimal: column + 1)
        frame.append(UInt8(ascii: "H"))
    }

    /// Whether the terminal can erase cells from the cursor on without moving it.
    var erasesCells: Bool { eraseCharacters != nil }

    /// Adds the sequence that erases cells to a frame.
    func erase(_ cells: Int, in frame: inout [UInt8]) {
        guard erasesAsUsual else { return frame += Self.filled(eraseCharacters ?? "", Int32(cells), 0).utf8 }
        ControlSequence.begin(in: &frame)
        frame.append(decimal: cells)
        frame.append(UInt8(ascii: "X"))
    }

    /// Whether the terminal can move the content of some rows.
    var scrolls: Bool { scrollRegion != nil && scrollUp != nil && scrollDown != nil }

    /// Adds the sequences that move the content of an area to a frame. The new rows are empty if the style is the plain one,
    /// and the cursor is anywhere.
    func scroll(_ scroll: Scroll, rows: Int, columns: Int, in frame: inout [UInt8]) {
        guard let scrollRegion, let scrollUp, let scrollDown else { return }
        let area = scroll.area
        let hasMargins = area.columns != 0..<columns
        if hasMargins { frame += ControlSequence.margins(around: area.columns).utf8 }
        frame += Self.filled(scrollRegion, Int32(area.rows.lowerBound), Int32(area.rows.upperBound - 1)).utf8
        frame += Self.filled(scroll.distance > 0 ? scrollUp : scrollDown, Int32(abs(scroll.distance)), 0).utf8
        frame += endOfScrolling(rows: rows)
        if hasMargins { frame += ControlSequence.marginsOff.utf8 }
    }

    /// The sequence with which the whole screen scrolls again.
    func endOfScrolling(rows: Int) -> [UInt8] {
        scrollRegion.map { Array(Self.filled($0, 0, Int32(rows - 1)).utf8) } ?? []
    }

    /// Returns the sequence that changes from plain text to a style.
    func beginning(_ style: CellStyle, _ depth: ColorDepth) -> [UInt8] {
        let (front, behind) = (style.foreground.flatMap(depth.shown), style.background.flatMap(depth.shown))
        let isColored = front != nil || behind != nil
        let shown = isColored ? style.attributes.subtracting(attributesWithoutColor) : style.attributes
        var sequence = attributes.filter { shown.contains($0.0) }.flatMap(\.1)
        if let front { sequence += asking(for: front, foreground, depth, isBehind: false).utf8 }
        if let behind { sequence += asking(for: behind, background, depth, isBehind: true).utf8 }
        return sequence
    }

    /// Returns the sequence for a colour that this terminal shows.
    func coloring(_ color: TerminalColor, isBehind: Bool, _ depth: ColorDepth) -> [UInt8] {
        Array(asking(for: color, isBehind ? background : foreground, depth, isBehind: isBehind).utf8)
    }

    private func asking(
        for color: TerminalColor, _ capability: String?, _ depth: ColorDepth, isBehind: Bool
    ) -> String {
        switch (color, depth) {
        case (.palette(let number), _): capability.map { Self.filled($0, Int32(number), 0) } ?? ""
        case (.rgb(let red, let green, let blue), .rgb):
            // A darker colour would mean one of the first eight.
            capability.map { Self.filled($0, max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue)), 0) } ?? ""
        case (.rgb(let red, let green, let blue), _):
            ControlSequence.color(red: red, green: green, blue: blue, isBehind: isBehind)
        }
    }

    private static func bytes(_ names: String...) -> [UInt8] { names.flatMap { Array((string($0) ?? "").utf8) } }

    private static func string(_ name: String) -> String? {
        lede_terminfo_string(name).map { withoutPadding(String(cString: $0)) }
    }

    private static func filled(_ capability: String, _ first: Int32, _ second: Int32) -> String {
        lede_terminfo_fill_in(capability, first, second).map { String(cString: $0) } ?? ""
    }

    private static func text(_ text: String, without part: String) -> String {
        var rest = Array(text.utf8)[...]
        var kept: [UInt8] = []
        while let byte = rest.first {
            let isPart = rest.starts(with: part.utf8)
            if !isPart { kept.append(byte) }
            rest = rest.dropFirst(isPart ? part.utf8.count : 1)
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Removes delays such as `$<5>`, which no terminal needs any more.
    private static func withoutPadding(_ capability: String) -> String {
        // Splitting a text without delays would slow the start more than everything else here.
        guard capability.utf8.contains(UInt8(ascii: "$")) else { return capability }
        let parts = capability.split(separator: "$<", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            text + (part.firstIndex(of: ">").map { part[part.index(after: $0)...] } ?? "$<" + part)
        }
    }

    /// The attributes that the terminal can't combine with colours, by their bits in `ncv`.
    private static func attributes(ofCursesMask mask: Int32) -> CellStyle.Attributes {
        let numbers: [(Int32, CellStyle.Attributes)] = [(2, .underline), (4, .reverse), (16, .dim), (32, .bold)]
        return numbers.reduce(into: []) { if mask & $1.0 != 0 { $0.formUnion($1.1) } }
    }
}

/// The keys in the terminal's description.
enum KnownKeys {
    static func ofTerminal() -> [[UInt8]: Key] {
        var known: [[UInt8]: Key] = [:]
        for (name, key) in names {
            guard let sent = lede_terminfo_string(name).map({ Array(String(cString: $0).utf8) }) else { continue }
            // Anything else is a character, with its usual meaning.
            if sent.count > 1, sent[0] == 0x1B { known[sent] = key }
        }
        return known
    }

    /// Names of terminfo(5).
    private static let names: [(String, Key)] =
        [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
            ("kbs", .backspace), ("kLFT5", .wordLeft), ("kRIT5", .wordRight)
        ] + (1...12).map { ("kf\($0)", .function($0)) }
}

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

    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

/// The characters that a terminal can show.
enum Repertoire {
    case unicode
    /// Letters, but not lede's drawn signs: the Linux console has 512 characters at most.
    case letters
    case ascii

    /// The characters that a terminal can show, by its type and by the locale's encoding.
    static func ofTerminal(_ environment: [String: String]) -> Repertoire {
        let type = environment["TERM"] ?? ""
        if isOtherThanUnicode(environment) { return .ascii }
        if type == "linux" || type.hasPrefix("linux-") { return .letters }
        return ["vt", "ansi", "dumb", "cons", "sun", "wy"].contains { type.hasPrefix($0) } ? .ascii : .unicode
    }

    /// Whether the user's locale has another encoding. The default locale is common and says nothing about the
    /// terminal.
    private static func isOtherThanUnicode(_ environment: [String: String]) -> Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        // Reading a locale is slow, and the name of nearly all of them is enough.
        if ["C", "POSIX"].contains(name) || ["utf-8", "utf8"].contains(where: name.lowercased().hasSuffix) {
            return false
        }
        setlocale(LC_CTYPE, "")
        return !["UTF-8", "ANSI_X3.4-1968"].contains(String(cString: nl_langinfo(Int32(CODESET))))
    }

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
