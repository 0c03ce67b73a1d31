/// newsboat's config file on its way to becoming lede's: the lines that lede understands as they stand, the others as
/// comments with the reason, so that nothing of the person's work is lost. No command in it is run.
package struct MovedConfig {
    /// What of it lede understands.
    package let config: Config
    private let lines: [String]

    package init(newsboat bytes: [UInt8], path: String) {
        let text = ConfigText(bytes, path: path)
        let included = text.lines.filter { $0.name == "include" }.map { line in
            ConfigProblem(at: line.place, "the file that newsboat includes here is not brought over")
        }
        config = Config(text.lines, problems: text.problems + included)
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.last == "\r" ? $0.dropLast() : $0) }
    }

    /// The file for lede, with the lines of these problems as comments.
    package func text(without problems: [ConfigProblem]) -> String {
        var reasons: [Int: String] = [:]
        for problem in problems where reasons[problem.place.line] == nil {
            reasons[problem.place.line] = problem.message
        }
        var text = ["# From newsboat's config. Its keys as they were are one line away: keys newsboat", ""]
        var number = 1
        var rest = lines[...]
        if rest.last == "" { rest.removeLast() }
        while !rest.isEmpty {
            let joined = rest.prefix(
                through: rest.firstIndex { !$0.isJoinedToNext } ?? rest.index(before: rest.endIndex))
            let reason = (number..<(number + joined.count)).compactMap { reasons[$0] }.first
            if let reason { text.append("# lede: \(reason.oneLine)") }
            text += joined.map { reason == nil ? $0 : "# \($0)" }
            number += joined.count
            rest = rest[joined.endIndex...]
        }
        return text.joined(separator: "\n") + "\n"
    }
}

extension String {
    /// Whether the next line belongs to it.
    fileprivate var isJoinedToNext: Bool {
        let isComment = drop { $0 == " " || $0 == "\t" }.first == "#"
        return !isComment && !utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }
}
