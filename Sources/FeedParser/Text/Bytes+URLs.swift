extension Bytes {
    /// Whether the text is a web URL.
    var isWebURL: Bool {
        (startsCaseless("http://") && count > 7) || (startsCaseless("https://") && count > 8)
    }

    /// Whether the text begins with a scheme, so that it needs no resolving.
    var hasScheme: Bool {
        guard let first, first.isLetter else { return false }
        for byte in self where !byte.isLetter && !byte.isDigit {
            if byte == UInt8(ascii: ":") { return true }
            guard "+-.".utf8.contains(byte) else { return false }
        }
        return false
    }
}
