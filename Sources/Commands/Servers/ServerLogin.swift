import Configuration
import Dispatch
import FeedParser
import FeedServers
import Glibc
import Library
import Refresh
import Subscriptions
import System
import URLs

/// Finds a feed server, logs in there, and writes the account into the urls file. Asks at the terminal for what the
/// command line doesn't say.
private struct ServerLogin {
    private let arguments: Arguments
    private let paths: Paths
    private let settings: RefreshSettings
    private let dialogue: Dialogue
    private let asks: Bool
    /// The network and commands are waited for here: the main queue must not wait.
    private let queue = DispatchQueue(label: "lede.server-login")
    private let programs = Programs()

    /// How lede gets the password from now on.
    private enum Source {
        case command(String)
        /// What the user typed, which a file keeps.
        case typed(String)
    }

    /// What the server has.
    private struct Holdings {
        let feeds: Int
        let folders: Int
    }

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        paths = try arguments.paths()
        settings = RefreshSettings(Config.read(paths), paths)
        dialogue = Dialogue(input: arguments.surroundings.input.descriptor, output: arguments.output)
        asks = dialogue.isPossible && !arguments.has("--json")
    }

    func run() throws {
        let found = try find()
        if asks { arguments.output.remark("found \(found.name) at \(found.url)") }
        var account = try account(at: found)
        let urls = UrlsFile(path: paths.urls)
        let known = try urls.exists ? urls.read().account(like: account) : nil
        let file = try known.map { try changeable($0, urls) }
        let (source, holdings) = try logIn(to: found, account, isKnown: known != nil)
        switch source {
        case .command(let command):
            try set("password-command", to: command, of: &account)
            try add(account, to: urls)
        case .typed(let password):
            let file = file ?? PasswordFile(for: account.line?.options.user ?? "", at: found.url, paths)
            try file.write(password)
            try set("password-command", to: file.command, of: &account)
            if known == nil {
                do { try add(account, to: urls) } catch {
                    file.remove()
                    throw error
                }
            }
        }
        tell(of: found, account, holdings, isNew: known == nil)
    }

    private func add(_ account: NewAccount, to urls: UrlsFile) throws {
        let subscriptions = try Subscriptions(arguments)
        guard try urls.add(account, in: subscriptions.library) else {
            throw CommandFailure.failed("you already have this account: see \(urls.path)")
        }
        subscriptions.library.settle()
    }

    private func find() throws -> FoundServer {
        let text = try arguments.operands.first ?? asked("URL", "URL of the feed server:", dialogue.text)
        let typed: Address
        do { typed = try Address(typed: text) } catch { throw CommandFailure.usage("\(error)") }
        let kind = arguments.value(of: "--kind").flatMap(AccountLine.Kind.init)
        let options = settings.request
        let found = try waited { try ServerSearch(options).look(at: typed, for: kind) }
        try agree(to: found, from: typed)
        return found
    }

    /// A redirect may lead to somebody else's server, which mustn't get the password unasked.
    private func agree(to found: FoundServer, from typed: Address) throws {
        guard let named = WebURL(typed.url), let there = WebURL(found.url), !named.isOfSameSite(as: there) else {
            return
        }
        let words = "“\(typed.shown)” leads to “\(found.url.shownAddress)”"
        guard asks else { throw CommandFailure.failed("\(words): if that is your server, name its URL") }
        guard try dialogue.agrees("\(words). Log in there?") else { throw Dialogue.ended }
    }

    /// The account without its password.
    private func account(at found: FoundServer) throws -> NewAccount {
        guard var account = NewAccount(found.kind, found.url, title: arguments.value(of: "--title")) else {
            throw CommandFailure.failed("“\(found.url.shownAddress)” isn't the URL of a server")
        }
        let mayLackUser = found.kind == .miniflux
        let question = mayLackUser ? "User name (Enter if you have an API key):" : "User name:"
        let user: String
        if let named = arguments.value(of: "--user") {
            user = named
        } else if mayLackUser, !asks {
            user = ""
        } else {
            user = try asked("--user", question, mayLackUser ? dialogue.line : dialogue.text)
        }
        if !user.isEmpty { try set("user", to: user, of: &account) }
        if try isInsecure(account) { try set("insecure", to: "yes", of: &account) }
        return account
    }

    /// Whether the login goes over the network in the clear, and the user allows that.
    private func isInsecure(_ account: NewAccount) throws -> Bool {
        let empty = ServerAccount(url: account.url, user: "", password: "")
        do throws(ServerFailure) {
            _ = try ServerKind(account.kind).server(for: empty)
            return false
        } catch {
            guard error.kind == .loginInsecure else { throw CommandFailure.failed(error.reason) }
            if arguments.has("--insecure") { return true }
            guard asks else { throw CommandFailure.failed("\(error.reason), or --insecure") }
            arguments.output.remark(error.reason)
            guard try dialogue.agrees("Log in over http?") else { throw Dialogue.ended }
            return true
        }
    }

    /// The password's file of an account that the user has already, if lede made it.
    private func changeable(_ line: AccountLine, _ urls: UrlsFile) throws -> PasswordFile {
        if asks, !arguments.has("--password-command"),
            let file = line.options.passwordCommand.flatMap({ PasswordFile(printedBy: $0, paths) })
        {
            arguments.output.remark("you already have this account: lede replaces its password")
            return file
        }
        throw CommandFailure.failed("you already have this account: edit line \(line.line) of \(urls.path)")
    }

    /// Logs in, and asks again if the server refuses a typed password.
    private func logIn(
        to found: FoundServer, _ account: NewAccount, isKnown: Bool
    ) throws -> (Source, Holdings) {
        let source = try isKnown ? Source.typed("") : source()
        guard case .typed = source else { return (source, try holdings(of: found, account, source)) }
        for isLast in [false, false, true] {
            let password = try dialogue.password(found.kind == .miniflux ? "Password or API key:" : "Password:")
            do {
                return (.typed(password), try holdings(of: found, account, .typed(password)))
            } catch let failure as Refusal where !isLast {
                arguments.output.complain(failure.description)
            }
        }
        throw Dialogue.ended
    }

    private func source() throws -> Source {
        if let command = arguments.value(of: "--password-command") { return .command(command) }
        guard asks else { throw missing("--password-command") }
        let choice = try dialogue.choice(
            "How does lede get the password?",
            of: [
                "type it now: lede keeps it in a file that only you can read",
                "a command prints it, such as “pass show rss” or “secret-tool lookup server rss”"
            ])
        return choice == 0 ? .typed("") : .command(try dialogue.text("Command:"))
    }

    /// Logs in and counts what the server has.
    private func holdings(of found: FoundServer, _ account: NewAccount, _ source: Source) throws -> Holdings {
        var trial = account
        switch source {
        case .command(let command): try set("password-command", to: command, of: &trial)
        case .typed(let password): try set("password", to: password, of: &trial)
        }
        guard let line = trial.line else {
            throw CommandFailure.failed("the account can't be written into the urls file")
        }
        return try waited { [settings, paths, programs] in
            let account = try ServerAccount(line, settings, paths, running: programs)
            do throws(ServerFailure) {
                let server = try ServerKind(line.kind).server(for: account)
                try server.logIn()
                let feeds = try server.subscriptions()
                return Holdings(feeds: feeds.count, folders: Set(feeds.flatMap(\.folders)).count)
            } catch {
                guard error.kind == .loginRefused else { throw CommandFailure.failed("can't log in: \(error.reason)") }
                throw Refusal(reason: error.reason, advice: found.adviceAboutPassword)
            }
        }
    }

    private func asked(
        _ option: String, _ question: String, _ ask: (String) throws(CommandFailure) -> String
    ) throws -> String {
        guard asks else { throw missing(option) }
        return try ask(question)
    }

    private func missing(_ option: String) -> CommandFailure {
        .usage("\(option) is missing", advice: "without a terminal to ask at, the command line must have it")
    }

    private func set(_ name: String, to value: String, of account: inout NewAccount) throws {
        do { try account.set(name, to: value) } catch { throw CommandFailure.failed("\(error)") }
    }

    private func waited<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        let result = awaited { finish in
            queue.async { finish(Result { try body() }) }
        }
        guard let result else { throw Dialogue.ended }
        return try result.get()
    }

    private func tell(of found: FoundServer, _ account: NewAccount, _ holdings: Holdings, isNew: Bool) {
        if arguments.has("--json") {
            return arguments.output.line(
                .object([
                    "kind": .string(account.kind.rawValue), "url": .string(account.url),
                    "user": .string(account.line?.options.user ?? ""), "server": .string(found.name),
                    "feeds": .integer(holdings.feeds), "folders": .integer(holdings.folders), "added": .bool(isNew)
                ]))
        }
        let folders = holdings.folders == 0 ? "" : " in \(holdings.folders.counted("folder"))"
        arguments.output.columns("logged in to \(found.name): \(holdings.feeds.counted("feed"))\(folders)")
        arguments.output.columns(isNew ? "added the account to \(paths.urls)" : "changed the password")
        arguments.output.detail("“lede sync” gets its items, as the reader does")
    }
}

/// The server refuses the password.
private struct Refusal: Error, CustomStringConvertible {
    let reason: String
    let advice: String?
    var description: String { [reason, advice].compactMap(\.self).joined(separator: ": ") }
}

extension WebURL {
    /// Whether another URL has the same origin, or the same host by https.
    fileprivate func isOfSameSite(as other: WebURL) -> Bool {
        guard let origin, let there = other.origin else { return false }
        return origin == there || there.isSecure && origin.host == there.host && !there.hostAndPort.contains(":")
    }
}

extension Subcommand {
    static let syncLogin = Subcommand(
        name: "sync login", operands: "[URL]", summary: "add your account on a feed server",
        details: [
            """
            URL is that of the server's site, or of its API. lede finds out which server it is, logs in, and writes the \
            account into the urls file. At a terminal, lede asks for the rest.
            """,
            """
            lede keeps a typed password in a file that only you can read, in the folder “passwords” of the library's. \
            “lede undo” removes the account from the urls file, and keeps that file.
            """
        ],
        options: [
            Option(
                name: "--kind", value: "greader|miniflux|fever|nextcloud|ttrss",
                meaning: "protocol of the server (default: what lede finds)"),
            Option(name: "--user", value: "NAME", meaning: "user name on the server"),
            Option(
                name: "--password-command", value: "COMMAND",
                meaning: "command that prints the password as its first line"),
            Option(name: "--title", value: "TITLE", meaning: "title of the account"),
            Option(
                name: "--insecure", meaning: "log in over http, too, so that anyone on the way can read the password"),
            .json
        ],
        examples: [
            Example(line: "lede sync login rss.example.org", meaning: "find the server, and ask for the rest"),
            Example(
                line: "lede sync login rss.example.org --user me --password-command 'pass show rss'",
                meaning: "ask for nothing")
        ]
    ) { arguments in
        try ServerLogin(arguments).run()
        return 0
    }
}

/// A file with a password that the user typed, which nobody else may read. The urls file names a command that prints it.
private struct PasswordFile {
    let path: String

    /// An unused file, named after the user and the server.
    init(for user: String, at url: String, _ paths: Paths) {
        let place = url.split(separator: "://", maxSplits: 1).last ?? ""
        let name = String("\(user)@\(place)".prefix(100).map { Self.isPlain($0) && $0 != "/" ? $0 : "_" })
        var path = "\(paths.passwords)/\(name)"
        var number = 1
        while PrivateFiles.exists(path) {
            number += 1
            path = "\(paths.passwords)/\(name)-\(number)"
        }
        self.path = path
    }

    /// The file that a command prints; nil for other commands.
    init?(printedBy command: String, _ paths: Paths) {
        guard command.hasPrefix("cat ") else { return nil }
        let files = FolderEntries(paths.passwords).lazy.map { PasswordFile(path: "\(paths.passwords)/\($0.name)") }
        guard let file = files.first(where: { $0.command == command }) else { return nil }
        self = file
    }

    private init(path: String) {
        self.path = path
    }

    /// The command that prints the password.
    var command: String { "cat " + (path.allSatisfy(Self.isPlain) ? path : Self.quoted(path)) }

    func write(_ password: String) throws(FileFailure) {
        try PrivateFiles.makeDirectory(PrivateFiles.parent(of: path))
        try PrivateFiles.write(Array((password + "\n").utf8), to: path)
    }

    func remove() { unlink(path) }

    /// As the shell reads it.
    static func quoted(_ path: String) -> String { "'" + path.replacing("'", with: "'\\''") + "'" }

    /// Whether the shell reads a character as itself.
    static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "/@._-+,:".contains(character))
    }
}
