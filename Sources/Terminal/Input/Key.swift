/// A key that was pressed.
package enum Key: Hashable, Sendable {
    case character(Character)
    case control(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right
    case pageUp, pageDown, home, end
    case function(Int)
    /// A key with Alt held down, or pressed right after Escape: both send the same.
    indirect case alt(Key)
    /// Left or right with Ctrl.
    case wordLeft, wordRight
    /// A whole paste.
    case paste(String)

    /// The name of the key.
    package var name: String { name(inASCII: false) }

    /// The name of the key, without arrows if `isASCII`.
    package func name(inASCII isASCII: Bool) -> String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let letter): "Ctrl-\(letter.uppercased())"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .up: isASCII ? "Up" : "↑"
        case .down: isASCII ? "Down" : "↓"
        case .left: isASCII ? "Left" : "←"
        case .right: isASCII ? "Right" : "→"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .home: "Home"
        case .end: "End"
        case .function(let number): "F\(number)"
        case .alt(let key): "Alt-\(key.name(inASCII: isASCII))"
        case .wordLeft: "Ctrl-\(Key.left.name(inASCII: isASCII))"
        case .wordRight: "Ctrl-\(Key.right.name(inASCII: isASCII))"
        case .paste: "a paste"
        }
    }
}
