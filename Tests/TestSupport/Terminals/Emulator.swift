import CVTerm

/// A real terminal emulator without a window: libvterm, which is fed with the output of a program.
package final class Emulator {
    private let terminal: VirtualTerminal
    private let properties = TerminalProperties()
    private var sequences = WholeSequences()

    package init(columns: Int = 80, rows: Int = 24) {
        terminal = VirtualTerminal(columns: columns, rows: rows, properties: properties)
    }

    /// Shows bytes and returns the emulator's answers to the program.
    @discardableResult
    package func feed(_ bytes: [UInt8]) -> [UInt8] {
        terminal.write(FaintFont.translate(sequences.take(bytes)))
        return terminal.takeOutput()
    }

    @discardableResult
    package func feed(_ text: String) -> [UInt8] {
        feed(Array(text.utf8))
    }

    /// The bytes that a key sends in the modes set by the program.
    package func bytes(for key: Keystroke) -> [UInt8] {
        switch key.input {
        case .bytes(let bytes): return bytes
        case .key(let key, let modifier):
            terminal.press(key, modifier)
            return terminal.takeOutput()
        }
    }

    package func resize(columns: Int, rows: Int) {
        terminal.resize(columns: columns, rows: rows)
    }

    package var screen: Screen {
        Screen(
            cells: terminal.cells, cursor: terminal.cursor, cursorVisible: properties.cursorVisible,
            isAlternateScreen: properties.isAlternateScreen, title: properties.title)
    }

    package var text: String { screen.text }
    package var cursor: Screen.Position { terminal.cursor }
    package var cursorVisible: Bool { properties.cursorVisible }
    package var isAlternateScreen: Bool { properties.isAlternateScreen }
    package var title: String { properties.title }

    package func line(_ row: Int) -> String { screen.line(row) }

    package func cell(_ row: Int, _ column: Int) -> Screen.Cell { screen.cell(row, column) }
}

/// A terminal of libvterm, freed with this value.
struct VirtualTerminal: ~Copyable {
    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    // libvterm keeps pointers to both as long as it lives.
    private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
    private let properties: TerminalProperties

    init(columns: Int, rows: Int, properties: TerminalProperties) {
        self.properties = properties
        terminal = vterm_new(Int32(rows), Int32(columns))
        vterm_set_utf8(terminal, 1)
        screen = vterm_obtain_screen(terminal)
        vterm_screen_enable_altscreen(screen, 1)
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: VTermScreenCallbacks())
        callbacks.pointee.settermprop = { property, value, context in
            guard let value, let context else { return 0 }
            return Unmanaged<TerminalProperties>.fromOpaque(context).takeUnretainedValue().set(property, to: value)
        }
        vterm_screen_set_callbacks(screen, callbacks, Unmanaged.passUnretained(properties).toOpaque())
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
        callbacks.deallocate()
    }

    func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { raw in
            _ = vterm_input_write(terminal, raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count)
        }
    }

    func press(_ key: VTermKey, _ modifier: VTermModifier) {
        vterm_keyboard_key(terminal, key, modifier)
    }

    /// The bytes that the terminal sends to the program: pressed keys and answers to queries.
    func takeOutput() -> [UInt8] {
        var output: [UInt8] = []
        while vterm_output_get_buffer_current(terminal) > 0 {
            var buffer = [CChar](repeating: 0, count: vterm_output_get_buffer_current(terminal))
            let count = vterm_output_read(terminal, &buffer, buffer.count)
            output += buffer[..<count].map(UInt8.init(bitPattern:))
        }
        return output
    }

    func resize(columns: Int, rows: Int) {
        // libvterm 0.1.4 dies if it scrolls rows that it has no more, or if a wide character comes for a single column.
        let place = cursor
        write(Array("\u{1B}[r\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8))
        vterm_set_size(terminal, Int32(rows), Int32(max(2, columns)))
    }

    var cells: [[Screen.Cell]] {
        var (rows, columns): (Int32, Int32) = (0, 0)
        vterm_get_size(terminal, &rows, &columns)
        return (0..<rows).map { row in
            (0..<columns).map { column in
                var cell = VTermScreenCell()
                vterm_screen_get_cell(screen, VTermPos(row: row, col: column), &cell)
                return Screen.Cell(cell)
            }
        }
    }

    var cursor: Screen.Position {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return Screen.Position(row: Int(position.row), column: Int(position.col))
    }
}

/// Properties of a terminal that libvterm reports but can't be asked for.
final class TerminalProperties {
    private(set) var cursorVisible = true
    private(set) var isAlternateScreen = false
    private(set) var title = ""

    func set(_ property: VTermProp, to value: UnsafePointer<VTermValue>) -> Int32 {
        switch property {
        case VTERM_PROP_CURSORVISIBLE: cursorVisible = lede_vterm_boolean(value)
        case VTERM_PROP_ALTSCREEN: isAlternateScreen = lede_vterm_boolean(value)
        case VTERM_PROP_TITLE: title = lede_vterm_string(value).map { String(cString: $0) } ?? ""
        default: break
        }
        return 1
    }
}

/// How a key is passed to libvterm.
enum KeyInput {
    /// Bytes that are the same in every mode of every terminal.
    case bytes([UInt8])
    /// A key whose bytes depend on the modes set by the program.
    case key(VTermKey, VTermModifier)
}

extension Keystroke {
    var input: KeyInput {
        switch self {
        case .text(let text): .bytes(Array(text.utf8))
        case .control(let letter): .bytes(letter.utf8.prefix(1).map { $0 & 0x1F })
        case .alt(let letter): .bytes([0x1B] + Array(letter.utf8))
        case .escape: .bytes([0x1B])
        case .backTab: .key(VTERM_KEY_TAB, VTERM_MOD_SHIFT)
        case .enter: .plain(VTERM_KEY_ENTER)
        case .backspace: .plain(VTERM_KEY_BACKSPACE)
        case .tab: .plain(VTERM_KEY_TAB)
        case .delete: .plain(VTERM_KEY_DEL)
        case .up: .plain(VTERM_KEY_UP)
        case .down: .plain(VTERM_KEY_DOWN)
        case .left: .plain(VTERM_KEY_LEFT)
        case .right: .plain(VTERM_KEY_RIGHT)
        case .pageUp: .plain(VTERM_KEY_PAGEUP)
        case .pageDown: .plain(VTERM_KEY_PAGEDOWN)
        case .home: .plain(VTERM_KEY_HOME)
        case .end: .plain(VTERM_KEY_END)
        case .function(let number): .plain(VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number)))
        }
    }
}

extension KeyInput {
    fileprivate static func plain(_ key: VTermKey) -> KeyInput { .key(key, VTERM_MOD_NONE) }
}

extension Screen.Cell {
    /// Reads a cell of libvterm. The second half of a wide character, which is empty, gets the width 0.
    init(_ source: VTermScreenCell) {
        self.init()
        var source = source
        text = Self.text(of: &source)
        width = text.isEmpty ? 0 : Int(source.width)
        bold = lede_vterm_is_bold(&source)
        dim = Int(lede_vterm_font(&source)) == FaintFont.number
        italic = lede_vterm_is_italic(&source)
        underline = lede_vterm_underline(&source) != 0
        reverse = lede_vterm_is_reverse(&source)
        blink = lede_vterm_is_blinking(&source)
        strike = lede_vterm_is_struck(&source)
        foreground = Screen.Colour(source.fg)
        background = Screen.Colour(source.bg)
        if text == " " { forgetWhatIsNotSeen() }
    }

    /// Removes the weight and the colour of a blank, because a program may send whatever is shorter for it.
    private mutating func forgetWhatIsNotSeen() {
        if reverse || underline || strike { return }
        (bold, dim, italic) = (false, false, false)
        foreground = .standard
    }

    private static func text(of source: inout VTermScreenCell) -> String {
        let first = lede_vterm_scalar(&source, 0)
        if first == 0 { return " " }
        // libvterm's mark for the second half of a wide character.
        if first == UInt32.max { return "" }
        var text = String.UnicodeScalarView()
        for index in 0..<VTERM_MAX_CHARS_PER_CELL {
            let scalar = lede_vterm_scalar(&source, index)
            if scalar == 0 { break }
            text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        }
        return String(text)
    }
}

extension Screen.Colour {
    fileprivate init(_ source: VTermColor) {
        var source = source
        if lede_vterm_is_default(&source) {
            self = .standard
        } else if lede_vterm_is_indexed(&source) {
            self = .indexed(lede_vterm_index(&source))
        } else {
            self = .rgb(lede_vterm_red(&source), lede_vterm_green(&source), lede_vterm_blue(&source))
        }
    }
}

/// Turns dim (SGR 2), which libvterm 0.1.4 forgets, into an alternative font, which it stores with every cell.
///
/// No tested program uses such fonts. All other bytes pass through unchanged.
enum FaintFont {
    static let number = 1

    /// Translates bytes that contain only complete control sequences.
    static func translate(_ bytes: [UInt8]) -> [UInt8] {
        var translated: [UInt8] = []
        var rest = bytes[...]
        while let start = rest.firstRange(of: [0x1B, UInt8(ascii: "[")]) {
            let parameters = rest[start.upperBound...].prefix { (0x30...0x3B).contains($0) }
            let isRendition = rest.dropFirst(parameters.endIndex - rest.startIndex).first == UInt8(ascii: "m")
            translated += rest[..<start.upperBound] + (isRendition ? rewrite(parameters) : Array(parameters))
            rest = rest[parameters.endIndex...]
        }
        return translated + rest
    }

    private static func rewrite(_ parameters: ArraySlice<UInt8>) -> [UInt8] {
        var left = String(decoding: parameters, as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false)[...]
        var rewritten: [String] = []
        while let parameter = left.popFirst() {
            switch parameter {
            case "2": rewritten.append("1\(number)")
            case "22": rewritten += ["22", "10"]
            case "38", "48":
                // The numbers of a colour: 5 and an index, or 2 and three components.
                let count = left.first == "5" ? 2 : left.first == "2" ? 4 : 0
                rewritten += [String(parameter)] + left.prefix(count).map(String.init)
                left = left.dropFirst(count)
            default: rewritten.append(String(parameter))
            }
        }
        return Array(rewritten.joined(separator: ";").utf8)
    }
}

/// Holds a control sequence back until it is complete: libvterm 0.1.4 forgets a title that comes in two pieces.
struct WholeSequences {
    private var state = State.ground
    private var held: [UInt8] = []

    /// The bytes that can be shown now that more have come.
    mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        var whole: [UInt8] = []
        for byte in bytes {
            held.append(byte)
            state = state.next(byte)
            if state == .ground {
                whole += held
                held.removeAll(keepingCapacity: true)
            }
        }
        return whole
    }

    /// The position in a control sequence (ECMA-48, 5.3 to 5.6).
    private enum State {
        case ground, escape, control, string, stringEscape

        func next(_ byte: UInt8) -> State {
            switch (self, byte) {
            case (.ground, 0x1B), (.escape, 0x1B), (.control, 0x1B): .escape
            case (.ground, _), (_, 0x18), (_, 0x1A): .ground
            case (.escape, UInt8(ascii: "[")): .control
            case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "X")),
                (.escape, UInt8(ascii: "^")), (.escape, UInt8(ascii: "_")):
                .string
            case (.escape, 0x20...0x2F): .escape
            case (.escape, _), (.control, 0x40...0x7E): .ground
            case (.control, _): .control
            // xterm ends a title with BEL too.
            case (.string, 0x07): .ground
            case (.string, 0x1B): .stringEscape
            case (.string, _): .string
            case (.stringEscape, _): State.escape.next(byte)
            }
        }
    }
}
