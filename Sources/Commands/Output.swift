import Glibc
import System
import Typesetting
import URLs

/// The output of a command: results go to standard output, and problems to standard error.
struct Output: Sendable {
    var results = STDOUT_FILENO
    var problems = STDERR_FILENO

    /// The width of the terminal that results go to; nil if there is none, or it doesn't report its width.
    var width: Int? {
        var size = winsize()
        guard ioctl(results, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Prints a line of lede's own text.
    func line(_ text: String) { put(Array((text + "\n").utf8)) }

    /// Prints text as it is.
    func text(_ text: String) { put(Array(text.utf8)) }

    /// Prints JSON, which escapes text from outside.
    func line(_ document: JSON) {
        var writer = JSONWriter(passingTo: put)
        writer.write(document)
        writer.finish(with: "\n")
    }

    /// JSON documents, one on each line, written in large pieces.
    struct JSONLines {
        private var writer: JSONWriter

        fileprivate init(_ output: Output) { writer = JSONWriter(passingTo: output.put) }

        mutating func add(_ document: JSON) {
            writer.write(document)
            writer.endLine()
        }

        mutating func end() { writer.finish() }
    }

    var jsonLines: JSONLines { JSONLines(self) }

    /// Prints texts from outside, cleaned, with tabs between them.
    func columns(_ texts: String...) {
        line(texts.map(clean).joined(separator: "\t"))
    }

    /// Prints a detail of the line above, indented and cleaned.
    func detail(_ text: String) { line("  " + clean(text)) }

    /// Prints `lede: what went wrong: what to do about it`.
    func complain(_ message: String) {
        write("lede: \(clean(message))\n")
    }

    /// Asks on standard error, and leaves the cursor behind the question.
    func ask(_ question: String) { write(clean(question) + " ") }

    /// Prints a remark for the user at the terminal, beside the results.
    func remark(_ text: String) { write(clean(text) + "\n") }

    /// Replaces the shown progress, if standard error is a terminal.
    func progress(_ text: String) {
        let eraseToEndOfLine = "\u{1B}[K"
        if isatty(problems) == 1 { write("\r\(CleanText.line(text).truncated(toCells: 79))\(eraseToEndOfLine)") }
    }

    /// Shows a bar before the text.
    func progress(_ done: Int, of total: Int, _ text: String) {
        let length = 20
        let filled = length * done / max(total, 1)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled)
        progress("[\(bar)] \(text)")
    }

    /// Ends the line of progress, and keeps its last text.
    func endProgress() {
        if isatty(problems) == 1 { write("\n") }
    }

    /// Removes passwords from URLs, so that nobody else reads them.
    private func clean(_ text: String) -> String { CleanText.line(text.withoutCredentials) }

    private func put(_ bytes: [UInt8]) {
        guard !PrivateFiles.write(bytes[...], to: results) else { return }
        // The reader has enough, as “head” has. Normally the signal ends lede, but some parents ignore it.
        if errno == EPIPE { _exit(128 + SIGPIPE) }
        complain("can't write the output: \(String(cString: strerror(errno)))")
        // Nobody would see further messages.
        _exit(1)
    }

    private func write(_ text: String) { _ = PrivateFiles.write(Array(text.utf8)[...], to: problems) }

    /// Prints a document, whose lines the typesetter cleans; styled if a terminal shows them.
    func document(_ document: Document, width: Int, isStyled: Bool) {
        let typesetter = Typesetter(TypesettingOptions(width: width, textWidth: 0, hasStyles: isStyled))
        let lines = typesetter.set(Manuscript(document)).lines
        guard !lines.isEmpty else { return }
        line(lines.map { isStyled ? $0.styled : $0.text }.joined(separator: "\n"))
    }
}

extension Line {
    fileprivate var styled: String {
        runs.map { run in
            let codes = run.style.codes
            return codes.isEmpty ? run.text : "\u{1B}[\(codes)m\(run.text)\u{1B}[0m"
        }.joined()
    }
}

extension Style {
    /// The codes of ECMA-48's “select graphic rendition”: only attributes, so that they suit every palette.
    fileprivate var codes: String {
        var codes: [String] = []
        if contains(.bold) { codes.append("1") }
        if !isDisjoint(with: [.dim, .image]) { codes.append("2") }
        if contains(.italic) { codes.append("3") }
        if !isDisjoint(with: [.underline, .link]) { codes.append("4") }
        return codes.joined(separator: ";")
    }
}

/// Rows of cleaned text from outside: in columns cut to the terminal's width, or separated by tabs if there is no
/// terminal.
struct TextTable {
    enum Column {
        case left
        case right
        /// Shrinks on a narrow terminal.
        case flexible
        /// Also shrinks. A URL is cut in its middle, since both ends distinguish it.
        case address

        var givesWay: Bool { self == .flexible || self == .address }

        /// A narrower column would be useless.
        var narrowest: Int { self == .address ? 30 : 12 }
    }

    private let columns: [Column]
    private let keepsSpaces: Bool
    private var rows: [[String]] = []

    /// `keepingSpaces` keeps several spaces in a row.
    init(_ columns: Column..., keepingSpaces: Bool = false) {
        self.columns = columns
        keepsSpaces = keepingSpaces
    }

    /// Adds a row, with a text for each column.
    mutating func add(_ texts: String...) {
        rows.append(texts.map { keepsSpaces ? CleanText.block($0).replacing("\n", with: " ") : CleanText.line($0) })
    }

    func show(on output: Output) {
        guard let width = output.width else {
            for row in rows { output.line(row.joined(separator: "\t")) }
            return
        }
        for line in lines(width: width) { output.line(line) }
    }

    /// The rows for a terminal of this width.
    func lines(width: Int) -> [String] {
        let widths = widths(in: width)
        let cut = columns.indices.map { index in
            let texts = rows.map { $0[index] }
            guard columns[index] == .address else { return texts.map { $0.truncated(toCells: widths[index]) } }
            return Self.addresses(texts, cutTo: widths[index])
        }
        return rows.indices.map { row in
            var line = ""
            for index in columns.indices where widths[index] > 0 {
                if !line.isEmpty { line += Self.gap }
                line += cut[index][row]
                    .padded(toCells: widths[index], alignment: columns[index] == .right ? .right : .left)
            }
            return String(line.trimmingSuffix { $0 == " " })
        }
    }

    /// The URLs cut in their middle. If two different ones would look alike, both stay whole and make their lines
    /// longer.
    private static func addresses(_ texts: [String], cutTo width: Int) -> [String] {
        let short = texts.map { $0.shortenedAddress(toCells: width) }
        var meant: [String: Set<String>] = [:]
        for (short, text) in zip(short, texts) { meant[short, default: []].insert(text) }
        return zip(short, texts).map { short, text in meant[short]?.count == 1 ? short : text }
    }

    private static let gap = "  "

    /// Each column is as wide as its widest text if there is room. Otherwise flexible ones shrink.
    private func widths(in width: Int) -> [Int] {
        var widths = columns.indices.map { index in rows.map { $0[index].cellWidth }.max() ?? 0 }
        let shown = widths.count { $0 > 0 }
        let room = width - Self.gap.cellWidth * max(0, shown - 1)
        var excess = widths.reduce(0, +) - room
        // From the right, because the most important columns come first.
        for index in columns.indices.reversed() where columns[index].givesWay && excess > 0 {
            let given = min(excess, max(0, widths[index] - columns[index].narrowest))
            widths[index] -= given
            excess -= given
        }
        return widths
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var text = self[...]
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
