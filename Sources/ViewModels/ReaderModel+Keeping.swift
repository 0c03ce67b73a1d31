import Configuration
import Library
import Signals
import Typesetting

// Taking articles elsewhere: to a file, to another program, to the clipboard.
extension ReaderModel {
    /// Asks for the file that the article is saved to, and proposes one that is named after its title.
    func askWhereToSave() {
        if selection != nil { return askWhereToSaveAll() }
        guard let article = currentArticle else { return sayThereIsNoArticle() }
        let folder = config.text(.savePath)
        let slash = folder.hasSuffix("/") ? "" : "/"
        ask(.saveArticle(replacing: nil), text: folder + slash + article.fileName)
    }

    /// Saves the article as text. A file that is there already is replaced only where the person has been told of it.
    func saveArticle(as path: String, replacing known: String?) throws {
        guard let text = takeShownText() else { return }
        let target = paths.expandingHome(path)
        if PrivateFiles.isFolder(target) {
            throw PromptProblem("“\(path)” is a folder: put the name of a file behind it")
        }
        if PrivateFiles.exists(target), known != path {
            ask(.saveArticle(replacing: path), text: path)
            prompt?.problem = "“\(path)” is there already: Enter replaces it, Esc leaves it as it is"
            return
        }
        do {
            try PrivateFiles.write(Array(text.utf8), to: target)
        } catch {
            // The reason first: a long path would push it off the screen.
            throw PromptProblem("\(error.reason): \(path)")
        }
        status = .done("The article is in \(path)")
    }

    func askWhereToPipe() {
        if mayTakeTexts { ask(.pipeArticle(selected: selection == nil ? nil : items.countedSelection)) }
    }

    /// Has the link copied, with the title before it where that is wanted.
    func copyLink(withTitle: Bool) {
        if let selection { return copyLinks(of: selection, withTitle: withTitle) }
        let (link, title) =
            place == .links
            ? (links.selected?.address, links.selected?.text)
            : (link(for: "copied"), currentItem?.displayTitle ?? currentFeed?.displayName)
        guard let link else { return }
        let words = [withTitle ? title : nil, CleanText.line(link)].compactMap(\.self).filter { !$0.isEmpty }
        request(.copy(words.joined(separator: " ")))
    }

    /// One link a line.
    private func copyLinks(of selection: SelectedRows, withTitle: Bool) {
        guard maySelect(Self.mostLinks, "links are too many to copy") else { return }
        do {
            let lines = try selection.items(limit: Self.mostLinks, in: library).compactMap { item in
                item.link.map { (withTitle ? item.displayTitle + " " : "") + CleanText.line($0) }
            }
            items.endSelecting()
            if lines.isEmpty { return status = .problem("There is no link here that could be copied") }
            request(.copy(lines.joined(separator: "\n")))
        } catch {
            troubles.send(error)
        }
    }

    /// Terminals take some 70 KB at once.
    private static let mostLinks = 1000

    /// Shows the text of the article as its feed has it, or as it is read again.
    func toggleSource() {
        guard place == .article, let open = openArticle else { return }
        if let place = placeInText {
            // At its end, too, where it would begin anew if it were opened again.
            if show(open.item.id), let open = openArticle { display(open, at: place) }
        } else {
            noteReadingPlace()
            placeInText = article.position
            article.show(open.source)
        }
    }
}

extension Article {
    /// A name for a file: the title without what a path or a shell would take for something else.
    var fileName: String {
        let letters = item.displayTitle.map { character in
            character.isLetter || character.isNumber || "-_.,()".contains(character) ? character : " "
        }
        var words = String(letters.prefix(Self.longestName)).split(separator: " ").joined(separator: " ")
        while words.utf8.count > Self.mostBytes { words.removeLast() }
        let name = words.drop { $0 == "." || $0 == "-" || $0 == " " }
        return (name.isEmpty ? "article" : String(name)) + ".txt"
    }

    private static let longestName = 60
    /// File systems take 255 bytes, of which the name of the draft beside it needs some more.
    private static let mostBytes = 200

    /// The text as it came.
    fileprivate var source: Document {
        Document(blocks: [.preformatted([.text(String(decoding: html.utf8.prefix(Self.longestSource), as: UTF8.self))])]
        )
    }

    private static let longestSource = 1 << 20
}
