/// A line of text that the user types, with its cursor.
package struct TypedLine: Equatable, Sendable {
    package private(set) var text = ""
    /// The number of characters before the cursor.
    package private(set) var cursor = 0
    /// Whether the last insertion was cut because it was too long.
    package private(set) var isCut = false

    /// In bytes. Longer than any URL or path, but not as long as an accidental paste of a megabyte.
    static let longest = 4096

    package init(_ text: String = "") {
        insert(text)
    }

    /// Inserts typed or pasted text, which becomes a single line.
    package mutating func insert(_ typed: String) {
        var room = Self.longest - text.utf8.count
        var piece = String.UnicodeScalarView()
        isCut = false
        for scalar in typed.unicodeScalars {
            room -= UTF8.width(scalar)
            if room < 0 {
                isCut = true
                break
            }
            piece.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        guard !piece.isEmpty else { return }
        // A typed accent forms one character with the letter before it.
        let head = String(text.prefix(cursor)) + String(piece)
        text = head + text.dropFirst(cursor)
        cursor = min(head.count, text.count)
    }
}

// Moving.
extension TypedLine {
    package mutating func move(by characters: Int) { cursor = max(0, min(cursor + characters, text.count)) }

    package mutating func moveToStart() { cursor = 0 }

    package mutating func moveToEnd() { cursor = text.count }

    package mutating func moveToPreviousWord() { cursor = previousWord }

    package mutating func moveToNextWord() { cursor = nextWord }

    /// Words consist of letters and digits, so that the parts of a URL or a path are words.
    private var previousWord: Int {
        let behind = text.prefix(cursor).reversed()
        let gap = behind.prefix { !$0.isPartOfWord }.count
        return cursor - gap - behind.dropFirst(gap).prefix(while: \.isPartOfWord).count
    }

    private var nextWord: Int {
        let ahead = text.dropFirst(cursor)
        let gap = ahead.prefix { !$0.isPartOfWord }.count
        return cursor + gap + ahead.dropFirst(gap).prefix(while: \.isPartOfWord).count
    }
}

// Deleting.
extension TypedLine {
    package mutating func deleteBackward() { remove(max(0, cursor - 1)..<cursor) }

    package mutating func deleteForward() { remove(cursor..<min(cursor + 1, text.count)) }

    package mutating func deleteToStart() { remove(0..<cursor) }

    package mutating func deleteToEnd() { remove(cursor..<text.count) }

    package mutating func deleteWordBackward() { remove(previousWord..<cursor) }

    package mutating func deleteWordForward() { remove(cursor..<nextWord) }

    /// Replaces the last `count` characters before the cursor.
    mutating func replace(last count: Int, with replacement: String) {
        remove(max(0, cursor - count)..<cursor)
        insert(replacement)
    }

    private mutating func remove(_ range: Range<Int>) {
        if !range.isEmpty { isCut = false }
        let head = String(text.prefix(range.lowerBound))
        text = head + text.dropFirst(range.upperBound)
        // Two characters may have become one.
        cursor = min(head.count, text.count)
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmingSpaces: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
