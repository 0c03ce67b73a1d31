import Signals
import Terminal
import ViewModels

extension ReaderModel {
    /// Handles a key in a list of choices: letters filter the list, unless they choose an option directly.
    func chooseBy(_ key: Key) {
        switch key {
        case .enter: acceptChoice()
        case .escape, .control("c"), .control("g"): leaveChoice()
        case .up, .backTab, .control("p"), .control("k"): editChoice { $0.cursor.move(by: -1) }
        case .down, .tab, .control("n"), .control("j"): editChoice { $0.cursor.move(by: 1) }
        case .pageUp: editChoice { $0.cursor.turnPage(by: -1) }
        case .pageDown: editChoice { $0.cursor.turnPage(by: 1) }
        case .home: editChoice { $0.cursor.move(to: 0) }
        case .end: editChoice { $0.cursor.move(to: .max) }
        case .character(let letter) where choice?.row(of: String(letter)) != nil:
            editChoice { choice in if let row = choice.row(of: String(letter)) { choice.cursor.move(to: row) } }
            acceptChoice()
        case .character("q") where choice?.isFree("q") == true: leaveChoice()
        case .character("j") where choice?.isFree("j") == true: editChoice { $0.cursor.move(by: 1) }
        case .character("k") where choice?.isFree("k") == true: editChoice { $0.cursor.move(by: -1) }
        default: editChoice { $0.line.handle(key) }
        }
    }
}
