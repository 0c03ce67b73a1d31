// What lede may do with an address, decided by its beginning. Lists and screens ask this often, so nothing is parsed.
// `WebURL` answers the same questions about a parsed URL.
extension StringProtocol {
    /// The scheme; nil if there is none.
    package var scheme: SubSequence? {
        guard let colon = utf8.firstIndex(of: .colon), utf8[..<colon].isScheme else { return nil }
        return self[..<colon]
    }

    /// Whether it leads to the web. If a document, a list or a server asks for it, lede opens and fetches nothing else.
    package var isWebAddress: Bool { utf8.startsCaseless("https://") || utf8.startsCaseless("http://") }

    /// Whether it may be passed to the terminal, which might start any program for other schemes.
    package var isForTerminals: Bool {
        ["https:", "http:", "mailto:"].contains { utf8.startsCaseless($0) }
    }

    /// Whether a command creates or changes the document.
    package var runsCommand: Bool { hasPrefix("exec:") || hasPrefix("filter:") }

    /// The path of a `file:///` URL, as it is written; nil for others.
    package var pathOfFile: SubSequence? {
        utf8.startsCaseless("file:///") ? self[utf8.index(startIndex, offsetBy: "file://".utf8.count)...] : nil
    }

    /// The text with a scheme, which is added if it has none.
    package func withScheme(orElse scheme: String) -> String { contains("://") ? String(self) : "\(scheme)://\(self)" }
}

extension Collection<UInt8> {
    /// Whether it begins with `text`, which is in lower case, in any case.
    fileprivate func startsCaseless(_ text: StaticString) -> Bool {
        let start = prefix(text.utf8CodeUnitCount)
        return start.count == text.utf8CodeUnitCount
            && zip(start, 0...).allSatisfy { $0.lowercased == text.utf8Start[$1] }
    }
}
