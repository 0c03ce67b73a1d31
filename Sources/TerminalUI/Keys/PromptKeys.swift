import Terminal
import ViewModels

extension ReaderModel {
    /// Handles a key at a prompt.
    func typeIntoPrompt(_ key: Key) {
        switch key {
        case .enter: submitPrompt()
        case .escape, .control("c"), .control("g"): leavePrompt()
        case .tab: complete()
        case .backTab: complete(backward: true)
        case .up, .control("p"): recall(earlier: true)
        case .down, .control("n"): recall(earlier: false)
        default: edit { $0.handle(key) }
        }
    }
}

extension TypedLine {
    /// Edits the line, with the keys of a shell.
    mutating func handle(_ key: Key) {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .backspace: deleteBackward()
        case .delete, .control("d"): deleteForward()
        case .control("u"): deleteToStart()
        case .control("k"): deleteToEnd()
        case .control("w"), .alt(.backspace): deleteWordBackward()
        case .alt(.character("d")): deleteWordForward()
        case .left, .control("b"): move(by: -1)
        case .right, .control("f"): move(by: 1)
        case .wordLeft, .alt(.character("b")): moveToPreviousWord()
        case .wordRight, .alt(.character("f")): moveToNextWord()
        case .home, .control("a"): moveToStart()
        case .end, .control("e"): moveToEnd()
        default: break
        }
    }
}
