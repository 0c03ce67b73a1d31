import Configuration
import Library
import Signals
import Typesetting

extension ReaderModel {
    /// Opens the link of this number: in the browser, or where it leads to in the same text.
    package func openLink(_ number: Int) {
        if place == .links { links.choose(number) }
        let targets = place == .links ? links.links.map { .address($0.address) } : article.galley.links
        guard targets.indices.contains(number - 1) else { return }
        switch targets[number - 1] {
        case .address(let address): browse(address)
        case .anchor(let name): if let line = article.galley.line(ofAnchor: name) { article.move(to: line) }
        }
    }

    func openSelectedLink() {
        if let link = links.selected { browse(link.address) }
    }

    /// Lists the links of the article that is open, or chosen in a list.
    func showLinks() {
        if currentArticle.map(listLinks) != true { status = .problem("There are no links here") }
    }

    /// Lists the links of an article, and says whether it has any.
    func listLinks(of article: Article) -> Bool {
        let links = article.document.numberedLinks
        guard !links.isEmpty else { return false }
        self.links.show(links, of: article.item, factsOfFiles: article.factsOfFiles)
        go(to: .links)
        return true
    }

    /// Opens the link whose number was typed by itself: 0 is the tenth.
    func openLink(typedNumber: Int) {
        let number = typedNumber == 0 ? 10 : typedNumber
        guard number <= numberedLinks else { return status = .problem("There is no link \(number) here") }
        openLink(number)
    }

    /// How many links are seen with their numbers.
    private var numberedLinks: Int { place == .links ? links.links.count : article.galley.numberedLinks }

    /// Opens the link whose number was typed at the prompt.
    func openLink(typed text: String) throws {
        let numbers = numberedLinks
        guard let number = Int(text), number >= 1, number <= numbers else {
            throw PromptProblem(
                numbers == 0 ? "There are no links here" : "There is no link “\(text)”: they go from 1 to \(numbers)")
        }
        openLink(number)
    }
}

// Letters on the links in view.
extension ReaderModel {
    func showLinkHints() {
        guard place == .article else { return }
        article.hints = LinkHints(article.page.visible)
        if article.hints == nil { status = .problem("There is no link in view") }
    }

    /// Takes a letter while letters stand on the links.
    package func typeHint(_ letter: Character) {
        guard var hints = article.hints else { return }
        let link = hints.type(letter)
        article.hints = link == nil && !hints.open.isEmpty ? hints : nil
        if let link { openLink(link) }
    }

    package func deleteHint() {
        guard var hints = article.hints else { return }
        hints.deleteBackward()
        article.hints = hints
    }
}
