import System
import URLs

/// A user's account on a feed server, in a line `server:KIND:URL` of the urls file, with its settings.
package struct AccountLine: Equatable, Sendable {
    /// The protocol that the server speaks.
    package enum Kind: String, CaseIterable, Sendable {
        case greader, miniflux, fever, nextcloud, ttrss
    }

    package let line: Int
    package let kind: Kind
    /// The URL of the server's interface.
    package let url: String
    /// The user's title.
    package let title: String?
    /// Tags that all its feeds get, in order, each once.
    package let tags: [String]
    package let group: FeedGroup?
    /// The options below it. Only those of `FeedOption.ofServers` are ever set.
    package internal(set) var options = FeedOptions()

    /// Its tags, and those of its groups.
    package var allTags: [String] { tags.joined(to: group) }

    /// What to call it where its user isn't shown.
    package var displayName: String { title ?? url.shownAddress }

    /// What the urls file calls it. No two accounts have the same.
    package var name: String { AccountName(kind, url).of(options.user) }

    /// Equal for the accounts of one user, however their URLs are written.
    package var identity: String { AccountName(kind, url.withoutFinalSlashes).of(options.user) }
}

extension String {
    fileprivate var withoutFinalSlashes: String {
        let href = WebURL(self)?.href ?? self
        return String(href[...(href.lastIndex { $0 != "/" } ?? href.startIndex)])
    }
}

/// The first word of an account's line: `server:KIND:URL`.
struct AccountName: Equatable {
    static let beginning = "server:"

    let kind: AccountLine.Kind
    let url: String

    init(_ kind: AccountLine.Kind, _ url: String) {
        (self.kind, self.url) = (kind, url)
    }

    /// The reason why a word names no account.
    struct Complaint: Error, CustomStringConvertible {
        let description: String
    }

    init(_ word: String) throws(Complaint) {
        let rest = word.dropFirst(Self.beginning.count)
        let kind = rest.prefix { $0 != ":" }
        guard let known = AccountLine.Kind(rawValue: String(kind)) else { throw Self.complaint(aboutKind: kind) }
        let url = String(rest[kind.endIndex...].dropFirst())
        guard let address = Address(url), address.isOnTheWeb, let parsed = WebURL(url) else {
            throw Complaint(
                description:
                    "“\(url.shownAddress.prefix(200))” isn't the URL of a server: use \(Self.beginning)\(known):"
                    + "URL with an https URL")
        }
        guard parsed.withoutCredentials == parsed else {
            throw Complaint(
                description: "“\(address.shown)” has a user name or password: write them below the line, as “#: user”")
        }
        self.init(known, address.url)
    }

    /// The word as the urls file has it.
    var word: String { "\(Self.beginning)\(kind):\(url)" }

    /// The name of a user's account: several may have accounts on the same server.
    func of(_ user: String?) -> String { user.map { "\(word) \($0)" } ?? word }

    private static func complaint(aboutKind kind: Substring) -> Complaint {
        let kinds = AccountLine.Kind.allCases.map(\.rawValue)
        let name = String(kind.lowercased().filter { $0.isLetter })
        let meant = products[name]?.rawValue ?? NearestName.of(name, among: kinds)
        let advice = meant.map { "did you mean “\(beginning)\($0):”?" } ?? "use one of \(kinds.joined(separator: ", "))"
        return Complaint(description: "“\(kind.prefix(50))” isn't a kind of feed server: \(advice)")
    }

    /// The protocols of servers that people name instead.
    private static let products: [String: AccountLine.Kind] = [
        "freshrss": .greader, "bazqux": .greader, "theoldreader": .greader, "oldreader": .greader,
        "inoreader": .greader, "feedhq": .greader, "googlereader": .greader, "reader": .greader, "ocnews": .nextcloud,
        "owncloud": .nextcloud, "news": .nextcloud, "tinytinyrss": .ttrss, "tinyrss": .ttrss, "coldsweat": .fever
    ]
}

/// An account on a feed server to add to the urls file.
package struct NewAccount: Equatable, Sendable {
    package let kind: AccountLine.Kind
    package let url: String
    package var title: String?
    /// Valid options for the lines below it.
    package private(set) var options: [SetOption] = []

    /// Nil if the URL isn't one of a server.
    package init?(_ kind: AccountLine.Kind, _ url: String, title: String? = nil) {
        guard let name = try? AccountName(AccountName(kind, url).word) else { return nil }
        (self.kind, self.url, self.title) = (kind, name.url, title)
    }

    /// Sets an option, and throws if it can't have this value.
    package mutating func set(_ name: String, to value: String) throws(FeedOption.Refusal) {
        guard let option = FeedOption.ofServer(named: name) else {
            throw FeedOption.Refusal(description: "“\(name)” doesn't apply to a feed server")
        }
        var checked = FeedOptions()
        try option.set(value, in: &checked)
        options.append(SetOption(name: name, value: value))
    }

    /// What the urls file calls it.
    package var name: String { AccountName(kind, url).of(options.last { $0.name == "user" }?.value) }

    /// Its lines in the urls file.
    fileprivate var text: [String] {
        let word = AccountName(kind, url).word
        let words = [word] + (title.flatMap(UrlsText.title).map { [$0] } ?? [])
        return [words.map(UrlsWord.quoted).joined(separator: " ")]
            + options.map { "#: \($0.name) \(Self.exactValue($0.value))" }
    }

    /// The account as the urls file has it.
    package var line: AccountLine? { UrlsList(text.joined(separator: "\n")).accounts.first }

    /// Returns the text as a value of a `#:` line, with every space: it may be a password.
    private static func exactValue(_ text: String) -> String {
        text == text.trimmed && !text.hasPrefix("\"") ? text : UrlsWord.quoted(text)
    }
}

extension UrlsList {
    /// Returns the account of the same user on the same server.
    package func account(like new: NewAccount) -> AccountLine? {
        let identity = new.line?.identity
        return accounts.first { $0.identity == identity }
    }
}

extension UrlsText {
    /// Adds an account at the end of the lines without a group; false if the file has it.
    package mutating func add(_ account: NewAccount) -> Bool {
        guard account.line != nil, list.account(like: account) == nil else { return false }
        insert([nil: account.text.map(line)], in: [nil])
        return true
    }
}
