import Configuration
import Files
import Library
import Signals

// Saving all articles of a list.
extension Keeping {
    func askWhereToSaveAll() {
        guard place == .items, items.selected != nil else {
            return status = .refused("No articles to save")
        }
        let count = items.isSelecting ? items.countedSelection : items.total
        guard count <= Self.mostSaved else {
            return status = .refused(
                "Can't save \(count) articles at once: filter the list (\(key(.filter))) or select some (\(key(.select)))"
            )
        }
        let selected = items.isSelecting
        session.ask(
            Question(
                label: selected
                    ? "Save the \(count) selected to folder: " : "Save the whole list to folder: ",
                history: "folder", completion: paths.completion(of:)
            ) { [weak self] in try self?.saveAll(to: $0, isOfSelected: selected) }, text: config.text(.savePath))
    }

    /// Saves the selected articles, or those of the whole list, in the background.
    func saveAll(to folder: String, isOfSelected: Bool) throws {
        // The user didn't ask for the whole list.
        if isOfSelected, here.selection == nil {
            throw PromptProblem("The selection is gone, so nothing was saved: select again (\(key(.select)))")
        }
        if saving.isUnderWay { throw PromptProblem("lede is still saving other articles: try again soon") }
        let target = paths.expandingHome(folder)
        try PrivateFiles.makeDirectory(target)
        let selection = here.selection
        items.endSelecting()
        status = .done("Saving to \(folder)…")
        saving.begin { [library, rows = items.rows] in
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
