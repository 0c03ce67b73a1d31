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
}

extension NewAccount {
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
