extension StringProtocol {
    /// The text without surrounding XML white space.
    var trimmed: String {
        var rest = Substring(self).utf8
        while rest.first?.isSpace == true { rest.removeFirst() }
        while rest.last?.isSpace == true { rest.removeLast() }
        return String(Substring(rest))
    }

    /// The text on one line, with each run of white space and control characters as one space.
    var collapsed: String {
        var text = String(self)
        return text.withUTF8 { PlainText.line($0) }
    }
}

extension String {
    /// The text; nil if it is blank.
    var unlessBlank: String? {
        utf8.allSatisfy { $0.isSpace } ? nil : self
    }

    /// Returns the beginning, of at most this many bytes.
    func prefix(bytes: Int) -> String {
        utf8.count > bytes ? String(self[..<utf8.index(startIndex, offsetBy: bytes)]) : self
    }

    /// Returns the text, cut with an ellipsis if it is too long.
    func abridged(to length: Int) -> String {
        count > length ? prefix(length - 1) + "…" : self
    }
}
