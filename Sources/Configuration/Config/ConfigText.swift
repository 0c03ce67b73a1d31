/// A configuration file split into lines and words as newsboat does it.
///
/// `#` begins a comment where a word could begin, words in `"…"` may contain spaces, and a backslash at the end of a
/// line joins it with the next. newsboat replaces `` `command` `` by a program's output; lede refuses it.
package struct ConfigText {
    package private(set) var lines: [ConfigLine] = []
    private(set) var problems: [ConfigProblem] = []

    /// Longer than anything that users write, in bytes and in joined physical lines.
    private static let longestLine = 1 << 16

    package init(_ bytes: [UInt8], path: String) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        var number = 0
        var line = JoinedLine()
        while !rest.isEmpty {
            number += 1
            let physical = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(physical.count + 1)
            let goesOn = line.append(physical, line: number, path: path) && !rest.isEmpty
            if goesOn && line.bytes.count <= Self.longestLine { continue }
            read(line, path: path)
            line = JoinedLine()
        }
    }

    private mutating func read(_ line: JoinedLine, path: String) {
        do throws(ConfigProblem) {
            if let problem = line.problem { throw problem }
            var reader = WordReader(line, path: path)
            if line.bytes.count > Self.longestLine {
                throw ConfigProblem(at: reader.place, "the line is longer than 65,536 bytes")
            }
            if let line = try reader.words() { lines.append(line) }
        } catch {
            problems.append(error.about(line.firstWord))
        }
    }
}

extension ConfigLine {
    /// Reads a typed line, not one from a file; nil if it is empty.
    package init?(typed text: String) throws(ConfigProblem) {
        let read = ConfigText(Array(text.utf8), path: "")
        if let problem = read.problems.first { throw problem }
        guard let line = read.lines.first else { return nil }
        self = line
    }
}

/// The physical lines joined so far.
private struct JoinedLine {
    private(set) var bytes: [UInt8] = []
    /// The number of each physical line, and its start in the bytes.
    private(set) var parts: [(line: Int, start: Int)] = []
    private(set) var problem: ConfigProblem?

    var firstWord: String {
        let word = bytes.drop(while: \.isBlank).prefix { !$0.isBlank }
        return String(String(decoding: word, as: UTF8.self).prefix(100))
    }

    /// Adds a physical line, and returns whether the next one belongs to it.
    mutating func append(_ line: ArraySlice<UInt8>, line number: Int, path: String) -> Bool {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        let isPlain = line.allSatisfy { $0 == UInt8(ascii: "\t") || (0x20..<0x7F).contains($0) }
        if !isPlain, String(validating: line, as: UTF8.self) == nil {
            problem = problem ?? ConfigProblem(at: .init(path: path, line: number, column: 1), "the line isn't UTF-8")
            return false
        }
        let isComment = bytes.isEmpty && line.first { !$0.isBlank } == UInt8(ascii: "#")
        if isComment { return false }
        if !isPlain { problem = problem ?? Self.problem(in: line, at: number, path: path) }
        let backslashes = line.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        let goesOn = !backslashes.isMultiple(of: 2)
        parts.append((number, bytes.count))
        bytes += goesOn ? line.dropLast() : line
        return goesOn
    }

    private static func problem(in line: ArraySlice<UInt8>, at number: Int, path: String) -> ConfigProblem? {
        let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
        guard let (column, _) = zip(1..., scalars).first(where: { $1 != "\t" && $1.isControl }) else { return nil }
        return ConfigProblem(
            at: .init(path: path, line: number, column: column), "invisible character")
    }
}

/// Splits a line into words. Only the beginnings of words are counted in characters; everything else that matters is
/// ASCII.
private struct WordReader {
    private let bytes: [UInt8]
    /// The physical lines still to come, the next one last.
    private var parts: [(line: Int, start: Int)]
    private let path: String
    private var index = 0
    private var (line, column) = (1, 1)

    init(_ line: JoinedLine, path: String) {
        bytes = line.bytes
        parts = line.parts.reversed()
        self.path = path
        beginParts()
    }

    /// The position of the next character.
    var place: ConfigPlace { ConfigPlace(path: path, line: line, column: column) }

    mutating func words() throws(ConfigProblem) -> ConfigLine? {
        guard let name = try word() else { return nil }
        if ConfigCommand.named(name.text)?.isRaw == true { return ConfigLine([name] + remainder()) }
        var words = [name]
        while let word = try word() { words.append(word) }
        return ConfigLine(words)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func advance() {
        index += 1
        let isWithinCharacter = index < bytes.count && UTF8.isContinuation(bytes[index])
        if !isWithinCharacter { column += 1 }
        beginParts()
    }

    private mutating func beginParts() {
        while let part = parts.last, part.start == index {
            (line, column) = (part.line, 1)
            parts.removeLast()
        }
    }

    private mutating func skipBlanks() {
        while let byte = next, byte.isBlank { advance() }
    }

    /// The rest of the line, unchanged.
    private mutating func remainder() -> [ConfigWord] {
        skipBlanks()
        if next == nil { return [] }
        return [ConfigWord(String(decoding: bytes[index...], as: UTF8.self), at: place, isQuoted: true)]
    }

    private mutating func word() throws(ConfigProblem) -> ConfigWord? {
        skipBlanks()
        guard let first = next, first != UInt8(ascii: "#") else { return nil }
        let place = place
        if first == UInt8(ascii: "\"") { return ConfigWord(try quoted(), at: place, isQuoted: true) }
        var text: [UInt8] = []
        while let byte = next, !byte.isBlank {
            if byte == UInt8(ascii: "`") { throw Self.substitution(at: self.place) }
            advance()
            let isEscape = byte == UInt8(ascii: "\\") && next == UInt8(ascii: "`")
            text.append(isEscape ? UInt8(ascii: "`") : byte)
            if isEscape { advance() }
        }
        return ConfigWord(String(decoding: text, as: UTF8.self), at: place)
    }

    private mutating func quoted() throws(ConfigProblem) -> String {
        let opening = place
        var text: [UInt8] = []
        advance()
        while let byte = next {
            if byte == UInt8(ascii: "`") { throw Self.substitution(at: place) }
            advance()
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next else { break }
                text.append(Self.meaning(of: escaped))
                advance()
            default: text.append(byte)
            }
        }
        throw ConfigProblem(at: opening, "unmatched quotation mark")
    }

    private static func meaning(of escaped: UInt8) -> UInt8 {
        switch escaped {
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        default: escaped
        }
    }

    private static func substitution(at place: ConfigPlace) -> ConfigProblem {
        ConfigProblem(
            at: place,
            "lede runs no command to read its configuration: write the command's output here, or “\\`” for a backquote")
    }
}

/// A word of a configuration line, and its position.
package struct ConfigWord: Equatable, Sendable {
    package let text: String
    package let place: ConfigPlace
    /// Whether it was in quotation marks, where no character is special, not even a “;” between operations.
    package let isQuoted: Bool

    package init(_ text: String, at place: ConfigPlace, isQuoted: Bool = false) {
        self.text = text
        self.place = place
        self.isQuoted = isQuoted
    }

    /// Returns the position of one of its characters, or the word's own if its text differs from the file's.
    func place(ofCharacter index: Int) -> ConfigPlace {
        ConfigPlace(path: place.path, line: place.line, column: place.column + index + (isQuoted ? 1 : 0))
    }

    /// A word that isn't in any file.
    package static func typed(_ text: String) -> ConfigWord {
        ConfigWord(text, at: ConfigPlace(path: "", line: 1, column: 1))
    }

    /// Returns the text as a word in a file, in quotation marks if it would be misread without.
    package static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && !text.contains { " \t\n\r\"\\`;".contains($0) } && !text.hasPrefix("#")
        if isPlain { return text }
        let escaped = text.map { character in
            switch character {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\r\n": "\\r\\n"
            case "\t": "\\t"
            case "\"", "\\", "`": "\\\(character)"
            default: String(character)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

/// The words of a line, or of several joined by backslashes: a name and its operands.
package struct ConfigLine: Equatable, Sendable {
    package let words: [ConfigWord]
    package let place: ConfigPlace

    /// Nil without words.
    package init?(_ words: [ConfigWord]) {
        guard let first = words.first else { return nil }
        self.words = words
        place = first.place
    }

    package var name: String { words[0].text }
    package var operands: ArraySlice<ConfigWord> { words.dropFirst() }
}

/// A position in a configuration file. Lines and columns begin at 1.
package struct ConfigPlace: Hashable, Sendable {
    package let path: String
    package let line: Int
    package let column: Int

    package init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }
}

extension ConfigPlace: CustomStringConvertible {
    package var description: String { "\(path):\(line):\(column)" }
}

/// A problem of a line. The line is ignored, the others aren't.
package struct ConfigProblem: Error, Equatable, Sendable {
    package let place: ConfigPlace
    package let message: String
    /// The first word of the line, if known. The setting of that name keeps its value.
    var name: String?

    package init(at place: ConfigPlace, _ message: String) {
        self.place = place
        self.message = message
    }

    func about(_ name: String) -> ConfigProblem {
        var problem = self
        problem.name = name
        return problem
    }
}

extension ConfigProblem: CustomStringConvertible {
    package var description: String { "\(place): \(message)" }
}
