package import Configuration
import System

/// Another reader's config file, converted to lede's: what lede also does as settings, and the rest as comments with
/// the reason, so that none of the user's work is lost. No command in it is run.
package struct ImportedConfig {
    /// Lines of the other file that belong together, and their translation.
    struct Piece {
        /// The number of their first line there.
        let number: Int
        /// The included file with these lines; nil for the main file.
        var file: String?
        let theirs: [String]
        /// The translation; nil if lede has nothing similar.
        var ours: [String]?
        var reason: String?

        fileprivate var remark: Remark? { reason.map(remark) }

        fileprivate func remark(_ text: String) -> Remark { Remark(line: number, file: file, text: text) }
    }

    /// A line of the other file, or of a file that it includes, and what the user should know about it.
    package struct Remark: Equatable, Sendable {
        package let line: Int
        package var file: String?
        package let text: String
    }

    /// The part that lede understands.
    package let config: Config
    /// The service that newsboat gets its feeds from, if it has one.
    package let newsboatService: NewsboatService?
    private let heading: String
    let pieces: [Piece]

    init(_ pieces: [Piece], heading: String, config: Config, newsboatService: NewsboatService? = nil) {
        self.newsboatService = newsboatService
        self.pieces = pieces
        self.heading = heading
        self.config = config
    }

    /// Returns what is left out, given the problems of the imported lines.
    package func leftOut(_ problems: [ConfigProblem]) -> [Remark] { judged(problems).compactMap(\.remark) }

    /// Returns imported lines that mean something else here, given the remarks on them.
    package func withOtherMeaning(_ notes: [ConfigProblem], besides problems: [ConfigProblem]) -> [Remark] {
        zip(judged(problems), judged(notes)).compactMap { $0.reason == nil ? $1.remark : nil }
    }

    /// Returns imported lines that let lede run a program, with their text.
    package func runningPrograms(besides problems: [ConfigProblem]) -> [Remark] {
        judged(problems).compactMap { piece in
            guard piece.reason == nil, let ours = piece.ours else { return nil }
            let text = ConfigText(Array(ours.joined(separator: "\n").utf8), path: "")
            let lines = text.lines.filter(\.runsProgram).map { $0.words.map(\.text).joined(separator: " ").oneLine }
            return lines.isEmpty ? nil : piece.remark(lines.joined(separator: "; "))
        }
    }

    /// Returns lede's file, with the lines that have problems as comments.
    package func text(without problems: [ConfigProblem]) -> String {
        var text = [heading, ""]
        for piece in judged(problems) {
            if let reason = piece.reason {
                text += ["# lede: \(reason)"] + piece.theirs.map { "# \($0.withoutInvisible)" }
            } else {
                text += piece.ours ?? []
            }
        }
        return text.joined(separator: "\n") + "\n"
    }

    /// Returns the pieces, each with the reason why it can't be imported, if any.
    private func judged(_ problems: [ConfigProblem]) -> [Piece] {
        var reasons: [Int: String] = [:]
        for problem in problems where reasons[problem.place.line] == nil {
            reasons[problem.place.line] = problem.message.oneLine
        }
        var number = 1
        return pieces.map { piece in
            var piece = piece
            let count = piece.ours?.count ?? 0
            piece.reason = piece.reason ?? (number..<(number + count)).compactMap { reasons[$0] }.first
            number += count
            return piece
        }
    }

    /// Splits a file into lines without their ends.
    static func lines(of bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }
}

extension ConfigLine {
    /// Whether lede runs a program because of this line: by itself, or when the user presses a key.
    fileprivate var runsProgram: Bool {
        switch name {
        case "share": true
        case "on": operands.contains { $0.text.hasRunAction }
        case "bind", "bind-key", "macro": operands.contains { $0.namesProgram } || givesEditor
        default: Setting.named(name)?.kind == .command && operands.contains { !$0.text.isEmpty }
        }
    }

    /// Whether `edit-urls` gets its own editor. In `bind-key` a context follows it.
    private var givesEditor: Bool {
        name != "bind-key"
            && zip(words, words.dropFirst()).contains {
                $0.text.hasSuffix("edit-urls") && !$1.text.hasPrefix(";") && $1.text != "--"
            }
    }
}

extension ConfigWord {
    /// Whether an operation takes a program after it: `run`, `pipe-to`, or `set` for a setting such as `browser`.
    fileprivate var namesProgram: Bool {
        text.split { " \t;".contains($0) }.contains { part in
            part == "run" || part == "pipe-to" || Setting.named(String(part))?.kind == .command
        }
    }
}

extension String {
    /// Whether a rule's action is to run a command.
    fileprivate var hasRunAction: Bool {
        let words = split { !$0.isLetter && $0 != "-" }
        return zip(words, words.dropFirst()).contains { $0 == "do" && $1 == "run" }
    }
}

extension ImportedConfig {
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
        if ["feedlist-format", "articlelist-format"].contains(where: files.sets), !files.sets("panes") {
            files.add(Self.wholeWidth)
        }
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

extension ImportedConfig {
    private static let newsboatKeys = ["# The keys bound below build on newsboat's own.", "keys newsboat"]

    private static let wholeWidth = [
        "# newsboat's formats of rows need the whole width. Without this line, a wide screen has several panes.",
        "panes no"
    ]

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

    /// The folder of podboat's files according to newsboat's config file.
    var podboatFolder: String { pieces.theirValue(of: "download-path") ?? "~/" }

    /// Whether newsboat hides fetched items that match ignore-article. Otherwise it only fetches no more of them.
    package var hidesIgnoredItems: Bool { pieces.theirValue(of: "ignore-mode") == "display" }

    /// Whether it groups feeds as newsboat does.
    package var groupsFeeds: Bool { config.isOn(.listFeedsOnce) || !config.isOn(.groupFeeds) }
}

extension ImportedConfig.Piece {
    fileprivate var theirLine: ConfigLine? {
        ConfigText(Array(theirs.joined(separator: "\n").utf8), path: "").lines.first
    }
}

extension [ImportedConfig.Piece] {
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
    private(set) var pieces: [ImportedConfig.Piece] = []
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
        var rest = ImportedConfig.lines(of: file)[...]
        while !rest.isEmpty {
            let last = rest.firstIndex { !$0.isJoinedToNext } ?? rest.index(before: rest.endIndex)
            var theirs = Array(rest[...last])
            // Nothing follows to join it with.
            if rest[last].isJoinedToNext { theirs[theirs.count - 1].removeLast() }
            let piece = ImportedConfig.Piece(number: number, file: isMain ? nil : path, theirs: theirs, ours: theirs)
            add(piece, path: path)
            number += theirs.count
            rest = rest[(last + 1)...]
        }
        open.removeLast()
    }

    /// Adds lines that the other file doesn't have.
    mutating func add(_ lines: [String]) {
        if lines.isEmpty { return }
        pieces.append(ImportedConfig.Piece(number: (pieces.last?.number ?? 0) + 1, theirs: [], ours: lines))
    }

    /// The same before all others.
    mutating func begin(with lines: [String]) {
        pieces.insert(ImportedConfig.Piece(number: 1, theirs: [], ours: lines), at: 0)
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

    private mutating func add(_ piece: ImportedConfig.Piece, path: String) {
        let text = ConfigText(Array(piece.theirs.joined(separator: "\n").utf8), path: path)
        guard let line = text.lines.first else { return pieces.append(piece) }
        if line.name == "include", line.operands.count == 1 { return include(line.words[1].text, piece, path: path) }
        var piece = piece
        let said = line.withParentheses
        let meant = said.flatMap { try? ConfigLine(typed: $0) } ?? line
        if let said = meant.withShell ?? said { piece.ours = [said] }
        pieces.append(piece)
    }

    private mutating func include(_ name: String, _ piece: ImportedConfig.Piece, path: String) {
        var piece = piece
        piece.ours = nil
        let target = name.hasPrefix("/") || name.hasPrefix("~") ? name : "\(PrivateFiles.parent(of: path))/\(name)"
        if open.contains(target) || open.count >= Self.deepest || count >= Self.mostFiles {
            piece.reason = "this file would include itself, or too many files include each other"
        } else if let file = read(target), file.count <= Self.mostBytes - bytes {
            pieces.append(
                ImportedConfig.Piece(
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

extension ConfigLine {
    /// Returns the line with a shell script, if it sets a browser or an article program that only a shell can run; nil
    /// if it needs none.
    ///
    /// newsboat passes all commands to the shell. lede runs programs directly and gives a script its data in
    /// environment variables, because a URL in the script's text could contain any command.
    fileprivate var withShell: String? {
        var said: [String] = []
        var isChanged = false
        for (index, word) in words.enumerated() {
            let before = index > 0 ? words[index - 1].text : ""
            let isBrowser = before == "browser" && (index == 1 || words[index - 2].text == "set")
            let script = isBrowser ? word.text.asScriptForAddress : before == "pipe-to" ? word.text.asScript : nil
            if let script {
                said += ["sh -c", ConfigWord.quoted(script)]
                isChanged = true
            } else {
                let isPlain = !word.isQuoted && !word.text.contains("`")
                said.append(isPlain ? word.text : ConfigWord.quoted(word.text))
            }
        }
        return isChanged ? said.joined(separator: " ") : nil
    }
}

extension String {
    /// Returns newsboat's command line as a script; nil if it means the same without a shell, or starts a shell itself.
    fileprivate var asScript: String? {
        let isAssigned = prefix { $0 != " " }.contains("=")
        guard isAssigned || contains(where: { "|&;<>()$".contains($0) }) else { return nil }
        return contains("sh -c") || contains("eval") ? nil : self
    }

    /// Returns a script that reads its data from the environment; nil also if an inner shell would interpret the URL.
    fileprivate var asScriptForAddress: String? {
        guard var script = asScript else { return nil }
        for (letter, name) in [("u", "URL"), ("t", "TITLE"), ("T", "FEED_TITLE"), ("F", "FEED_URL")] {
            for mark in ["'", "\"", ""] {
                script = script.replacing("\(mark)%\(letter)\(mark)", with: "\"$LEDE_\(name)\"")
            }
        }
        return contains("%u") ? script : script + " \"$LEDE_URL\""
    }
}
