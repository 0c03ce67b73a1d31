package import Configuration
import Dispatch
package import FeedServers
import Glibc
import HTTP
package import Library
package import Refresh
import SyncFolder
package import Syncing
package import System
import URLs

extension SyncSettings {
    /// The accounts of the urls file with what is kept of their feeds, and the folder of the config.
    package init(
        _ config: Config, _ urls: UrlsList, _ settings: RefreshSettings, _ paths: Paths, running programs: Programs,
        for library: Library
    ) {
        let folder = FolderSettings(config, paths, followedBy: library).map { SyncAccount($0) }
        self.init(
            urls.accounts.map { SyncAccount($0, settings, paths, running: programs) } + [folder].compactMap(\.self),
            retention: config.retention, retentions: urls.retentions(besides: config.retention))
    }
}

extension SyncAccount {
    fileprivate init(_ line: AccountLine, _ settings: RefreshSettings, _ paths: Paths, running programs: Programs) {
        let history = line.options.history.map { $0 / 86_400 } ?? 30
        self.init(line.key, history: history) { () throws(ServerFailure) in
            let account: ServerAccount
            do throws(NoPassword) {
                account = try ServerAccount(line, settings, paths, running: programs)
            } catch {
                throw ServerFailure(error.mayPass ? .busy : .loginRefused, error.description)
            }
            return try ServerKind(line.kind).server(for: account)
        }
    }
}

extension AccountLine {
    /// How the library knows it.
    package var key: AccountKey { AccountKey(kind: kind.rawValue, url: url, user: options.user ?? "") }
}

/// The reason why an account can't log in: there is no password, or it can't be had.
package struct NoPassword: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// Whether only the command failed or was stopped, so that it may work another time.
    package var mayPass = false
}

extension ServerAccount {
    /// Makes an account ready for logging in, as its line of the urls file says.
    ///
    /// Waits for the command that prints the password, if the line has one; `onStart` gets it, so that it can be
    /// stopped. Never call this on the main queue.
    package init(
        _ line: AccountLine, _ settings: RefreshSettings, _ paths: Paths, running programs: Programs,
        onStart: (ProgramRun) -> Void = { _ in }
    ) throws(NoPassword) {
        let own = line.options
        var options = settings.request.adding(own, paths)
        let netrcFile = options.netrcFile
        // Cookies and the file of logins are for feeds.
        (options.cookieFile, options.netrcFile) = (nil, nil)
        self.init(
            url: line.url, user: own.user ?? "", password: "", options: options,
            mayBeInsecure: own.mayBeInsecure == true)
        if let command = own.passwordCommand {
            password = try Self.password(
                by: Program(shell: command), within: settings.commandTimeout, programs, onStart)
        } else if let password = own.password {
            self.password = password
        } else if let netrcFile, let login = try Self.login(in: netrcFile, at: line.url, for: own.user) {
            (user, password) = login
        } else {
            throw NoPassword(description: "no password: add “#: password-command” below the server's line")
        }
    }

    /// What a program prints as its first line. Waits for it.
    static func password(
        by program: Program, within timeout: Duration, _ programs: Programs,
        _ onStart: (ProgramRun) -> Void = { _ in }
    ) throws(NoPassword) -> String {
        dispatchPrecondition(condition: .notOnQueue(.main))
        var program = program
        program.timeout = timeout
        program.outputLimit = 1 << 20
        let result = awaited { finish in onStart(programs.run(program) { finish($0) }) }
        do throws(ProgramFailure) {
            let output = try (result ?? .failure(.cancelled)).get()
            if let password = LogIn.password(printed: output) { return password }
        } catch {
            throw NoPassword(description: "can't get the password: \(error)", mayPass: true)
        }
        throw NoPassword(description: "the password command printed nothing", mayPass: true)
    }

    private static func login(
        in file: String, at url: String, for user: String?
    ) throws(NoPassword) -> (user: String, password: String)? {
        guard PrivateFiles.exists(file), let host = WebURL(url)?.host else { return nil }
        do throws(FileFailure) {
            let text = String(decoding: try PrivateFiles.read(file, atMost: 1 << 20), as: UTF8.self)
            return Netrc(text).login(at: String(host), for: user)
        } catch {
            throw NoPassword(description: "can't get the password: \(error)")
        }
    }
}

extension ServerKind {
    package init(_ kind: AccountLine.Kind) {
        self =
            switch kind {
            case .greader: .greader
            case .miniflux: .miniflux
            case .fever: .fever
            case .nextcloud: .nextcloud
            case .ttrss: .ttrss
            }
    }
}

/// The logins in a file in netrc format: words that name a machine, its user and the password.
private struct Netrc {
    struct Entry: Equatable {
        var machine: String
        var user: String?
        var password: String?
    }

    private(set) var entries: [Entry] = []

    init(_ text: String) {
        var words = Words(text)
        while let word = words.next() {
            switch word {
            case "machine": entries.append(Entry(machine: words.next() ?? ""))
            // The login for all other machines: whoever names a server doesn't mean to send it that password.
            case "default": entries.append(Entry(machine: ""))
            case "login": set(\.user, words.next())
            case "password": set(\.password, words.next())
            case "account": _ = words.next()
            case "macdef": words.skipParagraph()
            default: break
            }
        }
    }

    /// Returns the first login with a password for a host, of the user if one is named.
    func login(at host: String, for user: String?) -> (user: String, password: String)? {
        for entry in entries where entry.machine.lowercased() == host.lowercased() && !host.isEmpty {
            guard let password = entry.password, user == nil || entry.user == user else { continue }
            return (entry.user ?? "", password)
        }
        return nil
    }

    private mutating func set(_ field: WritableKeyPath<Entry, String?>, _ value: String?) {
        if !entries.isEmpty { entries[entries.count - 1][keyPath: field] = value }
    }

    private struct Words {
        private var rest: Substring

        init(_ text: String) {
            rest = text[...]
        }

        /// The next word; in quotation marks it may have spaces, and a backslash before any character.
        mutating func next() -> String? {
            rest = rest.drop(while: \.isWhitespace)
            while rest.first == "#" { rest = rest.drop { !$0.isNewline }.drop(while: \.isWhitespace) }
            guard let first = rest.first else { return nil }
            guard first == "\"" else {
                let word = rest.prefix { !$0.isWhitespace }
                rest = rest[word.endIndex...]
                return String(word)
            }
            rest.removeFirst()
            var word = ""
            while let character = rest.popFirst(), character != "\"" {
                word.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
            }
            return word
        }

        /// Skips a macro, which an empty line ends.
        mutating func skipParagraph() {
            rest = rest.firstRange(of: "\n\n").map { rest[$0.upperBound...] } ?? ""
        }
    }
}

/// The urls file, whose feeds devices share.
private struct SharedUrlsFile: SharedSubscriptions {
    private let urls: UrlsFile
    private let library: Library

    package init(_ urls: UrlsFile, followedBy library: Library) {
        (self.urls, self.library) = (urls, library)
    }

    package func settings() throws -> [String: String] {
        let text = urls.exists ? try urls.text() : []
        if text.isEmpty, try library.hasChanged([:]) { throw FeedsGone(path: urls.path) }
        return UrlsText(text).sharedFeeds.mapValues(\.text)
    }

    package func take(_ changes: [(url: String, settings: String?)]) throws {
        let changes = changes.filter { SharedFeed.isShared($0.url) }
        try urls.edit(followedBy: library) { text in
            try text.take(changes.compactMap { url, settings in settings.map { (url, SharedFeed($0)) } })
        } together: { _, place in
            try place()
        }
        let text = try urls.text()
        // Before feeds are removed: the step has those that the library knows.
        try library.follow(UrlsList(text).followed(text)) { [urls] in urls.followedList }
        let removed = Set(changes.filter { $0.settings == nil }.map(\.url))
        if !removed.isEmpty { try urls.leave(removed, in: library) }
    }
}

/// The urls file has nothing in it, as if a disk were full or away. lede leaves at least a line break there.
private struct FeedsGone: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path) is missing or empty, and other devices would lose its feeds: restore it, or write a comment into it"
    }
}

extension FolderSettings {
    /// The folder of the config; nil if it names none.
    package init?(_ config: Config, _ paths: Paths, followedBy library: Library) {
        let path = config.text(.syncFolder)
        guard !path.isEmpty else { return nil }
        let name = config.text(.deviceName)
        let isShared =
            switch config.text(.syncSubscriptions) {
            case "yes": true
            case "no": false
            default: PrivateFiles.target(ofLink: paths.urls) == nil
            }
        let command = config.command(.syncPassphraseCommand)
        let timeout = Duration.seconds(config.number(.commandTimeout))
        self.init(
            path: Paths.absolute(paths.expandingHome(path)), device: name.isEmpty ? MachineName.current : name,
            version: Version.current,
            subscriptions: isShared ? SharedUrlsFile(UrlsFile(path: paths.urls), followedBy: library) : nil,
            passphrase: command.isEmpty
                ? nil
                : FolderPassphrase { () throws(FolderFailure) in try Self.passphrase(by: command, timeout) })
    }

    private static func passphrase(by command: [String], _ timeout: Duration) throws(FolderFailure) -> [UInt8] {
        do throws(NoPassword) {
            return Array(try ServerAccount.password(by: Program(command), within: timeout, Programs()).utf8)
        } catch {
            throw FolderFailure(.passing, "no passphrase by “sync-passphrase-command”: \(error)")
        }
    }
}

/// What this machine is called.
private enum MachineName {
    static var current: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "a device" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
