/// A line that the person is asked for at the foot of the screen.
package struct Prompt: Equatable, Sendable {
    package enum Purpose: Equatable, Sendable {
        case addFeed
        case importOPML
        case openLink
        case findInText
    }

    package let purpose: Purpose
    package private(set) var text = "" { didSet { problem = nil } }
    /// What is wrong with what was typed, until it is changed.
    package internal(set) var problem: String?
    /// How many characters stand before the cursor.
    package private(set) var cursor = 0

    /// In bytes, more than any address or path; a paste of a megabyte ends here.
    private static let longest = 4096

    init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    package var label: String {
        switch purpose {
        case .addFeed: "Address of the feed: "
        case .importOPML: "OPML file: "
        case .openLink: "Number of the link: "
        case .findInText: "/"
        }
    }

    package mutating func insert(_ character: Character) {
        guard text.utf8.count < Self.longest else { return }
        // Typed after a letter, an accent becomes one character with it.
        let head = String(text.prefix(cursor)) + String(character)
        text = head + text.dropFirst(cursor)
        cursor = min(head.count, text.count)
    }

    package mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        text.remove(at: text.index(text.startIndex, offsetBy: cursor))
    }

    package mutating func deleteForward() {
        guard cursor < text.count else { return }
        text.remove(at: text.index(text.startIndex, offsetBy: cursor))
    }

    package mutating func deleteAll() {
        text = ""
        cursor = 0
    }

    package mutating func move(by characters: Int) { cursor = max(0, min(cursor + characters, text.count)) }

    package mutating func moveToStart() { cursor = 0 }

    package mutating func moveToEnd() { cursor = text.count }
}
