extension MovedConfig {
    /// newsboat's file, whose lines are lede's as they stand.
    package init(newsboat bytes: [UInt8], path: String) {
        let text = ConfigText(bytes, path: path)
        let included = text.lines.filter { $0.name == "include" }.map { line in
            ConfigProblem(at: line.place, "the file that newsboat includes here is not brought over")
        }
        self.init(
            Self.pieces(of: Self.lines(of: bytes)),
            heading: "# From newsboat's config. Its keys as they were are one line away: keys newsboat",
            config: Config(text.lines, problems: text.problems + included))
    }

    private static func pieces(of lines: [String]) -> [Piece] {
        var pieces: [Piece] = []
        var number = 1
        var rest = lines[...]
        while !rest.isEmpty {
            let last = rest.firstIndex { !$0.isJoinedToNext } ?? rest.index(before: rest.endIndex)
            let joined = Array(rest[...last])
            pieces.append(Piece(number: number, theirs: joined, ours: joined))
            number += joined.count
            rest = rest[(last + 1)...]
        }
        return pieces
    }
}

extension String {
    /// Whether the next line belongs to it.
    fileprivate var isJoinedToNext: Bool {
        let isComment = drop { $0 == " " || $0 == "\t" }.first == "#"
        return !isComment && !utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }
}
