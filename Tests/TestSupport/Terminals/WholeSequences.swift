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
