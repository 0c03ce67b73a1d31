package import Configuration
import Dispatch
import FoundationEssentials
import Library
import MainQueue
package import Signals

/// What all places share: what is said and asked at the foot of the screen, what keys wait for, and what the person has set.
@MainActor package final class Session {
    let library: Library
    let paths: Paths
    /// Where models tell what they could not read or write.
    let troubles: Subject<LibraryFailure, Never>

    /// What just happened.
    @Published package internal(set) var status: Status?
    /// The line that is being typed.
    @Published package internal(set) var prompt: Prompt?
    @Published package internal(set) var choice: Choice?
    /// What the person has set: what follows it changes with it.
    @Published package internal(set) var config: Config
    /// Whether keys have to wait.
    @Published package private(set) var isAwaiting = false

    /// What the key of an operation is called here, where there is one.
    package internal(set) var keyName: @MainActor (Operation) -> String? = { _ in nil }

    /// What is asked by the prompt, and by the choice.
    var question: Question?
    var isSearching: Bool { prompt != nil && question?.isSearch == true }
    var decision: Decision?
    var awaited = Awaited() { didSet { if awaited != oldValue { isAwaiting = awaited != Awaited() } } }
    /// What the status line said last that went wrong, which it may have had no room for.
    private(set) var lastProblem: String?
    let histories: PromptHistories

    private let requestsSubject = Subject<Request, Never>()
    private let scope = ScopedDisposable()

    init(_ library: Library, paths: Paths, config: Config, troubles: Subject<LibraryFailure, Never>) {
        self.library = library
        self.paths = paths
        self.troubles = troubles
        _config = Published(wrappedValue: config)
        histories = PromptHistories(folder: paths.stateDirectory)
        scope.add(
            library.troubles.deliver(on: .main).merge(with: troubles.signal).observe { [weak self] in
                self?.status = .problem($0.description)
            })
        // What can't be written now keeps no key waiting.
        scope.add(library.troubles.onMain { [weak self] _ in self?.awaited.change = nil })
    }

    package var requests: Signal<Request, Never> { requestsSubject.signal }

    func request(_ request: Request) { requestsSubject.send(request) }

    /// Says what just happened.
    package func say(_ status: Status) { self.status = status }

    /// Clears the line for what is done next; a problem is kept for the list of failures, unless the line stays listed elsewhere.
    func clearStatus(butNot kept: Status?) {
        if let said = status, said != kept { lastProblem = said.isProblem ? said.text : nil }
        status = nil
    }

    /// The key of an operation, or its command.
    package func key(_ operation: Operation) -> String { keyName(operation) ?? ":\(operation.rawValue)" }

    /// What to do for an operation, in words.
    package func pressing(_ operation: Operation) -> String {
        keyName(operation).map { "press \($0)" } ?? ":\(operation.rawValue)"
    }

    /// Has keys wait for a change, and says so where it takes a while. The closure returned lets them go on.
    func awaitChange(_ deed: String) -> @MainActor @Sendable () -> Void {
        let change = UUID()
        let underWay = Status.done("\(deed) … (Esc goes on meanwhile)")
        awaited.change = change
        // Most are there before anybody could read this.
        MainQueue.async(after: .milliseconds(200)) { [weak self] in
            if let self, awaited.change == change { status = underWay }
        }
        return { [weak self] in
            guard let self else { return }
            if status == underWay { status = nil }
            if awaited.change == change { awaited.change = nil }
        }
    }

    /// Waits until what was typed is in the files.
    func settle() { histories.settle() }
}
