/// A user's input, or a report by the terminal.
package enum TerminalInput: Equatable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// The terminal's background.
    case background(TerminalBackground)
    /// An answer to what lede asked about pictures.
    case pictures(PictureAnswer)

    var isByUser: Bool {
        switch self {
        case .key, .mouse: true
        case .background, .pictures: false
        }
    }

    var isBackground: Bool { if case .background = self { true } else { false } }
}

/// The brightness of a terminal's background.
package enum TerminalBackground: String, Sendable {
    case dark, light
}

/// A key that was pressed.
package nonisolated enum Key: Hashable, Sendable {
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

/// What the mouse did, and over which cell.
package struct MouseEvent: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case press(Button)
        /// A second press of the left button in the same cell, soon after the first.
        case doublePress
        /// A move with a button down.
        case drag
        case release
        case wheelUp, wheelDown
    }

    package enum Button: Equatable, Sendable {
        case left, middle, right
    }

    package var action: Action
    package var row: Int
    package var column: Int

    package init(_ action: Action, row: Int, column: Int) {
        self.action = action
        self.row = row
        self.column = column
    }

    /// Parses an xterm report of mode 1006, such as `0;12;5` for the left button in column 12 of row 5.
    init?(report: some StringProtocol, isRelease: Bool) {
        let numbers = report.split(separator: ";", omittingEmptySubsequences: false).map { UInt16($0) }
        guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2], column > 0,
            row > 0, let action = Action(code: code, isRelease: isRelease)
        else { return nil }
        self.init(action, row: Int(row) - 1, column: Int(column) - 1)
    }
}

extension MouseEvent.Action {
    /// The low bits are the button, the higher ones the modifiers and the kind of event (xterm's ctlseqs).
    fileprivate init?(code: UInt16, isRelease: Bool) {
        let held: UInt16 = 4 | 8 | 16
        switch code & ~held {
        case 0...2 where isRelease: self = .release
        case 0: self = .press(.left)
        case 1: self = .press(.middle)
        case 2: self = .press(.right)
        case 32...34: self = .drag
        case 64: self = .wheelUp
        case 65: self = .wheelDown
        default: return nil
        }
    }
}

extension TerminalBackground {
    /// Parses a terminal's report of its background, such as `11;rgb:1c1c/1c1c/1c1c`.
    init?(report: String) {
        guard let color = TerminalColor(report: report) else { return nil }
        let channels = color.channels.map { Double($0) / 255 }
        // Perceived brightness (Rec. 601).
        self = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2] < 0.5 ? .dark : .light
    }

    /// Parses `COLORFGBG`, which some terminals set to the colours of text and background, such as `15;0`.
    package init?(colorFGBG: String) {
        guard let number = colorFGBG.split(separator: ";").last.flatMap({ UInt8($0) }), number < 16 else { return nil }
        self = number < 7 || number == 8 ? .dark : .light
    }
}

nonisolated extension TerminalColor {
    /// Parses a terminal's report of its background, such as `11;rgb:1c1c/1c1c/1c1c`.
    init?(report: String) {
        let prefix = "11;rgb:"
        guard report.hasPrefix(prefix) else { return nil }
        let channels = report.dropFirst(prefix.count).prefix { $0 != "\u{1B}" }.split(separator: "/").map(Self.share)
        guard channels.count == 3, let red = channels[0], let green = channels[1], let blue = channels[2] else {
            return nil
        }
        self = .rgb(red: red, green: green, blue: blue)
    }

    /// The share of the maximum, from one to four hexadecimal digits.
    private static func share(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
        return UInt8(value * 255 / ((1 << (4 * UInt32(digits.utf8.count))) - 1))
    }
}
