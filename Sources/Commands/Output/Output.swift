import Addresses
import Glibc
import Typesetting

/// The output of commands: results go to standard output, and problems to standard error.
enum Output {
    /// Prints a line of lede's own text.
    static func line(_ text: String) { put(Array((text + "\n").utf8)) }

    /// Prints text as it is.
    static func text(_ text: String) { put(Array(text.utf8)) }

    /// Prints JSON, which escapes text from outside.
    static func line(_ document: JSON) {
        var writer = JSONWriter(passingTo: put)
        writer.write(document)
        writer.finish(with: "\n")
    }

    /// JSON documents, one on each line, written in large pieces.
    struct JSONLines {
        private var writer = JSONWriter(passingTo: put)

        mutating func add(_ document: JSON) {
            writer.write(document)
            writer.endLine()
        }

        mutating func end() { writer.finish() }
    }

    /// Prints texts from outside, cleaned, with tabs between them.
    static func columns(_ texts: String...) {
        line(texts.map(clean).joined(separator: "\t"))
    }

    /// Prints a detail of the line above, indented and cleaned.
    static func detail(_ text: String) { line("  " + clean(text)) }

    /// Prints `lede: what went wrong: what to do about it`.
    static func complain(_ message: String) {
        write("lede: \(clean(message))\n")
    }

    /// Asks on standard error, and leaves the cursor behind the question.
    static func ask(_ question: String) { write(clean(question) + " ") }

    /// Prints a remark for the user at the terminal, beside the results.
    static func remark(_ text: String) { write(clean(text) + "\n") }

    /// Replaces the shown progress, if standard error is a terminal.
    static func progress(_ text: String) {
        let eraseToEndOfLine = "\u{1B}[K"
        if isatty(STDERR_FILENO) == 1 { write("\r\(CleanText.line(text).truncated(toCells: 79))\(eraseToEndOfLine)") }
    }

    /// Shows a bar before the text.
    static func progress(_ done: Int, of total: Int, _ text: String) {
        let length = 20
        let filled = length * done / max(total, 1)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled)
        progress("[\(bar)] \(text)")
    }

    /// Ends the line of progress, and keeps its last text.
    static func endProgress() {
        if isatty(STDERR_FILENO) == 1 { write("\n") }
    }

    /// Removes passwords from URLs, so that nobody else reads them.
    private static func clean(_ text: String) -> String { CleanText.line(text.withoutCredentials) }

    private static func put(_ bytes: [UInt8]) {
        guard !write(bytes, to: STDOUT_FILENO) else { return }
        // The reader has enough, as “head” has. Normally the signal ends lede, but some parents ignore it.
        if errno == EPIPE { _exit(128 + SIGPIPE) }
        complain("can't write the output: \(String(cString: strerror(errno)))")
        // Nobody would see further messages.
        _exit(1)
    }

    private static func write(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes without buffering, so line readers see each line immediately; returns false on failure.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            bytes = bytes.dropFirst(max(count, 0))
        }
        return true
    }
}
