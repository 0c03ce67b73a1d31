package import Configuration
import Dispatch
package import Library
import MainQueue
package import Signals

/// What the person is subscribed to: the urls file, and the library's feeds that follow it.
@MainActor package final class SubscriptionsModel {
    /// What is wrong with the urls file, line by line, or why it can't be read.
    package private(set) var problems: [String] = []

    /// What the file said when it was read last; known once somebody has asked for `list`.
    @Published package private(set) var knownList = UrlsList("")

    /// The same, read now if that was put off.
    package var list: UrlsList {
        if let text = unread { take(UrlsList(text)) }
        return knownList
    }

    /// The same, to follow.
    package var listToFollow: Property<UrlsList> {
        _ = list
        return $knownList
    }

    /// What is said of single feeds beside that.
    package var warnings: [String] { unread == nil ? knownList.warnings : [] }

    /// The file, where the library is known to follow it and it says nothing else that is seen: the first screen does not
    /// wait until it is read.
    private var unread: [UInt8]?

    private let file: UrlsFile
    private let library: Library
    // A queue of its own: an edit waits for the disk and for the library's writer, and edits go in order.
    private let editing = DispatchQueue(label: "lede.urls-edits")
    /// How much was asked for there and is not done.
    private var waiting = 0

    package init(library: Library, paths: Paths) {
        self.library = library
        file = UrlsFile(path: paths.urls)
    }

    package var exists: Bool { file.exists }

    /// Makes the library's feeds those that the urls file names, before anything is shown. Where it can't be read they stay as
    /// they were.
    package func begin() {
        do {
            let text = try file.text()
            if UrlsList.isBare(text), try library.isFollowing(text) {
                unread = text
                try library.lookForQueriesThatWait()
            } else {
                let list = UrlsList(text)
                take(list)
                try library.follow(list.followed(text)) { [file] in file.followedList }
            }
        } catch {
            problems = ["\(error)"]
        }
    }

    /// Makes the library's feeds those of the urls file while the reader is open, and calls `finish` when they are.
    package func follow(finish: @escaping @MainActor @Sendable () -> Void) throws {
        take(UrlsList(try file.text()))
        library.follow { [file] in
            file.followedList
        } finish: {
            MainQueue.async { finish() }
        }
    }

    /// Changes the urls file off the main queue, for the writer and the disk may be busy. `finish` is given what the body
    /// returns, or why it failed, when the library has followed.
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

    /// Whether something was asked for and is not done.
    package var isEditing: Bool { waiting > 0 }

    /// Does something once what was asked for is done, at once where that is nothing.
    package func whenEdited(_ body: @escaping @Sendable () -> Void) {
        if !isEditing { return body() }
        waiting += 1
        editing.async { [weak self] in
            body()
            MainQueue.async { self?.waiting -= 1 }
        }
    }

    /// Waits until what was asked for is in the file.
    package func settle() {
        editing.sync {}
        // What was undone is told by the library's writer, and the file follows it then.
        library.drain()
        editing.sync {}
    }

    /// Takes the next step, once the file says what was asked for before.
    ///
    /// The library's queue calls `finish` after a step that the library took alone, with nil where no step is left. After a step
    /// that the file tells of, the main queue calls `finishWithFile` once the library follows the file.
    package func take(
        _ next: NextStep, finish: @escaping @Sendable (StepOutcome?) -> Void,
        finishWithFile: @escaping @MainActor @Sendable (Result<StepOutcome?, any Error>) -> Void
    ) {
        whenEdited { [file, library, editing, weak self] in
            file.take(next, in: library, on: editing, finish: finish) { outcome in
                MainQueue.async { self?.follow(outcome, finishWithFile) }
            }
        }
    }

    /// Takes note of what the file says by now, which the watch of the file doesn't tell where that is what it said when it last
    /// looked, and tells the outcome once the library has followed.
    private func follow<Outcome: Sendable>(
        _ outcome: Result<Outcome, any Error>,
        _ finish: @escaping @MainActor @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        guard exists else { return finish(outcome) }
        do { try follow { finish(outcome) } } catch { finish(.failure(error)) }
    }

    private func take(_ list: UrlsList) {
        unread = nil
        problems = list.allProblems.map { $0.words(in: "urls") }
        knownList = list
    }
}
