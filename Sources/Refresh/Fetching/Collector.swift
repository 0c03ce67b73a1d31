import HTTP
import Library
import Processes
import Signals

/// Gets the documents of feeds from wherever their addresses say: from the network, from files, from commands.
final class Collector: Sendable {
    private let client: Client
    /// Where files are read and documents compared, which takes a while.
    private let lanes: Lanes
    private let programs = Programs()

    init(client: Client, lanes: Lanes) {
        self.client = client
        self.lanes = lanes
    }

    /// Starts to ask for a feed, and calls `finish` exactly once: on a thread that it may not block. Disposing of what is
    /// returned stops the asking, and `finish` hears that it was cancelled unless it was over.
    ///
    /// Of a feed that is not the person's own no command is run, and no file is read.
    func collect(
        _ feed: Feed, _ details: FeedDetails, isOwn: Bool = true, options: RequestOptions, logIn: LogIn? = nil,
        commandTimeout: Duration, finish: @escaping @Sendable (FeedAnswer) -> Void
    ) -> any Disposable {
        // What stops the step that is under way.
        let step = SerialDisposable()
        switch FeedSource(feed.url) {
        case let source where !isOwn && !source.isOnTheWeb:
            let reason = "it runs a command or reads a file, and your urls file doesn't list it"
            lanes.async { finish(FeedAnswer(.failed(reason, .local))) }
        case .document(let place):
            self.logIn(logIn, options, within: commandTimeout, step, failed: finish) { [self] authentication in
                get(place, details, options, authentication, step, finish: finish)
            }
        case .command(let line):
            // A command has no address that links in what it prints could be meant from.
            run(line, on: nil, within: commandTimeout, step) { finish(FeedAnswer(FetchOutcome($0, url: ""))) }
        case .filter(let line, let place):
            self.logIn(logIn, options, within: commandTimeout, step, failed: finish) { [self] authentication in
                get(place, details, options, authentication, step) { [self] answer in
                    lanes.async {
                        self.filter(answer, details, through: line, within: commandTimeout, step, finish: finish)
                    }
                }
            }
        }
        return step
    }

    /// Has a command print the password, where one does, and goes on with that.
    private func logIn(
        _ logIn: LogIn?, _ options: RequestOptions, within timeout: Duration, _ step: SerialDisposable,
        failed: @escaping @Sendable (FeedAnswer) -> Void, then go: @escaping @Sendable (Authentication?) -> Void
    ) {
        guard let logIn else { return go(options.authentication) }
        run(logIn.command, on: nil, within: timeout, step) { result in
            switch result.map(logIn.authentication) {
            case .success(let authentication?): go(authentication)
            case .success(nil):
                failed(FeedAnswer(.failed("the password command printed nothing", .local)))
            case .failure(.cancelled): failed(FeedAnswer(nil))
            case .failure(let failure):
                failed(FeedAnswer(.failed("can't get the password: \(failure.description)", .local)))
            }
        }
    }

    private func get(
        _ place: DocumentPlace, _ details: FeedDetails, _ options: RequestOptions, _ authentication: Authentication?,
        _ step: SerialDisposable, finish: @escaping @Sendable (FeedAnswer) -> Void
    ) {
        switch place {
        case .file(let path): lanes.async { finish(FeedAnswer(file: path, of: "file://" + path)) }
        case .web(let url):
            let validators = Validators(details, askedWith: options.fingerprint)
            let transfer = TransferID()
            // Before the answer can come, whose filter is then the step to stop.
            step.hold(ActionDisposable { [client] in client.cancel(transfer) })
            var options = options
            options.authentication = authentication
            client.fetch(Request(url, validators: validators, options: options), as: transfer) {
                finish(FeedAnswer($0))
            }
        }
    }

    /// Has a command make another document of one that came, unless it is the one that came the last time.
    private func filter(
        _ answer: FeedAnswer, _ details: FeedDetails, through line: String, within timeout: Duration,
        _ step: SerialDisposable, finish: @escaping @Sendable (FeedAnswer) -> Void
    ) {
        guard case .document(let document) = answer.outcome else { return finish(answer) }
        let hash = document.hash
        var answer = answer
        if hash == details.bodyHash {
            answer.outcome = .sentAgain
            return finish(answer)
        }
        run(line, on: document.body, within: timeout, step) { [answer] result in
            var answer = answer
            answer.outcome = FetchOutcome(result, url: document.url, hash: hash)
            finish(answer)
        }
    }

    private func run(
        _ line: String, on input: [UInt8]?, within timeout: Duration, _ step: SerialDisposable,
        finish: @escaping @Sendable (Result<[UInt8], ProgramFailure>) -> Void
    ) {
        var program = Program(shell: line)
        program.input = input
        program.timeout = timeout
        program.outputLimit = Limits().size
        // Before the program can end, whose successor is then the step to stop.
        let stop = SerialDisposable()
        step.hold(stop)
        let run = programs.run(program, finish: finish)
        stop.hold(ActionDisposable { run.cancel() })
    }
}

extension FetchOutcome<FeedAnswer.Document> {
    /// Nil where the user stopped the program.
    fileprivate init?(_ result: Result<[UInt8], ProgramFailure>, url: String, hash: Int64? = nil) {
        switch result {
        case .success(let output):
            self = .document(FeedAnswer.Document(body: output, url: url, sourceHash: hash))
        case .failure(.cancelled): return nil
        case .failure(let failure): self = .failed(failure.description, .local)
        }
    }
}
