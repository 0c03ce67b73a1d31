import CVTerm

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
