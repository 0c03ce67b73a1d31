extension String {
    /// The text with a capital first letter, unless it begins with a name, such as lede's or that of a file or setting.
    package var asSentence: String {
        let first = prefix { $0 != " " }
        let isWord = first.allSatisfy { $0.isLetter || $0 == "'" }
        return isWord && !["lede", "newsboat's"].contains(first) ? prefix(1).uppercased() + dropFirst() : self
    }
}
