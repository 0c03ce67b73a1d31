import FeedParser

/// FreshRSS sends wide characters for those that mean something in HTML, and in names of feeds for a few more.
enum WideSigns {
    /// Undoes it in the title or the author of an item. What then looks like HTML is what programs often make of titles.
    static func undo(_ text: String) -> String {
        replace(text, [("＆", "&"), ("＜", "<"), ("＞", ">")]).decodingCharacterReferences
    }

    /// Undoes it in the name of a feed. In Chinese and Japanese names such characters are the author's own.
    static func undo(inName name: String) -> String {
        let name = undo(name)
        let others = [("＾", "^"), ("？", "?"), ("＼", "\\"), ("／", "/"), ("，", ","), ("；", ";")]
        let isAsian = name.unicodeScalars.contains { scalar in
            scalar.value >= 0x2E80 && !others.contains { $0.0.unicodeScalars.first == scalar }
                && !(0x1F000...0x1FAFF).contains(scalar.value) && !(0xFE00...0xFE0F).contains(scalar.value)
        }
        return isAsian ? name : replace(name, others)
    }

    private static func replace(_ text: String, _ signs: [(String, String)]) -> String {
        guard text.utf8.contains(0xEF) else { return text }
        return signs.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
