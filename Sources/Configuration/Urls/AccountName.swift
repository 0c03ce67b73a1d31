import Addresses
import Spelling

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
