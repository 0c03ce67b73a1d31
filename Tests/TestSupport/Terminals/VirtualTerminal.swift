import CVTerm

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
