// What lede may do with an address, told by how it begins: lists and screens ask this of many, and nothing is parsed for it.
// `WebURL` answers the same of a URL that was parsed.
extension StringProtocol {
    /// The scheme that it begins with; nil if it begins with none.
    package var scheme: SubSequence? {
        guard let colon = utf8.firstIndex(of: .colon), utf8[..<colon].isScheme else { return nil }
        return self[..<colon]
    }

    /// Whether it leads to the web. lede opens and fetches nothing else because a document, a list or a server says so.
    package var isWebAddress: Bool { startsCaseless("https://") || startsCaseless("http://") }

    /// Whether a terminal may learn of it, which may start any program for other schemes.
    package var isForTerminals: Bool {
        ["https:", "http:", "mailto:"].contains { startsCaseless($0) }
    }

    /// Whether a command makes the document, or changes it.
    package var runsCommand: Bool { hasPrefix("exec:") || hasPrefix("filter:") }

    /// The path in a `file:///` address, as it is written; nil for other addresses.
    package var pathOfFile: SubSequence? {
        startsCaseless("file:///") ? self[utf8.index(startIndex, offsetBy: "file://".utf8.count)...] : nil
    }

    /// Itself, behind a scheme if it has none.
    package func withScheme(orElse scheme: String) -> String { contains("://") ? String(self) : "\(scheme)://\(self)" }
}

extension StringProtocol {
    /// Whether it begins with `text`, which is in lower case, in any case.
    private func startsCaseless(_ text: StaticString) -> Bool {
        // Generic code that isn't made for a type of string is slow; over bytes there is nothing generic left.
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

    /// Whether they begin with a scheme, so that the document's own address adds nothing to them.
    package var hasScheme: Bool { firstIndex(of: .colon).map { self[..<$0].isScheme } ?? false }

    fileprivate func startsCaseless(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where self[index].lowercased != text.utf8Start[index] { return false }
        return true
    }
}
