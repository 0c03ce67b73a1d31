import Addresses
import Glibc
import Typesetting

/// Where commands write to: standard output for what was asked for, standard error for what went wrong.
enum Output {
    /// Text of our own.
    static func line(_ text: String) { put(Array((text + "\n").utf8)) }

    /// The same, as it is.
    static func text(_ text: String) { put(Array(text.utf8)) }

    /// JSON, which escapes what is not our own.
    static func line(_ document: JSON) {
        var writer = JSONWriter(passingTo: put)
        writer.write(document)
        writer.finish(with: "\n")
    }

    /// JSON of which many documents are there at once, one a line: written in large pieces.
    struct JSONLines {
        private var writer = JSONWriter(passingTo: put)

        mutating func add(_ document: JSON) {
            writer.write(document)
            writer.endLine()
        }

        mutating func end() { writer.finish() }
    }

    /// Columns of text from outside, cleaned, with a tab between them.
    static func columns(_ texts: String...) {
        line(texts.map(clean).joined(separator: "\t"))
    }

    /// Text from outside that says more of what was said before, and so stands beneath it.
    static func detail(_ text: String) { line("  " + clean(text)) }

    /// `lede: what went wrong: what to do about it`.
    static func complain(_ message: String) {
        write("lede: \(clean(message))\n")
    }

    /// Shows how far something has got, in place of what was shown before; nothing where nobody looks.
    static func progress(_ text: String) {
        let eraseToEndOfLine = "\u{1B}[K"
        if isatty(STDERR_FILENO) == 1 { write("\r\(CleanText.line(text).truncated(toCells: 79))\(eraseToEndOfLine)") }
    }

    /// Leaves what was shown last of the progress, on a line of its own.
    static func endProgress() {
        if isatty(STDERR_FILENO) == 1 { write("\n") }
    }

    /// Whatever is told of an address, nobody else is to read the password in it.
    private static func clean(_ text: String) -> String { CleanText.line(text.withoutCredentials) }

    private static func put(_ bytes: [UInt8]) {
        guard !write(bytes, to: STDOUT_FILENO) else { return }
        // Who reads has enough, as “head” does: the usual end is by the signal, of which only some parents keep us.
        if errno == EPIPE { _exit(128 + SIGPIPE) }
        complain("can't write the output: \(String(cString: strerror(errno)))")
        // Nobody would see what else there is to say.
        _exit(1)
    }

    private static func write(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes at once, so that whoever reads line by line has each when it is there; false where it can't be written.
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
