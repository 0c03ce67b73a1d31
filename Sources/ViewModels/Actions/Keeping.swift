import Configuration
import Library
import Signals
import System
import Typesetting

/// Saves, pipes and copies articles and links.
@MainActor final class Keeping: ReaderPart {
    unowned let reader: ReaderModel
    /// Saves the articles of a list in the background.
    let saving = LatestWork()

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// Asks where to save the article, and proposes a file named after its title.
    func askWhereToSave() {
        if reader.here.selection != nil { return askWhereToSaveAll() }
        guard let article = reader.here.article else { return reader.actions.programInput.sayThereIsNoArticle() }
        let folder = session.config.text(.savePath)
        let slash = folder.hasSuffix("/") ? "" : "/"
        askWhereToSave(folder + slash + article.fileName)
    }

    private func askWhereToSave(_ path: String, replacing known: String? = nil, problem: String? = nil) {
        session.ask(
            Question(
                label: "Save to: ", history: "save", tellsOfLostRow: reader.tellOfLostRow,
                completion: session.paths.completion(of:)
            ) { [weak self] in try self?.saveArticle(as: $0, replacing: known) }, text: path, problem: problem)
    }

    /// Saves the article as text. Replaces an existing file only if the user was asked.
    func saveArticle(as path: String, replacing known: String?) throws {
        guard let text = reader.actions.programInput.takeShownText() else { return }
        let target = session.paths.expandingHome(path)
        if PrivateFiles.isFolder(target) {
            throw PromptProblem("“\(path)” is a folder: add a file name")
        }
        if PrivateFiles.isTaken(target), known != path {
            return askWhereToSave(
                path, replacing: path, problem: "“\(path)” already exists (Enter to replace it, Esc to keep it)")
        }
        let folder = PrivateFiles.parent(of: target)
        if !PrivateFiles.isFolder(folder), known != path {
            return askWhereToSave(
                path, replacing: path, problem: "No folder “\(folder)” (Enter to create it, Esc to cancel)")
        }
        do {
            try PrivateFiles.makeDirectory(folder)
            try PrivateFiles.writeOverLink(Array(text.utf8), to: target)
        } catch {
            // The reason comes first, because a long path would push it off the screen.
            throw PromptProblem("Can't save: \(error.reason) (\(path))")
        }
        session.status = .done("Saved the article to \(path)")
    }

    func askWhereToPipe() {
        guard reader.actions.programInput.mayTakeTexts else { return }
        let what = reader.here.selection == nil ? "the article" : "the \(reader.items.countedSelection) selected"
        session.ask(
            Question(label: "Pipe \(what) to: ", history: "pipe", tellsOfLostRow: reader.tellOfLostRow) {
                [weak self] in self?.session.request(.pipe($0))
            })
    }

    /// Copies the link, with the title before it if `withTitle`.
    func copyLink(withTitle: Bool) {
        if let selection = reader.here.selection { return copyLinks(of: selection, withTitle: withTitle) }
        let (link, title) =
            reader.here.link.map { ($0.address, $0.text) }
            ?? (
                reader.actions.browsing.link(for: .copy),
                reader.here.item?.displayTitle ?? reader.here.feed?.displayName
            )
        guard let link else { return }
        let words = [withTitle ? title : nil, copied(link)].compactMap(\.self).filter { !$0.isEmpty }
        session.request(.copy(words.joined(separator: " ")))
    }

    /// Copies one link for each row.
    private func copyLinks(of selection: SelectedRows, withTitle: Bool) {
        guard reader.actions.programInput.maySelect(Self.mostLinks, "copy the links of") else { return }
        let items = session.news.reporting(try selection.items(limit: Self.mostLinks, in: session.library))
        guard let items else { return }
        let lines = items.compactMap { item in
            item.link.map { (withTitle ? item.displayTitle + " " : "") + copied($0) }
        }
        reader.items.endSelecting()
        if lines.isEmpty { return session.status = .refused("No links to copy") }
        session.request(.copy(lines.joined(separator: "\n")))
    }

    /// A link as it is copied: users paste it into a shell, where a quotation mark or a dollar sign would do harm.
    private func copied(_ link: String) -> String { CleanText.line(SafeAddress.of(link)) }

    /// Terminals accept about 70 KB at once.
    private static let mostLinks = 1000
}

// Saving all articles of a list.
extension Keeping {
    func askWhereToSaveAll() {
        guard reader.screen == .items, reader.items.selected != nil else {
            return session.status = .refused("No articles to save")
        }
        let count = reader.items.isSelecting ? reader.items.countedSelection : reader.items.loaded.total
        guard count <= Self.mostSaved else {
            return session.status = .refused(
                "Can't save \(count) articles at once: filter the list (\(session.key(.filter))) or select some (\(session.key(.select)))"
            )
        }
        let selected = reader.items.isSelecting
        session.ask(
            Question(
                label: selected
                    ? "Save the \(count) selected to folder: " : "Save the whole list to folder: ",
                history: "folder", completion: session.paths.completion(of:)
            ) { [weak self] in try self?.saveAll(to: $0, isOfSelected: selected) }, text: session.config.text(.savePath)
        )
    }

    /// Saves the selected articles, or those of the whole list, in the background.
    func saveAll(to folder: String, isOfSelected: Bool) throws {
        // The user didn't ask for the whole list.
        if isOfSelected, reader.here.selection == nil {
            throw PromptProblem("The selection is gone, so nothing was saved: select again (\(session.key(.select)))")
        }
        if saving.isUnderWay { throw PromptProblem("lede is still saving other articles: try again soon") }
        let target = session.paths.expandingHome(folder)
        try PrivateFiles.makeDirectory(target)
        let selection = reader.here.selection
        reader.items.endSelecting()
        session.status = .done("Saving to \(folder)…")
        saving.begin { [library = session.library, rows = reader.items.rows] in
            Result {
                var files = ArticleFiles(folder: target, library: library)
                var last: Item?
                while true {
                    let page =
                        try selection?.items(after: last, limit: 100, in: library)
                        ?? rows?.items(after: last, limit: 100, in: library) ?? []
                    if page.isEmpty { return files.words }
                    try files.save(page)
                    last = page.last
                }
            }
        } receive: { [weak session] words in
            do { session?.status = .done(try words.get()) } catch { session?.status = .problem(error) }
        }
    }

    /// Each article becomes a file, and nobody reads more.
    private static let mostSaved = 10_000
}

/// Saves articles as text files in a folder. The files are named after the titles.
private struct ArticleFiles {
    let folder: String
    let library: Library
    private(set) var saved = 0
    /// The number of files that already existed, and weren't changed.
    private(set) var left = 0
    private var names: Set<String> = []

    init(folder: String, library: Library) {
        self.folder = folder
        self.library = library
    }

    mutating func save(_ items: [Item]) throws {
        for item in items {
            guard let article = try library.article(item.id) else { continue }
            let name = ownName(for: article)
            let path = "\(folder)/\(name)"
            if PrivateFiles.isTaken(path) {
                left += 1
            } else {
                try PrivateFiles.writeOverLink(Array(article.plainText.utf8), to: path)
                saved += 1
            }
        }
    }

    /// A name that no earlier article has, even with the same title.
    private mutating func ownName(for article: Article) -> String {
        let name = article.fileName
        if names.insert(name).inserted { return name }
        var number = 2
        while !names.insert(name.numbered(number)).inserted { number += 1 }
        return name.numbered(number)
    }

    /// The result for the status line.
    var words: String {
        let articles = "Saved \(saved.counted("article")) to \(folder)"
        return left == 0 ? articles : "\(articles), skipped \(left) already there"
    }
}

extension String {
    /// The name with a number before “.txt”.
    fileprivate func numbered(_ number: Int) -> String { "\(dropLast(".txt".count)) (\(number)).txt" }
}
