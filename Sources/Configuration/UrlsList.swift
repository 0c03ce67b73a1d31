/// What a urls file says: the addresses in order, and the lines that could not be understood.
package struct UrlsList: Equatable, Sendable {
    /// A line that is left out, and what is wrong with it.
    package struct Problem: Equatable, Sendable {
        package let line: Int
        package let reason: String
    }

    package private(set) var urls: [String] = []
    package private(set) var problems: [Problem] = []

    package init(_ text: String) {
        var known: Set<String> = []
        // Some editors begin a file with a byte order mark.
        let text = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
        // Lines end at "\n", also where an editor put "\r\n", which Swift takes for one character.
        for (number, line) in zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)) {
            guard let url = Self.firstWord(String(line)), !url.hasPrefix("#") else { continue }
            if let address = Address(url) {
                if known.insert(address.url).inserted { urls.append(address.url) }
            } else {
                problems.append(Problem(line: number, reason: Address.complaint(about: url)))
            }
        }
    }

    /// The address as a line of the file says it: quoted where it would be cut in pieces otherwise.
    static func quoted(_ url: String) -> String {
        guard url.contains(where: { $0.isWhitespace || "\"\\".contains($0) }) else { return url }
        let escaped = url.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        return "\"\(escaped)\""
    }

    /// The address, which is the first word: in quotation marks it may hold spaces. What follows are tags.
    private static func firstWord(_ line: String) -> String? {
        let rest = line.drop(while: \.isWhitespace)
        guard let first = rest.first else { return nil }
        guard first == "\"" else { return String(rest.prefix { !$0.isWhitespace }) }
        var word = ""
        var isEscaped = false
        for character in rest.dropFirst() {
            if !isEscaped && character == "\"" { break }
            isEscaped = !isEscaped && character == "\\"
            if !isEscaped { word.append(character) }
        }
        return word
    }
}
