package import Configuration
import Dispatch
package import Library
package import Signals
import System

/// What all screens share: the status line, prompts, the config, and the work that keys wait for.
@MainActor package final class Session {
    let news: LibraryNews
    let paths: Paths
    let library: Library
    let troubles: Subject<LibraryFailure, Never>

    /// The latest message.
    @Published package internal(set) var status: Status?
    /// The current prompt.
    @Published package internal(set) var prompt: Prompt?
    @Published package internal(set) var choice: Choice?
    /// The current config. What depends on it follows this property.
    @Published package internal(set) var config: Config
    /// Whether keys have to wait.
    @Published package internal(set) var isAwaiting = false

    /// Returns the name of an operation's key in the current screen, if it has one.
    package var keyName: @MainActor (Operation) -> String? = { _ in nil }

    /// The same in articles, whose text is composed before they are in front.
    package var keyNameInArticle: @MainActor (Operation) -> String? = { _ in nil }

    /// Reports an import, once the imported config is loaded.
    var whenReconfigured: (@MainActor () -> Void)?

    /// The question of the prompt; below, the decision of the choice.
    var question: Question?
    var isSearching: Bool { prompt != nil && question?.isSearch == true }
    private var decision: Decision?
    /// The work that keys wait for, and how to cancel it.
    var waits: [(isUnderWay: Property<Bool>, callOff: @MainActor () -> Void)] = []
    /// Runs changes of feeds and items, undo and redo.
    let changing: Command<Change, Void, Never>
    /// How many changes were started, and how many of them keys no longer wait for.
    var (changesBegun, changesGivenUp) = (0, 0)
    let goingOn: Subject<Void, Never>
    /// The message that the current operation has cleared.
    private(set) var cleared: Status?
    /// The last failure in the status line, which may not have fitted.
    private(set) var lastProblem: String?
    let files: RememberedFiles
    let histories: PromptHistories

    private let requestsSubject = Subject<TerminalRequest, Never>()
    let scope = ScopedDisposable()

    init(_ library: Library, paths: Paths, config: Config, troubles: Subject<LibraryFailure, Never>) {
        (self.library, self.paths, self.troubles) = (library, paths, troubles)
        news = LibraryNews(library, troubles: troubles)
        _config = Published(wrappedValue: config)
        files = RememberedFiles(in: paths.stateDirectory)
        histories = PromptHistories(folder: paths.stateDirectory, files: files)
        let goingOn = Subject<Void, Never>()
        self.goingOn = goingOn
        // A change continues even if nobody waits for it any more.
        changing = Command(allowsConcurrency: true) { change in
            Signal.from { answer in MainQueue.assume { change { answer(()) } } }.take(until: goingOn.signal)
        }
        wait(for: changing.isExecuting) { [weak self] in
            self?.giveUpChanges()
            self?.status = .done("Continuing in the background")
        }
        scope.add(
            library.troubles.deliver(on: .main).merge(with: troubles.signal).observe { [weak self] in
                self?.status = .problem($0)
            })
        // If the library can't write, keys needn't wait for it.
        scope.add(library.troubles.onMain { [weak self] _ in self?.giveUpChanges() })
    }

    package var requests: Signal<TerminalRequest, Never> { requestsSubject.signal }

    func request(_ request: TerminalRequest) { requestsSubject.send(request) }

    /// Shows a message.
    package func say(_ status: Status) { self.status = status }

    /// Replaces a message when the outcome is known, unless another message is shown by then. `words` returns nil if
    /// the message stays.
    func correction<Outcome: Sendable>(
        of said: Status?, _ words: @escaping @MainActor @Sendable (Outcome) -> String?
    ) -> @MainActor @Sendable (Outcome) -> Void {
        { [weak self] outcome in
            if self?.status == said, let words = words(outcome) { self?.status = .done(words) }
        }
    }

    /// Clears the status line before the next operation. Keeps a failure for the list of failures. `kept` is a message
    /// that stays there anyway.
    func clearStatus(butNot kept: Status?) {
        if let said = status, said != kept { lastProblem = said.kind == .failed ? said.text : nil }
        (cleared, status) = (status, nil)
    }

    /// The name of an operation's key, or its command.
    package func key(_ operation: Operation) -> String { keyName(operation) ?? ":\(operation.rawValue)" }

    /// How to call an operation, in words.
    package func pressing(_ operation: Operation) -> String {
        keyName(operation).map { "press \($0)" } ?? "type :\(operation.rawValue)"
    }

    /// Waits until all files for the next start are written.
    func settle() { files.settle() }
}

// Lists of choices.
extension Session {
    func choose(_ choice: Choice, then decision: @escaping Decision) {
        self.decision = decision
        self.choice = choice
    }

    /// Edits the list of choices: its text or its cursor.
    package func editChoice(_ change: (inout Choice) -> Void) {
        guard var choice else { return }
        change(&choice)
        self.choice = choice
    }

    /// Sets the number of rows that the screen has for the list.
    package func fitChoice(_ height: Int) {
        if let choice, choice.cursor.height != max(1, height) { editChoice { $0.cursor.height = height } }
    }

    package func leaveChoice() {
        (choice, decision) = (nil, nil)
        request(.leaveSteps)
    }

    /// Chooses the option at the cursor.
    package func acceptChoice() {
        guard let option = choice?.selected, let decision else { return }
        // First, because the choice may lead to the next question.
        (choice, self.decision) = (nil, nil)
        decision(option)
    }
}

/// A change that takes a moment. It calls `finish` when its result is visible.
typealias Change = @MainActor @Sendable (_ finish: @escaping @MainActor @Sendable () -> Void) -> Void

// Making keys wait for what they are meant for.
extension Session {
    /// Makes keys wait while `isUnderWay` is true. Escape calls `callOff`.
    func wait(for isUnderWay: Property<Bool>, callOff: @escaping @MainActor () -> Void) {
        waits.append((isUnderWay, callOff))
        scope.add(isUnderWay.observe { [weak self] _ in self?.updateAwaiting() })
    }

    /// Makes keys wait for a change, and says so if it takes long.
    func change(_ action: String, by change: @escaping Change) {
        let underWay = Status.done("\(action)… (Esc to stop waiting)")
        changesBegun += 1
        let number = changesBegun
        changing.execute { [weak self] finish in
            change {
                if let self, self.status == underWay { self.status = nil }
                finish()
            }
        }
        // Most changes finish before anybody could read this.
        MainQueue.async(after: .milliseconds(200)) { [weak self] in
            if let self, isAwaited(number) { status = underWay }
        }
    }

    /// Whether keys wait for this change, and it is the latest.
    func isAwaited(_ change: Int) -> Bool { change == changesBegun && change > changesGivenUp && isChanging }

    /// Whether keys wait for a change.
    var isChanging: Bool { changing.isExecuting.value }

    /// Stops waiting for changes, but lets them finish.
    func giveUpChanges() {
        changesGivenUp = changesBegun
        goingOn.send(())
    }

    /// Cancels what keys wait for. The screen stays as it is.
    package func callOff() {
        status = .done("Cancelled")
        for wait in waits where wait.isUnderWay.value { wait.callOff() }
    }

    private func updateAwaiting() {
        let isAwaiting = waits.contains { $0.isUnderWay.value }
        if isAwaiting != self.isAwaiting { self.isAwaiting = isAwaiting }
    }
}

/// Called with the chosen option.
typealias Decision = @MainActor (Choice.Option) -> Void

/// A message in the line at the bottom.
package struct Status: Equatable, Sendable {
    package enum Kind: Sendable {
        case done
        /// The key or command isn't possible here. Only the status line says why.
        case refused
        /// A failure, which the list of failures keeps, too.
        case failed
    }

    package let text: String
    package let kind: Kind

    /// Whether the line shows it as a problem.
    package var isProblem: Bool { kind != .done }

    package static func done(_ text: String) -> Status { Status(text: text, kind: .done) }

    package static func refused(_ text: String) -> Status { Status(text: text, kind: .refused) }

    package static func problem(_ text: String) -> Status { Status(text: text, kind: .failed) }

    static func refused(_ error: any Error) -> Status { .refused("\(error)".asSentence) }

    static func problem(_ error: any Error) -> Status { .problem("\(error)".asSentence) }

    /// Says why the reader won't notice changes by other programs.
    package static func unwatched(_ reason: any Error) -> Status {
        .problem("Can't detect changes by other programs: \(reason)")
    }
}

extension String {
    /// The text with a capital first letter, unless it begins with a name, such as lede's or that of a file or setting.
    package var asSentence: String {
        let first = prefix { $0 != " " }
        let isWord = first.allSatisfy { $0.isLetter || $0 == "'" }
        return isWord && !["lede", "newsboat's"].contains(first) ? prefix(1).uppercased() + dropFirst() : self
    }
}

/// What models ask of the terminal.
package enum TerminalRequest: Equatable, Sendable {
    /// Opens a link, which marks `reading` read.
    case browse(String, reading: ItemID? = nil)
    /// Opens links one after the other, which marks `reading` read.
    case browseEach([String], reading: [ItemID] = [])
    /// Opens links in a browser with its own window, without waiting for it.
    case browseBehind([String])
    /// A line of the command line.
    case command(String)
    /// Opens a file in the user's editor, or in another one.
    case edit(String, with: EditorCall? = nil)
    case copy(String)
    /// Passes the article to a program.
    case pipe(String)
    /// Passes a bookmark to the user's program.
    case keep(Bookmark)
    /// Passes a bookmark of each selected item to the user's program.
    case keepEach
    /// Shares the item with one of the user's programs.
    case share([String])
    /// Drops the remaining steps of a key whose question was cancelled, because they depend on the answer.
    case leaveSteps
    case suspend
    case redraw
    case quit
}

/// How the config file sets the editor for the urls file.
package struct EditorCall: Equatable, Sendable {
    /// The program and its arguments. `%f` stands for the file, and `%L` for the line.
    package let words: String
    package let line: Int
}
