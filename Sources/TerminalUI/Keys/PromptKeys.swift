import Signals
import Terminal
import ViewModels

extension ReaderModel {
    /// A key that is pressed while a line is being typed.
    func typeIntoPrompt(_ key: Key) {
        guard var prompt = prompt.value else { return }
        switch key {
        case .enter: return submitPrompt()
        case .escape, .control("c"):
            self.prompt.value = nil
            return notePromptLeft(prompt)
        case .character(let character): prompt.insert(character)
        case .backspace: prompt.deleteBackward()
        case .delete: prompt.deleteForward()
        case .control("u"): prompt.deleteAll()
        case .left: prompt.move(by: -1)
        case .right: prompt.move(by: 1)
        case .home, .control("a"): prompt.moveToStart()
        case .end, .control("e"): prompt.moveToEnd()
        default: return
        }
        let isEdited = prompt.text != self.prompt.value?.text
        self.prompt.value = prompt
        if isEdited { noteTyping(prompt) }
    }
}
