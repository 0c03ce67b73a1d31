import Configuration
import Files
import Library
import Signals

// All articles of a list, as files.
extension Keeping {
    func askWhereToSaveAll() {
        guard place == .items, items.selected != nil else {
            return status = .problem("There is no list here whose articles could be saved")
        }
        let count = items.isSelecting ? items.countedSelection : items.total
        guard count <= Self.mostSaved else {
            return status = .problem(
                "\(count) articles are too many to save: narrow the list (\(key(.filter))), or select some rows (\(key(.select)))"
            )
        }
        let selected = items.isSelecting
        session.ask(
            Question(
                label: selected
                    ? "Save the \(count) selected to the folder: " : "Save all of this list to the folder: ",
                history: "folder", completion: paths.completion(of:)
            ) { [weak self] in try self?.saveAll(to: $0, isOfSelected: selected) }, text: config.text(.savePath))
    }

    /// Saves what is selected, or all of the list, while the person goes on.
    func saveAll(to folder: String, isOfSelected: Bool) throws {
        // It never becomes all of the list.
        if isOfSelected, here.selection == nil { throw PromptProblem("What was selected is so no longer") }
        if saving.isUnderWay { throw PromptProblem("Other articles are still being saved") }
        let target = paths.expandingHome(folder)
        try PrivateFiles.makeDirectory(target)
        let selection = here.selection
        items.endSelecting()
        status = .done("Saving to \(folder) …")
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
        } take: { [weak session] words in
            do { session?.status = .done(try words.get()) } catch { session?.status = .problem("\(error)") }
        }
    }

    /// Nobody reads more, and each is a file.
    private static let mostSaved = 10_000
}
