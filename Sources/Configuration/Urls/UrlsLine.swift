/// The kind of a line in the urls file.
enum UrlsLine: Equatable {
    /// An empty line or a comment.
    case remark
    /// `#: key value`, a comment for newsboat.
    case setting(key: String, value: String)
    /// `#: group path`, or only `#: group`.
    case group(String)
    /// A URL and the words after it; never empty.
    case words([UrlsWord])

    init(_ line: ArraySlice<UInt8>) {
        // What some editors write at the end of a line is no part of a word, even where that lacks its quotation mark.
        let ending = line.reversed().prefix { $0 == UInt8(ascii: "\r") }
        let line = line.dropLast(ending.count).drop(while: \.isBlank)
        guard line.first == UInt8(ascii: "#") else {
            let words = UrlsWord.words(of: line)
            self = words.isEmpty ? .remark : .words(words)
            return
        }
        // A line of colons is a drawing, not a setting.
        let rest = line.dropFirst(2)
        guard line.dropFirst().first == UInt8(ascii: ":"), rest.first?.isBlank == true else {
            self = .remark
            return
        }
        let key = rest.drop(while: \.isBlank).prefix { !$0.isBlank }
        let value = Self.value(rest[key.endIndex...])
        switch String(decoding: key, as: UTF8.self) {
        case "": self = .remark
        case "group": self = .group(value)
        case let key: self = .setting(key: key, value: value)
        }
    }

    /// Returns everything after a key. Text that is completely in quotation marks loses them.
    private static func value(_ bytes: ArraySlice<UInt8>) -> String {
        let words = UrlsWord.words(of: bytes)
        if let word = words.first, words.count == 1, bytes[word.place.lowerBound] == UInt8(ascii: "\"") {
            let rest = bytes[word.place.upperBound...]
            if rest.allSatisfy(\.isBlank) { return word.text }
        }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}
