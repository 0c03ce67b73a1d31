package import Configuration
import Library
import MainQueue
package import Signals

/// What all places share: the status line, prompts, the config, and the work that keys wait for.
@MainActor package final class Session {
    let news: LibraryNews
    let paths: Paths
    var library: Library { news.library }
    var troubles: Subject<LibraryFailure, Never> { news.troubles }

    /// The latest message.
    @Published package internal(set) var status: Status?
    /// The current prompt.
    @Published package internal(set) var prompt: Prompt?
    @Published package internal(set) var choice: Choice?
    /// The current config. What depends on it follows this property.
    @Published package internal(set) var config: Config
    /// Whether keys have to wait.
    @Published package internal(set) var isAwaiting = false

    /// Returns the name of an operation's key in the current place, if it has one.
    package internal(set) var keyName: @MainActor (Operation) -> String? = { _ in nil }

    /// Reports an import, once the imported config is loaded.
    var whenReconfigured: (@MainActor () -> Void)?

    /// The question of the prompt; below, the decision of the choice.
    var question: Question?
    var isSearching: Bool { prompt != nil && question?.isSearch == true }
    var decision: Decision?
    /// The work that keys wait for, and how to cancel it.
    var waits: [(isUnderWay: Property<Bool>, callOff: @MainActor () -> Void)] = []
    /// Runs changes of feeds and items, undo and redo.
    let changing: Command<Change, Void, Never>
    /// How many changes were started, and how many of them keys no longer wait for.
    var (changesBegun, changesGivenUp) = (0, 0)
    let goingOn: Subject<Void, Never>
    /// The last failure in the status line, which may not have fitted.
    private(set) var lastProblem: String?
    let files: RememberedFiles
    let histories: PromptHistories

    private let requestsSubject = Subject<TerminalRequest, Never>()
    let scope = ScopedDisposable()

    init(_ library: Library, paths: Paths, config: Config, troubles: Subject<LibraryFailure, Never>) {
        self.paths = paths
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

    /// Clears the status line before the next operation. Keeps a failure for the list of failures. `kept` is a message
    /// that stays there anyway.
    func clearStatus(butNot kept: Status?) {
        if let said = status, said != kept { lastProblem = said.kind == .failed ? said.text : nil }
        status = nil
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
