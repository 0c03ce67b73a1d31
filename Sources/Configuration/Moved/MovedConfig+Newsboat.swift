import Files

extension MovedConfig {
    /// Converts newsboat's file with its includes. The lines are valid in lede, except for commands that need a shell.
    ///
    /// `grouping` says how to list the feeds as in newsboat. `read` returns the contents of a file, or nil if it can't
    /// be read.
    package init(
        newsboat bytes: [UInt8], path: String, grouping: NewsboatGrouping = NewsboatGrouping(UrlsList("")),
        read: @escaping (String) -> [UInt8]? = { _ in nil }
    ) {
        var files = NewsboatFiles(read: read)
        files.add(bytes, path: path)
        let bindsKeys = ["bind", "bind-key", "unbind-key"].contains(where: files.sets)
        if bindsKeys { files.begin(with: Self.newsboatKeys) }
        files.add(Self.defaults.filter { files.sets($0.setting) && !files.sets($0.needed) }.flatMap(\.lines))
        files.writeProxyType()
        files.add(grouping.lines(for: Config(Array(files.ours.utf8), path: path)))
        let service = NewsboatService(files.pieces.theirValue(of:))
        if service?.account != nil { files.replace(service?.settings ?? []) }
        self.init(
            files.pieces,
            heading: bindsKeys
                ? "# From newsboat's config."
                : "# From newsboat's config. To use newsboat's keys, add the line: keys newsboat",
            config: Config(Array(files.ours.utf8), path: path), newsboatService: service)
    }
}

/// How lede lists newsboat's feeds: each once, as newsboat does.
package struct NewsboatGrouping: Sendable {
    private let hasTags: Bool
    private let hasFeedsWithSeveralTags: Bool
    /// Whether headings would take more than half as many rows as the feeds beneath them.
    private let hasTinyGroups: Bool

    /// Decides for the feeds of newsboat's urls file.
    package init(_ list: UrlsList) {
        hasTags = list.feeds.contains { !$0.tags.isEmpty && $0.group == nil }
        hasFeedsWithSeveralTags = list.feeds.contains { $0.tags.count > 1 && $0.group == nil }
        let firstTags = list.feeds.filter { $0.group == nil }.compactMap(\.tags.first)
        hasTinyGroups = Set(firstTags).count * 2 > firstTags.count && firstTags.count > 3
    }

    /// Lines to add to lede's config.
    fileprivate func lines(for config: Config) -> [String] {
        let isSortedByTags = ["none", "firsttag", "firsttag-asc"].contains(config.text(.feedSortOrder))
        if hasTags, !isSortedByTags {
            return ["# newsboat sorts all feeds together, without groups.", "group-feeds no"]
        }
        guard hasFeedsWithSeveralTags else { return [] }
        if hasTinyGroups {
            return ["# newsboat lists each feed once, and most groups would have a single feed.", "group-feeds no"]
        }
        return [
            "# newsboat lists each feed once: here under its first tag. “group-feeds no” lists feeds without groups.",
            "list-feeds-once yes"
        ]
    }
}

extension MovedConfig {
    private static let newsboatKeys = ["# The keys bound below build on newsboat's own.", "keys newsboat"]

    /// newsboat's defaults that differ from lede's and matter to other settings.
    private static let defaults = [
        // Row formats were made for newsboat's dates: lede's own have no fixed width, so the columns after them would
        // shift.
        (
            setting: "articlelist-format", needed: "datetime-format",
            lines: ["# newsboat's default format of dates.", "datetime-format \"%b %d\""]
        ),
        (
            setting: "proxy", needed: "use-proxy",
            lines: ["# newsboat doesn't use its proxy without “use-proxy yes”.", "use-proxy no"]
        ),
        (setting: "auto-reload", needed: "reload-time", lines: ["# newsboat's default.", "reload-time 60"])
    ]

    /// The path of newsboat's cache according to its config file.
    package var newsboatCache: String? { pieces.theirValue(of: "cache-file") }

    /// Whether newsboat hides fetched items that match ignore-article. Otherwise it only fetches no more of them.
    package var hidesIgnoredItems: Bool { pieces.theirValue(of: "ignore-mode") == "display" }

    /// Whether it groups feeds as newsboat does.
    package var groupsFeeds: Bool { config.isOn(.listFeedsOnce) || !config.isOn(.groupFeeds) }
}

extension MovedConfig.Piece {
    fileprivate var theirLine: ConfigLine? {
        ConfigText(Array(theirs.joined(separator: "\n").utf8), path: "").lines.first
    }
}

extension [MovedConfig.Piece] {
    /// The value of a setting with one value, in newsboat's words.
    fileprivate func theirValue(of name: String) -> String? {
        for piece in reversed() {
            if let line = piece.theirLine, line.name == name { return line.operands.first?.text }
        }
        return nil
    }
}

/// newsboat's config files, each at the position where it is included.
private struct NewsboatFiles {
    private(set) var pieces: [MovedConfig.Piece] = []
    let read: (String) -> [UInt8]?
    /// The files being read, each included by the one before.
    private var open: [String] = []
    private var (bytes, count) = (0, 0)

    /// lede's own limits.
    private static let (mostBytes, mostFiles, deepest) = (1 << 20, 100, 10)

    init(read: @escaping (String) -> [UInt8]?) {
        self.read = read
    }

    mutating func add(_ file: [UInt8], path: String) {
        open.append(path)
        bytes += file.count
        count += 1
        let isMain = open.count == 1
        var number = 1
        var rest = MovedConfig.lines(of: file)[...]
        while !rest.isEmpty {
            let last = rest.firstIndex { !$0.isJoinedToNext } ?? rest.index(before: rest.endIndex)
            var theirs = Array(rest[...last])
            // Nothing follows to join it with.
            if rest[last].isJoinedToNext { theirs[theirs.count - 1].removeLast() }
            let piece = MovedConfig.Piece(number: number, file: isMain ? nil : path, theirs: theirs, ours: theirs)
            add(piece, path: path)
            number += theirs.count
            rest = rest[(last + 1)...]
        }
        open.removeLast()
    }

    /// Adds lines that the other file doesn't have.
    mutating func add(_ lines: [String]) {
        if lines.isEmpty { return }
        pieces.append(MovedConfig.Piece(number: (pieces.last?.number ?? 0) + 1, theirs: [], ours: lines))
    }

    /// The same before all others.
    mutating func begin(with lines: [String]) {
        pieces.insert(MovedConfig.Piece(number: 1, theirs: [], ours: lines), at: 0)
    }

    /// All lines for lede.
    var ours: String { pieces.flatMap { $0.ours ?? [] }.joined(separator: "\n") }

    /// Replaces the lines that set these by comments without their values.
    mutating func replace(_ names: Set<String>) {
        for index in pieces.indices {
            guard let name = pieces[index].theirLine?.name, names.contains(name) else { continue }
            pieces[index].ours = ["# \(name): see the server's line in the urls file."]
        }
    }

    /// Writes the type of the proxy into its URL, where lede has it.
    mutating func writeProxyType() {
        guard let type = pieces.theirValue(of: "proxy-type"), let proxy = pieces.theirValue(of: "proxy"),
            !proxy.contains("://"),
            ["http", "socks4", "socks4a", "socks5", "socks5h"].contains(type)
        else { return }
        for index in pieces.indices {
            switch pieces[index].theirLine?.name {
            case "proxy": pieces[index].ours = ["proxy \(ConfigWord.quoted("\(type)://\(proxy)"))"]
            case "proxy-type": pieces[index].ours = ["# proxy-type: see the URL of the proxy."]
            default: break
            }
        }
    }

    /// Whether a line sets this.
    func sets(_ name: String) -> Bool {
        pieces.contains { piece in
            guard let ours = piece.ours else { return false }
            let text = ConfigText(Array(ours.joined(separator: "\n").utf8), path: "")
            return text.lines.contains { $0.name == name }
        }
    }

    private mutating func add(_ piece: MovedConfig.Piece, path: String) {
        let text = ConfigText(Array(piece.theirs.joined(separator: "\n").utf8), path: path)
        guard let line = text.lines.first else { return pieces.append(piece) }
        if line.name == "include", line.operands.count == 1 { return include(line.words[1].text, piece, path: path) }
        var piece = piece
        let said = line.withParentheses
        let meant = said.flatMap { try? ConfigLine(typed: $0) } ?? line
        if let said = meant.withShell ?? said { piece.ours = [said] }
        pieces.append(piece)
    }

    private mutating func include(_ name: String, _ piece: MovedConfig.Piece, path: String) {
        var piece = piece
        piece.ours = nil
        let target = name.hasPrefix("/") || name.hasPrefix("~") ? name : "\(PrivateFiles.parent(of: path))/\(name)"
        if open.contains(target) || open.count >= Self.deepest || count >= Self.mostFiles {
            piece.reason = "this file would include itself, or too many files include each other"
        } else if let file = read(target), file.count <= Self.mostBytes - bytes {
            pieces.append(
                MovedConfig.Piece(
                    number: piece.number, file: piece.file, theirs: piece.theirs,
                    ours: [
                        "# newsboat included the following lines from \(name.oneLine)."
                    ]))
            add(file, path: target)
            piece.ours = ["# End of the lines from \(name.oneLine)."]
        } else {
            piece.reason = "can't read the included file"
        }
        pieces.append(piece)
    }
}

extension String {
    /// Whether the next line continues this one.
    fileprivate var isJoinedToNext: Bool {
        let isComment = drop { $0 == " " || $0 == "\t" }.first == "#"
        return !isComment && !utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
    }
}
