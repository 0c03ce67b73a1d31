import Library
import Typesetting

extension Article {
    /// The article as text, with lines short enough for mail and files.
    var plainText: String {
        document.lines(width: 80).map(\.text).joined(separator: "\n") + "\n"
    }

    /// A file name made of the title, without characters that have a meaning in paths or shells.
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
    /// File systems allow 255 bytes. The temporary file that is written first has a longer name.
    private static let mostBytes = 200
}
