package import Configuration
import URLs

/// The service that newsboat reads feeds from instead of its urls file (`urls-source`), as its config file has it.
package struct NewsboatService {
    /// newsboat's name for it.
    package let name: String
    /// The account for lede's urls file; nil if lede can't use the service.
    package let account: NewAccount?
    /// What lede couldn't take over, or what the user should know, in sentences without full stops.
    package private(set) var remarks: [String] = []
    /// The names of the settings that the account replaces.
    let settings: Set<String>

    /// `value` returns the value of a setting in newsboat's config file.
    init?(_ value: (String) -> String?) {
        guard let name = value("urls-source"), !["local", "opml"].contains(name) else { return nil }
        self.name = name
        guard let service = Self.known[name] else {
            account = nil
            settings = []
            remarks = [
                "can't sync with \(name.oneLine): lede doesn't speak its protocol. Import its feeds with “lede import opml”"
            ]
            return
        }
        settings = Set(["urls-source"] + Self.accountSettings.map { "\(name)-\($0)" })
        let url = value("\(name)-url") ?? service.url
        guard let url, !url.contains("`"), var account = NewAccount(service.kind, url.withScheme(orElse: "https"))
        else {
            account = nil
            remarks = ["can't take over the server of \(name): add it with “lede sync login”"]
            return
        }
        let said = Self.options(of: name) { setting in value("\(name)-\(setting)") }
        for (option, text) in said {
            do throws(FeedOption.Refusal) {
                try account.set(option, to: text)
            } catch {
                remarks.append(
                    "left out a setting of \(name): \(error)"
                )
            }
        }
        if !account.options.contains(where: { $0.name.hasPrefix("password") }) {
            remarks.append(
                "newsboat's config has no password for \(name): write “#: password-command” below its line in the urls file"
            )
        }
        if url.hasPrefix("http:") {
            remarks.append(
                "\(name)'s URL isn't https: unless it is on this machine, write “#: insecure yes” below its line")
        }
        self.account = account
    }

    private static let known: [String: (kind: AccountLine.Kind, url: String?)] = [
        "freshrss": (.greader, nil), "feedhq": (.greader, nil), "oldreader": (.greader, "https://theoldreader.com"),
        "inoreader": (.greader, "https://www.inoreader.com"), "miniflux": (.miniflux, nil), "ocnews": (.nextcloud, nil),
        "ttrss": (.ttrss, nil)
    ]

    private static let accountSettings = [
        "url", "login", "password", "passwordfile", "passwordeval", "token", "tokenfile", "tokeneval", "app-id",
        "app-key"
    ]

    /// The options of the account, from newsboat's settings. newsboat takes a password before its file, and that before
    /// its command; and a token before all of them.
    private static func options(of name: String, _ value: (String) -> String?) -> [(name: String, value: String)] {
        var options: [(name: String, value: String)] = []
        let token = secret("token", "tokenfile", "tokeneval", value)
        if token == nil, let user = value("login") { options.append(("user", user)) }
        if let secret = token ?? secret("password", "passwordfile", "passwordeval", value) { options.append(secret) }
        for (setting, header) in [("app-id", "AppId"), ("app-key", "AppKey")] {
            if let text = value(setting) { options.append(("header", "\(header): \(text)")) }
        }
        return options
    }

    private static func secret(
        _ plain: String, _ file: String, _ command: String, _ value: (String) -> String?
    ) -> (name: String, value: String)? {
        if let text = value(plain), !text.isEmpty {
            // newsboat runs what is between backquotes.
            let isCommand = text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`")
            return isCommand ? ("password-command", String(text.dropFirst().dropLast())) : ("password", text)
        }
        if let path = value(file), !path.isEmpty { return ("password-command", "cat \(path.quotedForShell)") }
        if let line = value(command), !line.isEmpty { return ("password-command", line) }
        return nil
    }
}

extension String {
    /// The path as the shell reads it, which still expands `~/`.
    fileprivate var quotedForShell: String {
        let isPlain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/~@._-+,:".contains($0)) }
        if isPlain { return self }
        let start = hasPrefix("~/") ? "~/" : ""
        return start + "'" + dropFirst(start.count).replacing("'", with: "'\\''") + "'"
    }
}
