import CVTerm

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
