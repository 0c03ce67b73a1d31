/// The name and version that a terminal gives (xterm's ctlseqs, XTVERSION), such as `kitty(0.28.1)` or `tmux 3.3a`.
package nonisolated struct TerminalName: Equatable, Sendable {
    /// In small letters.
    package let name: String
    /// The numbers of its version; none if it has none.
    package let version: [Int]

    /// Reads a terminal's answer, or what tmux says of the terminal around it (`client_termtype`).
    package init?(_ answer: some StringProtocol) {
        let name = answer.prefix { $0 != " " && $0 != "(" }
        guard !name.isEmpty, answer.utf8.count < 100, answer.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
        self.name = name.lowercased()
        version = answer.dropFirst(name.count + 1).prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap
        {
            Int($0)
        }
    }

    /// Reads the variables that some terminals set. They don't come through ssh, and a terminal started from another has
    /// those of both.
    package init?(environment: [String: String]) {
        if environment["TMUX"] != nil { return nil }
        if let program = environment["TERM_PROGRAM"], !program.isEmpty {
            let version = environment["TERM_PROGRAM_VERSION", default: ""]
            self.init("\(Self.answers[program] ?? program) \(version)")
        } else if let type = environment["TERM"], let name = Self.types[type] {
            self.init(name)
        } else {
            return nil
        }
    }

    /// What the variable says, with what the terminal would answer.
    private static let answers = ["iTerm.app": "iTerm2", "WarpTerminal": "Warp", "vscode": "xterm.js"]
    /// Types that only one terminal has.
    private static let types = [
        "xterm-kitty": "kitty", "xterm-ghostty": "ghostty", "rio": "rio", "foot": "foot", "mlterm": "mlterm",
        "alacritty": "alacritty"
    ]

    func isAtLeast(_ numbers: Int...) -> Bool { !version.lexicographicallyPrecedes(numbers) }
}
