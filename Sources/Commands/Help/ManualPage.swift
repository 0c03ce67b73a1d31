import Configuration
import System

/// A man page, in the macros that every man(1) understands.
struct ManualPage {
    private(set) var text: String

    /// The page's title consists of its name and section: “lede-urls(5)”.
    init(_ name: String, section: Int, about summary: String) {
        text = """
            .TH \(Self.escaped(name.uppercased())) \(section) "" "lede \(Version.current)" "lede's manual"
            .SH NAME
            \(Self.escaped(name)) \\- \(Self.escaped(summary))

            """
    }

    mutating func heading(_ title: String) { add(".SH \(Self.quoted(title.uppercased()))") }

    mutating func subheading(_ title: String) { add(".SS \(Self.quoted(title))") }

    mutating func paragraph(_ words: Words) {
        add(".PP")
        add(words.text)
    }

    /// Adds a term with its indented meaning.
    mutating func term(_ term: Words, _ meaning: Words) {
        add(".TP")
        add(term.text)
        add(meaning.text)
    }

    mutating func bullet(_ words: Words) {
        add(".IP \\(bu 2")
        add(words.text)
    }

    /// Adds lines exactly as typed.
    mutating func example(_ lines: [String]) {
        add(".PP\n.RS 4\n.EX")
        for line in lines { add(Words(line).text) }
        add(".EE\n.RE")
    }

    /// Indents what `body` adds, as far as the meaning of a term.
    mutating func relative(_ body: (inout ManualPage) -> Void) {
        add(".RS")
        body(&self)
        add(".RE")
    }

    private mutating func add(_ line: String) { text += line + "\n" }

    /// Words of a paragraph, some of them bold or italic.
    struct Words: ExpressibleByStringInterpolation {
        fileprivate var text: String

        init(_ plain: String) {
            let escaped = ManualPage.escaped(plain)
            // man would read a line that begins with one of these as a macro.
            text = escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
        }

        init(stringLiteral plain: String) { self.init(plain) }

        static func bold(_ plain: String) -> Words { Words(plain).inFont("B") }

        static func italic(_ plain: String) -> Words { Words(plain).inFont("I") }

        static func + (left: Words, right: Words) -> Words {
            var sum = left
            sum.text += right.text
            return sum
        }

        private func inFont(_ font: String) -> Words {
            var words = self
            if !text.isEmpty { words.text = "\\f\(font)\(text)\\fR" }
            return words
        }
    }

    private static func quoted(_ title: String) -> String {
        "\"\(escaped(title).replacing("\"", with: "\\(dq"))\""
    }

    /// Escapes hyphens, so that text copied from the page can be typed, and non-ASCII characters, so that no program on
    /// the way has to know the encoding.
    private static func escaped(_ plain: String) -> String {
        plain.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "\n": " "
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u\(hexadecimal(scalar))]"
            }
        }.joined()
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// lede(1), made from the table of commands.
    static var commands: ManualPage {
        var page = ManualPage("lede", section: 1, about: "read RSS, Atom and JSON feeds in the terminal")
        page.addSynopsis()
        page.heading("Commands")
        for group in Subcommand.groups {
            page.subheading(group.title)
            for subcommand in group.subcommands { page.add(subcommand) }
        }
        page.heading("Options")
        page.paragraph(
            "--starter-feeds and --version work without a command. The others work with every command, before or after it."
        )
        page.add(ReaderOpening.options + Subcommand.commonOptions)
        page.addSurroundings()
        return page
    }

    private mutating func addSynopsis() {
        heading("Synopsis")
        paragraph(.bold("lede") + " [" + .italic("OPTION") + "...]")
        paragraph(.bold("lede") + " " + .italic("COMMAND") + " [" + .italic("ARGUMENT") + "...]")
        heading("Description")
        paragraph(
            """
            lede reads RSS, Atom and JSON feeds in the terminal. Without a command, it opens the reader; press ? there to see \
            its keys. With a command, it runs the command and exits. Commands also work while the reader is open, and the \
            reader shows their changes.
            """)
    }

    private mutating func add(_ subcommand: Subcommand) {
        term(
            .bold("lede \(subcommand.name)")
                + (subcommand.operands.pattern.isEmpty ? "" : " " + .italic(subcommand.operands.pattern)),
            Words(subcommand.summary.capitalisedSentence))
        for paragraph in subcommand.details { relative { $0.paragraph(Words(paragraph)) } }
        if !subcommand.options.isEmpty { relative { $0.add(subcommand.options) } }
        for example in subcommand.examples {
            relative {
                $0.paragraph(Words(example.meaning.capitalisedSentence.dropLast() + ":"))
                $0.example([example.line])
            }
        }
        for exit in subcommand.exits { relative { $0.term(Words("exit code \(exit.code)"), Words(exit.meaning)) } }
    }

    private mutating func add(_ options: [Subcommand.Option]) {
        for option in options {
            let names = (option.letters + [option.name]).joined(separator: ", ")
            term(.bold(names) + (option.value.map { " " + .italic($0) } ?? ""), Words(option.meaning))
        }
    }

    private mutating func addSurroundings() {
        heading("Files")
        term(.italic("~/.config/lede/urls"), "your feeds, one per line: see lede-urls(5)")
        term(.italic("~/.config/lede/config"), "settings, keys and colours: see lede-config(5)")
        term(.italic("~/.local/share/lede/library.db"), "the library, an SQLite database of all feeds, items and marks")
        term(.italic("~/.cache/lede"), "pictures of items")
        term(.italic("~/.local/state/lede"), "where you left off, and what you typed at prompts")
        heading("Environment")
        term(
            .bold("XDG_CONFIG_HOME") + ", " + .bold("XDG_DATA_HOME") + ", " + .bold("XDG_CACHE_HOME") + ", "
                + .bold("XDG_STATE_HOME"),
            "parent folders of these files: each holds a folder “lede”")
        term(.bold("VISUAL") + ", " + .bold("EDITOR"), "your editor (default: vi(1))")
        term(.bold("COLORTERM"), "“truecolor” uses all colours, whatever the terminal's description says")
        term(.bold("BROWSER"), "your browser (default: xdg-open(1))")
        term(.bold("NO_COLOR"), "turns off colours in the reader and styles in the output of commands")
        term(
            .bold("http_proxy") + ", " + .bold("https_proxy") + ", " + .bold("no_proxy"),
            "proxy for fetching feeds")
        heading("Exit status")
        for exit in Subcommand.commonExits { term(Words("\(exit.code)"), Words(exit.meaning)) }
        heading("See also")
        paragraph("lede-urls(5), lede-config(5), newsboat(1)")
    }
}

extension ManualPage {
    /// Makes a man page of a guide: headings, paragraphs, lists, tables and code that is fenced or indented.
    ///
    /// Its title looks like “# lede-urls: the feeds that are read”.
    init(markdown: String, section: Int) throws(CommandFailure) {
        let blocks = MarkdownBlock.all(in: markdown)
        guard case .heading(1, let title) = blocks.first, let colon = title.firstRange(of: ": ") else {
            throw .failed("the document has no title “# NAME: WHAT IT IS” to begin with")
        }
        self.init(String(title[..<colon.lowerBound]), section: section, about: String(title[colon.upperBound...]))
        if blocks.count > 1 {
            if case .heading = blocks[1] {} else { heading("Description") }
        }
        for block in blocks.dropFirst() { add(block) }
    }

    private mutating func add(_ block: MarkdownBlock) {
        switch block {
        case .heading(let level, let title): level <= 2 ? heading(title.unmarked) : subheading(title.unmarked)
        case .paragraph(let text): paragraph(Words(markdown: text))
        case .bullet(let text): bullet(Words(markdown: text))
        case .code(let lines): example(lines)
        case .row(let cells):
            let filled = cells.filter { !$0.isEmpty }
            guard let first = filled.first else { return }
            let middle = filled.dropFirst().dropLast().map { "  " + $0 }.joined()
            term(
                .bold(first.unmarked) + Words(middle.unmarked),
                filled.count > 1 ? Words(markdown: filled[filled.count - 1]) : "")
        }
    }
}

extension ManualPage.Words {
    /// Shows code in bold, and only the text of links.
    fileprivate init(markdown: String) {
        self = markdown.pieces.reduce("") { $0 + ($1.isCode ? .bold($1.text) : Self($1.text)) }
    }
}

/// A block of the Markdown that lede's guides use.
private enum MarkdownBlock {
    case heading(Int, String)
    case paragraph(String)
    case bullet(String)
    case code([String])
    /// A row of a table, without its header.
    case row([String])

    static func all(in text: String) -> [MarkdownBlock] {
        var blocks: [MarkdownBlock] = []
        // The last block may go on in the next line.
        var (isOpen, isFenced, isInTable) = (false, false, false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let level = line.prefix { $0 == "#" }.count
            if line.hasPrefix("```") {
                if !isFenced { blocks.append(.code([])) }
                (isOpen, isFenced) = (false, !isFenced)
            } else if isFenced, case .code(let lines) = blocks.last {
                blocks[blocks.count - 1] = .code(lines + [line])
            } else if line.hasPrefix("|") {
                // The first row is the header, and the second its rule.
                if isInTable, !line.allSatisfy({ "|-: ".contains($0) }) { blocks.append(.row(cells(of: line))) }
                (isOpen, isInTable) = (false, true)
            } else {
                isInTable = false
                if line.hasPrefix("    "), !isOpen {
                    let code = [String(line.dropFirst(4))]
                    if case .code(let lines) = blocks.last {
                        blocks[blocks.count - 1] = .code(lines + code)
                    } else {
                        blocks.append(.code(code))
                    }
                } else if (1...6).contains(level), line.dropFirst(level).hasPrefix(" ") {
                    blocks.append(.heading(level, String(line.dropFirst(level + 1)).trimmed))
                    isOpen = false
                } else if line.hasPrefix("- ") {
                    blocks.append(.bullet(String(line.dropFirst(2)).trimmed))
                    isOpen = true
                } else if line.trimmed.isEmpty {
                    isOpen = false
                } else {
                    switch isOpen ? blocks.popLast() : nil {
                    case .bullet(let begun): blocks.append(.bullet("\(begun) \(line.trimmed)"))
                    case .paragraph(let begun): blocks.append(.paragraph("\(begun) \(line.trimmed)"))
                    default: blocks.append(.paragraph(line.trimmed))
                    }
                    isOpen = true
                }
            }
        }
        return isFenced ? blocks.dropLast() : blocks
    }

    private static func cells(of line: String) -> [String] {
        // A backslash escapes a bar that is part of the text.
        let bar = "\u{0}"
        return line.replacing("\\|", with: bar).split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().dropLast()
            .map { String($0).replacing(bar, with: "|").trimmed }
    }
}

extension String {
    fileprivate var unmarked: String { pieces.map(\.text).joined() }

    /// The parts between backticks, and the others, in which a backslash escapes the next character.
    fileprivate var pieces: [(text: String, isCode: Bool)] {
        var pieces: [(text: String, isCode: Bool)] = [("", false)]
        var rest = withoutLinks[...]
        while let character = rest.popFirst() {
            let last = pieces.count - 1
            let isCode = pieces[last].isCode
            if character == "`" {
                pieces.append(("", !isCode))
            } else if character == "\\", !isCode, let sign = rest.first, sign.isASCII, !sign.isLetter, !sign.isNumber {
                pieces[last].text.append(rest.removeFirst())
            } else if character == "*", !isCode, rest.first == "*" {
                rest.removeFirst()
            } else {
                pieces[last].text.append(character)
            }
        }
        return pieces.filter { !$0.text.isEmpty }
    }

    private var withoutLinks: String { replacing(#/\[([^\[]*?)\]\([^)]*\)/#) { $0.output.1 } }
}

extension String {
    /// The text with a capital first letter and a full stop.
    var capitalisedSentence: String {
        prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
    }
}

extension Subcommand {
    static let manual = Subcommand(
        name: "man", operands: "[PAGE]", summary: "print the source of lede's manual pages",
        details: [
            "Prints lede(1), the PAGE lede-urls or lede-config, or what a Markdown file with that name becomes. “make install” "
                + "uses it."
        ],
        examples: [Example(line: "lede man lede-config | man -l -", meaning: "read a page without installing lede")]
    ) { arguments in
        guard let page = arguments.operands.first, page != "lede" else {
            arguments.output.text(ManualPage.commands.text)
            return 0
        }
        let guide = try PrivateFiles.read(Resources.path(of: "manual/\(page).md") ?? page)
        arguments.output.text(try ManualPage(markdown: String(decoding: guide, as: UTF8.self), section: 5).text)
        return 0
    }
}
