import Signals
import Typesetting

// Searching in the text that is paged through.
extension ReaderModel {
    func search() {
        guard let pager else { return searchLibrary() }
        pager.beginSearch()
        ask(.findInText)
    }

    /// Follows what is being typed at a prompt.
    package func noteTyping(_ prompt: Prompt) {
        if prompt.purpose == .findInText { pager?.look(for: prompt.text) }
        if prompt.purpose == .findItems {
            remarkOnSearch(prompt.text)
            lookForItems(prompt.text)
        }
        if case .narrowFeeds = prompt.purpose { feeds.narrow(to: prompt.text) }
    }

    /// Takes back what was shown while the person typed and then thought better of it.
    package func notePromptLeft(_ prompt: Prompt) {
        if prompt.purpose == .findInText { pager?.stopSearch() }
        if prompt.purpose == .findItems { takeBackFound() }
        if case .narrowFeeds(let before, let entry, let rowsAbove) = prompt.purpose {
            feeds.narrow(to: before)
            if let entry { feeds.choose(entry) }
            feeds.cursor.rowsAbove = rowsAbove
        }
    }

    /// Leaves what is found marked, for the person to go from hit to hit.
    func keepSearch(for words: String) throws {
        if pager?.search?.count == 0 { throw PromptProblem("“\(words)” is not in this text") }
        if place == .failures { failures.chooseFound() }
    }

    func moveToHit(by steps: Int) {
        guard let pager else { return }
        guard pager.search != nil else {
            return status = .problem("Nothing is looked for here (\(key(.search)) does)")
        }
        pager.moveToHit(by: steps)
        if place == .failures { failures.chooseFound() }
    }
}
