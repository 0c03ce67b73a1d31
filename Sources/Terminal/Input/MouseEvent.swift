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
