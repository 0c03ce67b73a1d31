import Typesetting

extension String {
    /// The opening words of some HTML, in one line, as a title for untitled items.
    package static func beginning(ofHTML html: String) -> String {
        let text = Document(html: html.shortened(toBytes: longestLookedAt)).plainText
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard line.count + word.count < longestBeginning else {
                // Some languages don't separate words.
                return line.isEmpty ? word.prefix(longestBeginning) + "…" : line + " …"
            }
            line += line.isEmpty ? word : " " + word
        }
        return line
    }

    /// In characters, about as many as a title has at most; in bytes, what these take with all their markup.
    private static let (longestBeginning, longestLookedAt) = (100, 4096)
}
