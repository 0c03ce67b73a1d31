/// The bytes of a file of the configuration, taken apart into lines and words the way newsboat does it.
///
/// `#` begins a comment where a word could begin, words in `"…"` may hold spaces, and a backslash at the end of a line
/// joins it with the next. `` `command` `` is what newsboat puts a program's output in the place of; here it is refused.
struct ConfigText {
    private(set) var lines: [ConfigLine] = []
    private(set) var problems: [ConfigProblem] = []

    /// Longer than anything that a person writes, in characters and in physical lines that are joined.
    private static let longestLine = 1 << 16

    init(_ bytes: [UInt8], path: String) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        var number = 0
        var line = JoinedLine()
        while !rest.isEmpty {
            number += 1
            let physical = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(physical.count + 1)
            let goesOn = line.append(physical, line: number, path: path) && !rest.isEmpty
            if goesOn && line.characters.count <= Self.longestLine { continue }
            take(line, path: path)
            line = JoinedLine()
        }
    }

    private mutating func take(_ line: JoinedLine, path: String) {
        do throws(ConfigProblem) {
            if let problem = line.problem { throw problem }
            if let first = line.characters.first, line.characters.count > Self.longestLine {
                throw ConfigProblem(at: first.place(in: path), "the line is longer than 65,536 characters")
            }
            var words = WordReader(line.characters[...], path: path)
            if let line = try words.line() { lines.append(line) }
        } catch {
            problems.append(error.about(line.firstWord))
        }
    }
}

extension ConfigLine {
    /// A line that is typed in place of being written into a file; nil for one in which there is nothing.
    package init?(typed text: String) throws(ConfigProblem) {
        let read = ConfigText(Array(text.utf8), path: "")
        if let problem = read.problems.first { throw problem }
        guard let line = read.lines.first else { return nil }
        self = line
    }
}

/// A character of a file, and where it stands.
private struct PlacedCharacter {
    let scalar: Unicode.Scalar
    let line: Int
    let column: Int

    func place(in path: String) -> ConfigPlace { ConfigPlace(path: path, line: line, column: column) }
}

/// Physical lines as far as they are joined.
private struct JoinedLine {
    private(set) var characters: [PlacedCharacter] = []
    private(set) var problem: ConfigProblem?

    var firstWord: String {
        let isSpace = { (character: PlacedCharacter) in character.scalar == " " || character.scalar == "\t" }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: characters.drop(while: isSpace).prefix { !isSpace($0) }.prefix(100).map(\.scalar))
        return String(word)
    }

    /// Takes a physical line, and says whether the next one belongs to it.
    mutating func append(_ bytes: ArraySlice<UInt8>, line: Int, path: String) -> Bool {
        let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        guard let text = String(validating: bytes, as: UTF8.self) else {
            problem = problem ?? ConfigProblem(at: .init(path: path, line: line, column: 1), "the line is not UTF-8")
            return false
        }
        let isComment = characters.isEmpty && text.unicodeScalars.first { $0 != " " && $0 != "\t" } == "#"
        if isComment { return false }
        let backslashes = text.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        let goesOn = !backslashes.isMultiple(of: 2)
        let scalars = goesOn ? text.unicodeScalars.dropLast() : text.unicodeScalars[...]
        for (column, scalar) in zip(1..., scalars) {
            let character = PlacedCharacter(scalar: scalar, line: line, column: column)
            if problem == nil, scalar != "\t", scalar.isControl {
                problem = ConfigProblem(at: character.place(in: path), "there is a character that can't be seen")
            }
            characters.append(character)
        }
        return goesOn
    }
}

private struct WordReader {
    private var rest: ArraySlice<PlacedCharacter>
    private let path: String

    init(_ characters: ArraySlice<PlacedCharacter>, path: String) {
        rest = characters
        self.path = path
    }

    mutating func line() throws(ConfigProblem) -> ConfigLine? {
        guard let name = try word() else { return nil }
        if ConfigCommand.named(name.text)?.isRaw == true { return ConfigLine([name] + remainder()) }
        var words = [name]
        while let word = try word() { words.append(word) }
        return ConfigLine(words)
    }

    /// All that is left of the line, as it stands there.
    private mutating func remainder() -> [ConfigWord] {
        let text = rest.drop { $0.scalar == " " || $0.scalar == "\t" }
        guard let first = text.first else { return [] }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.map(\.scalar))
        return [ConfigWord(String(scalars), at: first.place(in: path), isQuoted: true)]
    }

    private mutating func word() throws(ConfigProblem) -> ConfigWord? {
        rest = rest.drop { $0.scalar == " " || $0.scalar == "\t" }
        guard let first = rest.first, first.scalar != "#" else { return nil }
        let place = first.place(in: path)
        if first.scalar == "\"" { return ConfigWord(try quoted(), at: place, isQuoted: true) }
        var text = String.UnicodeScalarView()
        while let character = rest.first, character.scalar != " ", character.scalar != "\t" {
            rest.removeFirst()
            switch character.scalar {
            case "`": throw Self.substitution(at: character.place(in: path))
            case "\\" where rest.first?.scalar == "`":
                rest.removeFirst()
                text.append("`")
            default: text.append(character.scalar)
            }
        }
        return ConfigWord(String(text), at: place)
    }

    private mutating func quoted() throws(ConfigProblem) -> String {
        let opening = rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let character = rest.popFirst() {
            switch character.scalar {
            case "\"": return String(text)
            case "`": throw Self.substitution(at: character.place(in: path))
            case "\\": if let escaped = rest.popFirst() { text.append(Self.meaning(of: escaped.scalar)) }
            default: text.append(character.scalar)
            }
        }
        throw ConfigProblem(at: opening.place(in: path), "a quotation mark is opened here and never closed")
    }

    private static func meaning(of escaped: Unicode.Scalar) -> Unicode.Scalar {
        switch escaped {
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        default: escaped
        }
    }

    private static func substitution(at place: ConfigPlace) -> ConfigProblem {
        ConfigProblem(
            at: place,
            "lede runs no command to read its configuration: write its result here, or “\\`” for the character itself")
    }
}
