/// What kind of line of the urls file one is.
enum UrlsLine: Equatable {
    /// An empty line, or a comment.
    case remark
    /// `#: key value`, which newsboat takes for a comment.
    case setting(key: String, value: String)
    /// `#: group path`, or `#: group` alone.
    case group(String)
    /// An address and what follows it; never empty.
    case words([UrlsWord])

    init(_ line: ArraySlice<UInt8>) {
        let line = line.drop(while: \.isBlank)
        guard line.first == UInt8(ascii: "#") else {
            let words = UrlsWord.words(of: line)
            self = words.isEmpty ? .remark : .words(words)
            return
        }
        // Who draws lines of colons sets nothing.
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

    /// All that follows a key; what stands in quotation marks as a whole is what they hold.
    private static func value(_ bytes: ArraySlice<UInt8>) -> String {
        let words = UrlsWord.words(of: bytes)
        if let word = words.first, words.count == 1, bytes[word.place.lowerBound] == UInt8(ascii: "\"") {
            let rest = bytes[word.place.upperBound...]
            if rest.allSatisfy(\.isBlank) { return word.text }
        }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}
