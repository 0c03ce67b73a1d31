/// newsraft's list of feeds.
package struct NewsraftFeeds: Equatable, Sendable {
    package private(set) var feeds: [MovedFeed] = []

    package init(_ text: String) {
        var folder: String?
        var ofFolder: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            let (entry, rest) = line.parted(at: " < ")
            let settings = rest.map { [String($0)] } ?? []
            if entry.hasPrefix("@") {
                folder = String(entry.dropFirst().trimmed)
                ofFolder = settings
            } else {
                add(entry, in: folder, ofFolder + settings)
            }
        }
    }

    private mutating func add(_ entry: Substring, in folder: String?, _ settings: [String]) {
        let end = entry.hasPrefix("$(") ? entry.lastIndex(of: ")").map { entry.index(after: $0) } : nil
        let url = entry[..<(end ?? entry.firstIndex(where: \.isWhitespace) ?? entry.endIndex)]
        let title = entry[url.endIndex...].trimmed
        feeds.append(
            MovedFeed(
                Self.address(String(url)),
                title: title.hasPrefix("\"") ? String(title.dropFirst().prefix { $0 != "\"" }) : nil, folder: folder,
                settings: settings))
    }

    /// Converts newsraft's URL to lede's: a command in `$()` becomes `exec:`.
    static func address(_ url: String) -> String {
        url.hasPrefix("$(") && url.hasSuffix(")") ? "exec:" + url.dropFirst(2).dropLast() : url
    }
}

extension Substring {
    var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    /// Splits the text at the first mark.
    fileprivate func parted(at mark: String) -> (Substring, Substring?) {
        guard let range = firstRange(of: mark) else { return (self, nil) }
        return (self[..<range.lowerBound].trimmed, self[range.upperBound...].trimmed)
    }
}
