import Configuration
import Dispatch
import Library
import MainQueue
import Signals

/// What the person is subscribed to: the urls file, and the library's feeds that follow it.
@MainActor final class SubscriptionsModel {
    /// What is wrong with the urls file, line by line, or why it can't be read.
    private(set) var problems: [String] = []

    /// What the file said when it was read last; known once somebody has asked for `list`.
    @Published var knownList = UrlsList("")

    /// The same, read now if that was put off.
    var list: UrlsList {
        if let text = unread { take(UrlsList(text)) }
        return knownList
    }

    /// The same, to follow.
    var listToFollow: Property<UrlsList> {
        _ = list
        return $knownList
    }

    /// What is said of single feeds beside that.
    var warnings: [String] { unread == nil ? knownList.warnings : [] }

    /// The file, where the library is known to follow it and it says nothing else that is seen: the first screen does not
    /// wait until it is read.
    private var unread: [UInt8]?

    private let file: UrlsFile
    private let library: Library
    private let editing = DispatchQueue(label: "lede.urls-edits")
    /// How much was asked for there and is not done.
    private var waiting = 0

    init(library: Library, paths: Paths) {
        self.library = library
        file = UrlsFile(path: paths.urls)
    }

    var exists: Bool { file.exists }

    /// Makes the library's feeds those that the urls file names, before anything is shown. Where it can't be read they stay as
    /// they were.
    func begin() {
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
    func follow(finish: @escaping @MainActor @Sendable () -> Void) throws {
        take(UrlsList(try file.text()))
        library.follow { [file] in
            file.followedList
        } finish: {
            MainQueue.async { finish() }
        }
    }

    /// Changes the urls file off the main queue, for the writer and the disk may be busy. `finish` is given what the body
    /// returns, or why it failed, when the library has followed.
    func edit<Outcome: Sendable>(
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
    var isEditing: Bool { waiting > 0 }

    /// Does something once what was asked for is done, at once where that is nothing.
    func whenEdited(_ body: @escaping @Sendable () -> Void) {
        if !isEditing { return body() }
        waiting += 1
        editing.async { [weak self] in
            body()
            MainQueue.async { self?.waiting -= 1 }
        }
    }

    /// Waits until what was asked for is in the file.
    func settle() {
        editing.sync {}
        // What was undone is told by the library's writer, and the file follows it then.
        library.drain()
        editing.sync {}
    }

    /// Takes a step back, or does it again, in the file and in the library, once the file says what was asked for before.
    /// `finish` is given what that came to, nil where somebody else has done so by now, or why it can't be done.
    nonisolated func take(
        _ step: Step, finish: @escaping @MainActor @Sendable (Result<StepOutcome?, any Error>) -> Void
    ) {
        editing.async { [file, library, weak self] in
            let outcome = Result { try file.take(step, in: library) }
            MainQueue.async { self?.follow(outcome, finish) }
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

extension SubscriptionsModel {
    /// Changes the urls file, and has the keys that are pressed meanwhile wait for what `finish` makes of the outcome.
    func edit<Outcome: Sendable>(
        _ body: @escaping @Sendable (UrlsFile, Library) throws -> Outcome, awaitedIn session: Session,
        finish: @escaping @MainActor @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        session.change("Changing the feeds") { goOn in
            self.edit(body) { outcome in
                finish(outcome)
                goOn()
            }
        }
    }
}
