// What lede may do with an address, told by how it begins: lists and screens ask this of many, and nothing is parsed for it.
// `WebURL` answers the same of a URL that was parsed.
extension StringProtocol {
    /// The scheme that it begins with; nil if it begins with none.
    package var scheme: SubSequence? {
        guard let colon = utf8.firstIndex(of: .colon), utf8[..<colon].isScheme else { return nil }
        return self[..<colon]
    }

    /// Whether it leads to the web. lede opens and fetches nothing else because a document, a list or a server says so.
    package var isWebAddress: Bool { utf8.startsCaseless("https://") || utf8.startsCaseless("http://") }

    /// Whether a terminal may learn of it, which may start any program for other schemes.
    package var isForTerminals: Bool {
        ["https:", "http:", "mailto:"].contains { utf8.startsCaseless($0) }
    }

    /// Whether a command makes the document, or changes it.
    package var runsCommand: Bool { hasPrefix("exec:") || hasPrefix("filter:") }

    /// The path in a `file:///` address, as it is written; nil for other addresses.
    package var pathOfFile: SubSequence? {
        utf8.startsCaseless("file:///") ? self[utf8.index(startIndex, offsetBy: "file://".utf8.count)...] : nil
    }

    /// Itself, behind a scheme if it has none.
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
