import Typesetting

extension String {
    /// How the text of some HTML begins, in one line: by that a post is called which has no title.
    package static func beginning(ofHTML html: String) -> String {
        let text = Document(html: html.shortened(toBytes: longestLookedAt)).plainText
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard line.count + word.count < longestBeginning else {
                // Some languages have no words apart.
                return line.isEmpty ? word.prefix(longestBeginning) + "…" : line + " …"
            }
            line += line.isEmpty ? word : " " + word
        }
        return line
    }

    /// In characters, about as many as a title has at most; and in bytes, what they stand in with all their markup.
    private static let (longestBeginning, longestLookedAt) = (100, 4096)
}
