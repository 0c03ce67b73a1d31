import Glibc

extension Signal {
    /// The same events; each is written down as a line under a name, to standard error where nothing else is said.
    ///
    ///     source          --1-------------|
    ///     log("numbers")  --1-------------|
    ///                     numbers: next 1 numbers: completed
    ///
    /// So are the start of each subscription and its disposal. What could steer a terminal is written as its number.
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
    // In one piece, so that lines of many threads don't mix. A log that nobody can read is no reason to fail.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

extension String {
    /// With every character that is none to be seen, line breaks too, written as its number.
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
