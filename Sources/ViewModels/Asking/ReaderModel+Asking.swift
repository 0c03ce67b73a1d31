import Configuration
import Signals

// What is typed at the foot of the screen.
extension ReaderModel {
    func ask(_ purpose: Prompt.Purpose, text: String = "") { prompt.value = Prompt(purpose, text: text) }

    /// Changes the line that is being typed.
    package func edit(_ change: (inout TypedLine) -> Void) {
        guard var prompt = prompt.value else { return }
        change(&prompt.line)
        show(prompt)
    }

    /// Puts what was typed here before in the place of the line.
    package func recall(earlier: Bool) {
        guard var prompt = prompt.value, let name = prompt.purpose.history else { return }
        prompt.recall(histories.lines(of: name), earlier: earlier)
        show(prompt)
    }

    /// Goes on with what has been begun, as far as that is plain.
    package func complete(backward: Bool = false) {
        guard let asked = prompt.value else { return }
        var prompt = asked
        prompt.complete(backward: backward) { completion(of: asked) }
        show(prompt)
    }

    /// Shows the line as it is now, and does what follows what is typed.
    private func show(_ prompt: Prompt) {
        let isEdited = prompt.text != self.prompt.value?.text
        self.prompt.value = prompt
        if isEdited { noteTyping(prompt) }
    }

    package func leavePrompt() {
        guard let prompt = prompt.value else { return }
        self.prompt.value = nil
        notePromptLeft(prompt)
        request(.leaveSteps)
    }

    /// Takes what was typed at the prompt, or says there what is wrong with it.
    package func submitPrompt() {
        // What was cut is not what was meant, and stays with the word of it; only a search is the same with less.
        guard var prompt = prompt.value, !prompt.line.isCut || prompt.purpose == .findItems else { return }
        let text = prompt.text.trimmingSpaces
        // First, since what was typed may lead to the next question.
        self.prompt.value = nil
        if prompt.purpose.isOfItem, tellOfLostRow() { return }
        do {
            try answer(prompt.purpose, with: text)
            if let name = prompt.purpose.history { histories.add(text, to: name) }
        } catch {
            prompt.problem = "\(error)"
            self.prompt.value = prompt
        }
    }

    private func answer(_ purpose: Prompt.Purpose, with text: String) throws {
        switch purpose {
        case .feedTitle(let feed): rename(feed, to: text)
        case .feedTags(let feed, let shown): try retag(feed, text, insteadOf: shown)
        case .feedGroup(let feed): try group(feed, text)
        case .filter: try filter(by: text)
        case .narrowFeeds: try keepNarrowing(to: text)
        case .bookmark(let bookmark, let field): try take(text, as: field, of: bookmark)
        case .findItems where text.isEmpty: takeBackFound()
        case _ where text.isEmpty: break
        case .findItems: try keepFound(of: text)
        case .newQuery(let filter): try save(filter, as: text)
        case .feedAddress(let feed): try move(feed, to: text)
        case .queryName(let query): try rename(query, to: text)
        case .addFeed: try addFeed(text)
        case .importOPML: importOPML(text)
        case .openLink: try openLink(typed: text)
        case .findInText: try keepSearch(for: text)
        case .goToTitle: try goToTitle(text)
        case .saveArticle(let replaceable): try saveArticle(as: text, replacing: replaceable)
        case .saveAll(let selected): try saveAll(to: text, isOfSelected: selected != nil)
        case .pipeArticle: request(.pipe(text))
        case .command: request(.command(text))
        }
    }

    private func completion(of prompt: Prompt) -> Completion {
        let begun = String(prompt.text.prefix(prompt.cursor))
        switch prompt.purpose {
        case .addFeed, .openLink, .findInText, .goToTitle, .pipeArticle, .bookmark: return .none
        case .importOPML, .saveArticle, .saveAll: return paths.completion(of: begun)
        case .command: return completion(ofCommand: begun)
        case .feedTags: return completion(ofTags: begun)
        case .findItems, .filter: return completion(ofFilter: begun)
        case .narrowFeeds: return completion(ofFeeds: begun)
        case .feedGroup: return Completion(of: begun, among: urls.value.feeds.compactMap(\.group?.path), end: "")
        case .newQuery, .feedTitle, .feedAddress, .queryName: return .none
        }
    }
}

extension Paths {
    /// The files and folders that a path could go on with.
    func completion(of path: String) -> Completion {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let folder = path == name ? "." : expandingHome(String(path.dropLast(name.count)))
        let names = FolderListing(folder).names.filter { name.hasPrefix(".") || !$0.hasPrefix(".") }
        return Completion(of: name, among: names, end: "")
    }
}
