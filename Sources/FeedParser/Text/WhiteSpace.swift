extension StringProtocol {
    /// Without the white space of XML at both ends.
    var trimmed: String {
        var rest = Substring(self).utf8
        while rest.first?.isSpace == true { rest.removeFirst() }
        while rest.last?.isSpace == true { rest.removeLast() }
        return String(Substring(rest))
    }

    /// On one line: every run of white space and control characters is one space, and none is at the ends.
    var collapsed: String {
        var text = String(self)
        return text.withUTF8 { PlainText.line($0) }
    }
}

extension String {
    /// Nil if there is nothing but white space.
    var unlessBlank: String? {
        utf8.allSatisfy { $0.isSpace } ? nil : self
    }

    /// Its beginning of no more than so many bytes.
    func prefix(bytes: Int) -> String {
        utf8.count > bytes ? String(self[..<utf8.index(startIndex, offsetBy: bytes)]) : self
    }

    /// Its beginning, with an ellipsis where it is cut.
    func abridged(to length: Int) -> String {
        count > length ? prefix(length - 1) + "…" : self
    }
}
