package import HTTP
import Library
import Signals
import System
import URLs

/// Gets feeds' documents from the network, from files or from commands.
final class DocumentFetcher: Sendable {
    private let client: Client
    /// For reading files and comparing documents, which is slow.
    private let parsing: ParsingQueues
    private let programs = Programs()

    init(client: Client, parsing: ParsingQueues) {
        self.client = client
        self.parsing = parsing
    }

    /// Starts to get a feed's document, and calls `finish` exactly once, on a thread that it must not block. Disposing
    /// of the result stops it; `finish` then reports a cancellation, unless it was finished.
    ///
    /// If the feed isn't the user's own, no command runs and no file is read.
    func fetch(
        _ feed: Feed, _ details: FeedDetails, isOwn: Bool = true, options: RequestOptions, logIn: LogIn? = nil,
        commandTimeout: Duration, finish: @escaping @Sendable (FeedAnswer) -> Void
    ) -> any Disposable {
        // Stops the current step.
        let step = SerialDisposable()
        switch FeedSource(feed.url) {
        case let source where !isOwn && !source.isOnTheWeb:
            let reason = "it runs a command or reads a file, and your urls file doesn't list it"
            parsing.async { finish(FeedAnswer(.failed(reason, .local))) }
        case .document(let place):
            self.logIn(logIn, options, within: commandTimeout, step, failed: finish) { [self] authentication in
                get(place, details, options, authentication, step, finish: finish)
            }
        case .command(let line):
            // A command's output has no URL that its relative links could refer to.
            run(line, on: nil, within: commandTimeout, step) { finish(FeedAnswer(FetchOutcome($0, url: ""))) }
        case .filter(let line, let place):
            self.logIn(logIn, options, within: commandTimeout, step, failed: finish) { [self] authentication in
                get(place, details, options, authentication, step) { [self] answer in
                    parsing.async {
                        self.filter(answer, details, through: line, within: commandTimeout, step, finish: finish)
                    }
                }
            }
        }
        return step
    }

    /// Runs the command that prints the password, if there is one, and continues with the result.
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
        case .file(let path): parsing.async { finish(FeedAnswer(file: path, of: "file://" + path)) }
        case .web(let url):
            let validators = Validators(details, askedWith: options.fingerprint)
            let transfer = TransferID()
            // Before the answer can come, because then its filter is the step to stop.
            step.hold(ActionDisposable { [client] in client.cancel(transfer) })
            var options = options
            options.authentication = authentication
            client.fetch(Request(url, validators: validators, options: options), as: transfer) {
                finish(FeedAnswer($0))
            }
        }
    }

    /// Runs the filter command on a document, unless the document is the same as the last one.
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
        // Before the program can end, because then its successor is the step to stop.
        let stop = SerialDisposable()
        step.hold(stop)
        let run = programs.run(program, finish: finish)
        stop.hold(ActionDisposable { run.cancel() })
    }
}

extension FetchOutcome<FeedAnswer.Document> {
    /// Nil if the user stopped the program.
    fileprivate init?(_ result: Result<[UInt8], ProgramFailure>, url: String, hash: Int64? = nil) {
        switch result {
        case .success(let output):
            self = .document(FeedAnswer.Document(body: output, url: url, sourceHash: hash))
        case .failure(.cancelled): return nil
        case .failure(let failure): self = .failed(failure.description, .local)
        }
    }
}

/// The meaning of a feed's URL in newsboat's syntax.
enum FeedSource: Equatable, Sendable {
    case document(DocumentPlace)
    /// The output of a shell command.
    case command(String)
    /// The output of a shell command that reads a document.
    case filter(String, of: DocumentPlace)

    init(_ address: String) {
        if let line = address.text(after: "exec:") {
            self = .command(line)
        } else if let filter = FilterAddress(address) {
            self = .filter(String(filter.command), of: DocumentPlace(String(filter.address)))
        } else {
            self = .document(DocumentPlace(address))
        }
    }

    /// Whether it uses nothing of this machine.
    var isOnTheWeb: Bool { if case .document(.web) = self { true } else { false } }

    /// The URL to request, if any.
    var webAddress: String? {
        switch self {
        case .document(.web(let url)), .filter(_, of: .web(let url)): url
        case .document(.file), .filter(_, of: .file), .command: nil
        }
    }
}

/// The location of a document.
enum DocumentPlace: Equatable, Sendable {
    /// Also used for invalid URLs, which the client reports.
    case web(String)
    case file(path: String)

    init(_ address: String) {
        self = LocalFile.path(of: address).map { .file(path: $0) } ?? .web(address)
    }
}

extension String {
    fileprivate func text(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

/// A login with a password that a command prints, so that no file contains it.
package struct LogIn: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case any, basic, digest, bearer
    }

    package var kind: Kind
    package var user: String
    /// A shell command that the user wrote.
    package var command: String

    package init(_ kind: Kind, user: String, command: String) {
        self.kind = kind
        self.user = user
        self.command = command
    }

    /// Returns the authentication with the printed password; nil if there is none.
    func authentication(printed output: [UInt8]) -> Authentication? {
        Self.password(printed: output).map { Authentication(kind, user: user, password: $0) }
    }

    /// The first line of what a command has printed; nil if that is empty.
    package static func password(printed output: [UInt8]) -> String? {
        let line = output.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}

extension Authentication {
    package init(_ kind: LogIn.Kind, user: String, password: String) {
        let credentials = Credentials(name: user, password: password)
        switch kind {
        case .any: self = .any(credentials)
        case .basic: self = .basic(credentials)
        case .digest: self = .digest(credentials)
        case .bearer: self = .bearer(password)
        }
    }
}

extension RequestOptions {
    /// A hash of the options that may make the server send another document, so that its validators don't apply to
    /// that.
    ///
    /// Nil without such options. The library stores it, so it doesn't include passwords. It doesn't include the user
    /// agent either, which changes with every version of lede.
    var fingerprint: Int64? {
        var parts = headers.flatMap { [$0.name, $0.value] }
        if let cookieFile { parts += ["cookies", cookieFile] }
        if let netrcFile { parts += ["netrc", netrcFile] }
        switch authentication {
        case nil: break
        case .bearer: parts += ["bearer"]
        case .basic(let login), .digest(let login), .any(let login): parts += ["name", login.name]
        }
        if parts.isEmpty { return nil }
        return Fetched.bodyHash(Array(parts.joined(separator: "\n").utf8), contentType: nil, url: "")
    }
}

extension Validators {
    /// The stored validators of a feed's document, if it was requested with the same options.
    init(_ details: FeedDetails, askedWith fingerprint: Int64?) {
        let isSame = details.askedWith == fingerprint
        self.init(etag: isSame ? details.etag : nil, lastModified: isSame ? details.lastModified : nil)
    }
}
