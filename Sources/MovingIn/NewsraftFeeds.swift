/// newsraft's list of feeds.
package struct NewsraftFeeds: Equatable, Sendable {
    package private(set) var feeds: [MovedFeed] = []
    package private(set) var leftBehind: [LeftBehind] = []

    package init(_ text: String) {
        var folder: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            let (entry, settings) = line.parted(at: " < ")
            if settings != nil { note(index, "the settings behind “<” are newsraft's own") }
            if entry.hasPrefix("@") {
                folder = String(entry.dropFirst().trimmed)
            } else {
                add(entry, in: folder)
            }
        }
    }

    private mutating func add(_ entry: Substring, in folder: String?) {
        let end = entry.hasPrefix("$(") ? entry.lastIndex(of: ")").map { entry.index(after: $0) } : nil
        let url = entry[..<(end ?? entry.firstIndex(where: \.isWhitespace) ?? entry.endIndex)]
        let title = entry[url.endIndex...].trimmed
        feeds.append(
            MovedFeed(
                Self.address(String(url)),
                title: title.hasPrefix("\"") ? String(title.dropFirst().prefix { $0 != "\"" }) : nil, folder: folder))
    }

    private mutating func note(_ index: Int, _ reason: String) {
        leftBehind.append(LeftBehind(line: index + 1, reason: reason))
    }

    /// An address of newsraft's as lede writes it: a command in `$()` is one behind `exec:`.
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

    /// What stands before the first mark, and what behind it.
    fileprivate func parted(at mark: String) -> (Substring, Substring?) {
        guard let range = firstRange(of: mark) else { return (self, nil) }
        return (self[..<range.lowerBound].trimmed, self[range.upperBound...].trimmed)
    }
}
