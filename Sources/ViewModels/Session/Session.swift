package import Configuration
import Library
import MainQueue
package import Signals

/// What all places share: what is said and asked at the foot of the screen, what keys wait for, and what the person has set.
@MainActor package final class Session {
    let news: LibraryNews
    let paths: Paths
    var library: Library { news.library }
    var troubles: Subject<LibraryFailure, Never> { news.troubles }

    /// What just happened.
    @Published package internal(set) var status: Status?
    /// The line that is being typed.
    @Published package internal(set) var prompt: Prompt?
    @Published package internal(set) var choice: Choice?
    /// What the person has set: what follows it changes with it.
    @Published package internal(set) var config: Config
    /// Whether keys have to wait.
    @Published package internal(set) var isAwaiting = false

    /// What the key of an operation is called here, where there is one.
    package internal(set) var keyName: @MainActor (Operation) -> String? = { _ in nil }

    /// Says what an import brought, once the config that it made is read.
    var whenReconfigured: (@MainActor () -> Void)?

    /// What is asked by the prompt, and by the choice.
    var question: Question?
    var isSearching: Bool { prompt != nil && question?.isSearch == true }
    var decision: Decision?
    /// What keys wait for, and how Escape ends that.
    var waits: [(isUnderWay: Property<Bool>, callOff: @MainActor () -> Void)] = []
    /// Makes changes of feeds or items, undoes them and does them again.
    let changing: Command<Change, Void, Never>
    /// How many changes were begun, and how many of these nobody waits for.
    var (changesBegun, changesGivenUp) = (0, 0)
    let goingOn: Subject<Void, Never>
    /// What the status line said last that went wrong, which it may have had no room for.
    private(set) var lastProblem: String?
    let files: RememberedFiles
    let histories: PromptHistories

    private let requestsSubject = Subject<Request, Never>()
    let scope = ScopedDisposable()

    init(_ library: Library, paths: Paths, config: Config, troubles: Subject<LibraryFailure, Never>) {
        self.paths = paths
        news = LibraryNews(library, troubles: troubles)
        _config = Published(wrappedValue: config)
        files = RememberedFiles(in: paths.stateDirectory)
        histories = PromptHistories(folder: paths.stateDirectory, files: files)
        let goingOn = Subject<Void, Never>()
        self.goingOn = goingOn
        // A change that nobody waits for any more is made all the same.
        changing = Command(allowsConcurrency: true) { change in
            Signal.from { answer in MainQueue.assume { change { answer(()) } } }.take(until: goingOn.signal)
        }
        wait(for: changing.isExecuting) { [weak self] in
            self?.giveUpChanges()
            self?.status = .done("Continuing in the background")
        }
        scope.add(
            library.troubles.deliver(on: .main).merge(with: troubles.signal).observe { [weak self] in
                self?.status = .problem($0.description)
            })
        // What can't be written now keeps no key waiting.
        scope.add(library.troubles.onMain { [weak self] _ in self?.giveUpChanges() })
    }

    package var requests: Signal<Request, Never> { requestsSubject.signal }

    func request(_ request: Request) { requestsSubject.send(request) }

    /// Says what just happened.
    package func say(_ status: Status) { self.status = status }

    /// Clears the line for what is done next; a problem is kept for the list of failures, unless the line stays listed elsewhere.
    func clearStatus(butNot kept: Status?) {
        if let said = status, said != kept { lastProblem = said.kind == .failed ? said.text : nil }
        status = nil
    }

    /// The key of an operation, or its command.
    package func key(_ operation: Operation) -> String { keyName(operation) ?? ":\(operation.rawValue)" }

    /// What to do for an operation, in words.
    package func pressing(_ operation: Operation) -> String {
        keyName(operation).map { "press \($0)" } ?? "type :\(operation.rawValue)"
    }

    /// Waits until all that is kept for the next start is in the files.
    func settle() { files.settle() }
}
