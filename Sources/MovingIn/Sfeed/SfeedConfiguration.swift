import Addresses

/// sfeed's sfeedrc, which is a shell script: the calls of `feed` are read, and nothing is run.
package struct SfeedConfiguration: Equatable, Sendable {
    package private(set) var feeds: [MovedFeed] = []
    package private(set) var leftBehind: [LeftBehind] = []

    package init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let words = ShellWords(line.trimmed)?.words else {
                if line.trimmed.hasPrefix("feed ") { leaveBehind(index, "it has more than a name and a URL") }
                continue
            }
            guard words.first == "feed" else { continue }
            guard words.count >= 3, words[2].isWebAddress else {
                leaveBehind(index, "it has no web URL")
                continue
            }
            feeds.append(MovedFeed(words[2], title: words[1]))
            if words.count > 4 { leaveBehind(index, "lede detects the encoding itself") }
        }
    }

    private mutating func leaveBehind(_ index: Int, _ reason: String) {
        leftBehind.append(LeftBehind(line: index + 1, reason: reason))
    }
}

/// The words of a shell script's line that only uses quotes; nil if the shell would do more with it.
private struct ShellWords {
    private(set) var words: [String] = []

    init?(_ line: Substring) {
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
                continue
            }
            switch (character, quote) {
            case (let end, let open?) where end == open: quote = nil
            case ("\\", "\""), ("\\", nil): isEscaped = true
            case ("$", "\""), ("`", "\""), ("$", nil), ("`", nil): return nil
            case ("\"", nil), ("'", nil):
                quote = character
                word = word ?? ""
            case ("#", nil) where word == nil: return
            case (";", nil), ("&", nil), ("|", nil), ("<", nil), (">", nil), ("(", nil), (")", nil): return nil
            case (" ", nil), ("\t", nil):
                if let end = word { words.append(end) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        if let word { words.append(word) }
    }
}
