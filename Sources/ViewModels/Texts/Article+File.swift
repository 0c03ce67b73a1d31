import Library
import Typesetting

extension Article {
    /// The article as it is read, set to lines of a length that suits mail and files.
    var plainText: String {
        document.lines(width: 80).map(\.text).joined(separator: "\n") + "\n"
    }

    /// A name for a file: the title without what a path or a shell would take for something else.
    var fileName: String {
        let letters = item.displayTitle.map { character in
            character.isLetter || character.isNumber || "-_.,()".contains(character) ? character : " "
        }
        var words = String(letters.prefix(Self.longestName)).split(separator: " ").joined(separator: " ")
        while words.utf8.count > Self.mostBytes { words.removeLast() }
        let name = words.drop { $0 == "." || $0 == "-" || $0 == " " }
        return (name.isEmpty ? "article" : String(name)) + ".txt"
    }

    private static let longestName = 60
    /// File systems take 255 bytes, of which the name of the draft beside it needs some more.
    private static let mostBytes = 200
}
