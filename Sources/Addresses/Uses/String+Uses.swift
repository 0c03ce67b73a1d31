// What lede may do with an address, decided by its beginning. Lists and screens ask this often, so nothing is parsed.
// `WebURL` answers the same questions about a parsed URL.
extension StringProtocol {
    /// The scheme; nil if there is none.
    package var scheme: SubSequence? {
        guard let colon = utf8.firstIndex(of: .colon), utf8[..<colon].isScheme else { return nil }
        return self[..<colon]
    }

    /// Whether it leads to the web. If a document, a list or a server asks for it, lede opens and fetches nothing else.
    package var isWebAddress: Bool { startsCaseless("https://") || startsCaseless("http://") }

    /// Whether it may be passed to the terminal, which might start any program for other schemes.
    package var isForTerminals: Bool {
        ["https:", "http:", "mailto:"].contains { startsCaseless($0) }
    }

    /// Whether a command creates or changes the document.
    package var runsCommand: Bool { hasPrefix("exec:") || hasPrefix("filter:") }

    /// The path of a `file:///` URL, as it is written; nil for others.
    package var pathOfFile: SubSequence? {
        startsCaseless("file:///") ? self[utf8.index(startIndex, offsetBy: "file://".utf8.count)...] : nil
    }

    /// The text with a scheme, which is added if it has none.
    package func withScheme(orElse scheme: String) -> String { contains("://") ? String(self) : "\(scheme)://\(self)" }
}

extension StringProtocol {
    /// Whether it begins with `text`, given in lower case, in any case.
    private func startsCaseless(_ text: StaticString) -> Bool {
        // Generic code that the compiler didn't specialise is slow. Comparing bytes needs none.
        if let starts = utf8.withContiguousStorageIfAvailable({ $0.startsCaseless(text) }) { return starts }
        var copy = String(self)
        return copy.withUTF8 { $0.startsCaseless(text) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these bytes of a document are an address on the web: with something behind its slashes.
    package var isWebAddress: Bool {
        (startsCaseless("http://") && count > 7) || (startsCaseless("https://") && count > 8)
    }

    /// Whether they begin with a scheme, so that they need no base URL.
    package var hasScheme: Bool {
        guard first?.isASCIILetter == true, let end = firstIndex(where: { !$0.isOfScheme }) else { return false }
        return self[end] == .colon
    }

    fileprivate func startsCaseless(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where self[index].lowercased != text.utf8Start[index] { return false }
        return true
    }
}
