package import Configuration
import Dispatch
package import Library
package import Signals
import System

/// The urls file, and the library's feeds that follow it.
@MainActor package final class SubscriptionsModel {
    /// The problems of the urls file by line, or the reason why it can't be read.
    package private(set) var problems: [String] = []

    /// The contents of the file when it was last read; known after the first access to `list`.
    @Published package private(set) var knownList = UrlsList("")

    /// The contents of the file, read now if that was put off.
    package var list: UrlsList {
        if let text = unread { apply(UrlsList(text)) }
        return knownList
    }

    /// The contents of the file as a property.
    package var listToFollow: Property<UrlsList> {
        _ = list
        return $knownList
    }

    /// Further remarks on single feeds.
    package var warnings: [String] { unread == nil ? knownList.warnings : [] }

    /// The text of the file if reading it can wait: the library already follows it, and it says nothing else that is
    /// visible. Then the first screen doesn't wait for it.
    private var unread: [UInt8]?

    private let file: UrlsFile
    private let library: Library
    // A separate queue: an edit waits for the disk and the library's writer, and edits run in order.
    private let editing = DispatchQueue(label: "lede.urls-edits")
    /// The number of unfinished edits.
    private var waiting = 0

    package init(library: Library, paths: Paths) {
        self.library = library
        file = UrlsFile(path: paths.urls)
    }

    package var exists: Bool { file.exists }

    /// Makes the library follow the urls file before anything is shown. If the file can't be read, the feeds stay as
    /// they were.
    package func begin() {
        do {
            let text = try file.text()
            if UrlsList.isBare(text), try library.isFollowing(text) {
                unread = text
                try library.lookForQueriesThatWait()
            } else {
                let list = UrlsList(text)
                apply(list)
                try library.follow(list.followed(text)) { [file] in file.followedList }
            }
        } catch {
            problems = ["\(error)"]
        }
    }

    /// Makes the library follow the urls file while the reader is open, and calls `finish` when it does.
    package func follow(finish: @escaping @MainActor @Sendable () -> Void) throws {
        apply(UrlsList(try file.text()))
        library.follow { [file] in
            file.followedList
        } finish: {
            MainQueue.async { finish() }
        }
    }

    /// Changes the urls file off the main queue, since the writer and the disk may be busy. `finish` gets the body's
    /// result or failure once the library has followed.
    package func edit<Outcome: Sendable>(
        _ body: @escaping @Sendable (UrlsFile, Library) throws -> Outcome,
        finish: @escaping @MainActor @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        waiting += 1
        editing.async { [file, library, weak self] in
            let outcome = Result { try body(file, library) }
            MainQueue.async {
                self?.waiting -= 1
                self?.follow(outcome, finish)
            }
        }
    }

    /// Whether an edit is unfinished.
    package var isEditing: Bool { waiting > 0 }

    /// Runs `body` after all pending edits, or immediately if there are none.
    package func whenEdited(_ body: @escaping @Sendable () -> Void) {
        if !isEditing { return body() }
        waiting += 1
        editing.async { [weak self] in
            body()
            MainQueue.async { self?.waiting -= 1 }
        }
    }

    /// Waits until all edits are in the file.
    package func settle() {
        editing.sync {}
        // The library's writer reports undone steps, and the file then follows.
        library.drain()
        editing.sync {}
    }

    /// Undoes or redoes the next step after all pending edits.
    ///
    /// The library's queue calls `finish` after a step of the library alone, with nil if no step is left. After a step
    /// that changes the urls file, the main queue calls `finishWithFile` once the library follows the file.
    package func perform(
        _ next: NextStep, finish: @escaping @Sendable (StepOutcome?) -> Void,
        finishWithFile: @escaping @MainActor @Sendable (Result<StepOutcome?, any Error>) -> Void
    ) {
        whenEdited { [file, library, editing, weak self] in
            file.perform(next, in: library, on: editing, finish: finish) { outcome in
                MainQueue.async { self?.follow(outcome, finishWithFile) }
            }
        }
    }

    /// Updates the contents after an edit, and reports its outcome once the library has followed. The watch doesn't
    /// report a change back to what it last saw.
    private func follow<Outcome: Sendable>(
        _ outcome: Result<Outcome, any Error>,
        _ finish: @escaping @MainActor @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        guard exists else { return finish(outcome) }
        do { try follow { finish(outcome) } } catch { finish(.failure(error)) }
    }

    private func apply(_ list: UrlsList) {
        unread = nil
        problems = list.allProblems.map { $0.words(in: "urls") }
        knownList = list
    }
}
