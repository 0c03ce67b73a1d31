import Glibc

/// Questions to the user at the terminal, one line each.
struct Dialogue {
    let input: Int32
    let output: Output

    /// Whether there is a user at a terminal to ask.
    var isPossible: Bool { isatty(input) == 1 && isatty(output.problems) == 1 }

    /// The user ended the input or pressed Ctrl-C, so nothing happens.
    static let ended = CommandFailure.failed("nothing was changed")

    /// Asks for a line of text, and returns it without surrounding space.
    func line(_ question: String) throws(CommandFailure) -> String {
        output.ask(question)
        guard let line = typedLine() else {
            output.remark("")
            throw Self.ended
        }
        let start = line.drop(while: \.isWhitespace)
        return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
    }

    /// Asks until the line isn't empty.
    func text(_ question: String) throws(CommandFailure) -> String {
        while true {
            let line = try line(question)
            if !line.isEmpty { return line }
        }
    }

    func agrees(_ question: String) throws(CommandFailure) -> Bool {
        ["y", "yes"].contains(try line("\(question) [y/N]").lowercased())
    }

    /// Asks for a choice by its number. Enter takes the first.
    func choice(_ question: String, of choices: [String]) throws(CommandFailure) -> Int {
        output.remark(question)
        for (number, choice) in choices.enumerated() { output.remark("\(number + 1). \(choice)") }
        while true {
            let line = try line("Number [1]:")
            if line.isEmpty { return 0 }
            if let number = Int(line), choices.indices.contains(number - 1) { return number - 1 }
        }
    }

    /// Asks for a password, which the terminal doesn't show.
    func password(_ question: String) throws(CommandFailure) -> String {
        var modes = termios()
        guard tcgetattr(input, &modes) == 0 else { throw .failed("can't hide the password on this terminal") }
        let before = modes
        modes.c_lflag &= ~tcflag_t(ECHO | ISIG)
        // Ctrl-C ends the line instead of the process, which would leave the terminal without echo.
        let interrupt: Character = "\u{3}"
        withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VEOL)] = interrupt.asciiValue ?? 3 }
        guard tcsetattr(input, TCSAFLUSH, &modes) == 0 else {
            throw .failed("can't hide the password on this terminal")
        }
        defer {
            var before = before
            tcsetattr(input, TCSAFLUSH, &before)
            output.remark("")
        }
        output.ask(question)
        guard let line = typedLine(), !line.isEmpty, !line.contains(interrupt) else { throw Self.ended }
        return line
    }

    /// Reads byte by byte, because Ctrl-C ends a password without a line break.
    private func typedLine() -> String? {
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(input, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            bytes.append(byte)
            if byte == 3 { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
