import Signals
import Terminal
import ViewModels

extension ReaderModel {
    /// Whether a key belongs to a link's label. Any other key removes the labels.
    func handlesHint(_ key: Key) -> Bool {
        guard place == .article, article.hints != nil else { return false }
        switch key {
        case .character(let letter) where letter.isLetter: typeHint(letter)
        case .backspace: deleteHint()
        case .escape: article.leaveHints()
        default:
            article.leaveHints()
            return false
        }
        return true
    }
}
