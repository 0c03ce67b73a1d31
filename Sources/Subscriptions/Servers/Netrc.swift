/// The logins in a file in netrc format: words that name a machine, its user and the password.
struct Netrc {
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
