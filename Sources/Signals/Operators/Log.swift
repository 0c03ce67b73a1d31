import Glibc

extension Signal {
    /// Passes all events on, and writes each as a line with a name, by default to standard error.
    ///
    ///     source          --1-------------|
    ///     log("numbers")  --1-------------|
    ///                     numbers: next 1 numbers: completed
    ///
    /// It also logs the start and the disposal of each subscription. Characters that could control a terminal are
    /// written as their numbers.
    public func log(_ name: String, to write: (@Sendable (String) -> Void)? = nil) -> Signal {
        let write = write ?? writeToStandardError
        let log = { @Sendable (what: String) in write("\(name): \(what)".visible) }
        return on(
            started: { log("started") },
            next: { log("next \($0)") },
            completed: { log("completed") },
            failed: { log("failed \($0)") },
            disposed: { log("disposed") })
    }
}

@Sendable private func writeToStandardError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // In one piece, so that the lines of several threads don't mix. Failure to write is ignored.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

extension String {
    /// The text with every invisible character, including line breaks, written as its number.
    fileprivate var visible: String {
        unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
    }
}
