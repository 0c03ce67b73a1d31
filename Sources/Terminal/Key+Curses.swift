import CNcurses

extension Key {
    /// A key that ncurses has a number for; nil for one that we have no use for.
    init?(code: Int32) {
        switch code {
        case KEY_UP: self = .up
        case KEY_DOWN: self = .down
        case KEY_LEFT: self = .left
        case KEY_RIGHT: self = .right
        case KEY_PPAGE: self = .pageUp
        case KEY_NPAGE: self = .pageDown
        case KEY_HOME: self = .home
        case KEY_END: self = .end
        case KEY_ENTER: self = .enter
        case KEY_BTAB: self = .backTab
        case KEY_BACKSPACE: self = .backspace
        case KEY_DC: self = .delete
        // ncurses counts the function keys from the first of them (curses.h, KEY_F).
        case KEY_F0 + 1...KEY_F0 + 12: self = .function(Int(code - KEY_F0))
        default: return nil
        }
    }

    /// A key that sends a character; nil for what is no character.
    init?(character: UInt32) {
        switch character {
        case 0x0A, 0x0D: self = .enter
        case 0x1B: self = .escape
        case 0x09: self = .tab
        case 0x08, 0x7F: self = .backspace
        case 0x01...0x1A:
            guard let letter = Unicode.Scalar(character + 0x60) else { return nil }
            self = .control(Character(letter))
        case ..<0x20: return nil
        default:
            guard let scalar = Unicode.Scalar(character) else { return nil }
            self = .character(Character(scalar))
        }
    }
}
