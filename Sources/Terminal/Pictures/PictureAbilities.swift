/// What is known of a terminal's ways to show pictures. Its answers come late, or never.
package nonisolated struct PictureAbilities: Equatable, Sendable {
    /// The terminal, by its answer or at first by its variables.
    package private(set) var terminal: TerminalName?
    /// The terminal around tmux, if tmux was asked for it.
    private var terminalAroundTmux: TerminalName?
    /// Whether tmux passes sequences on that it doesn't know (`allow-passthrough`).
    package private(set) var passesThroughTmux = false
    /// Whether tmux sends all colours on as they are.
    package private(set) var showsAllColorsThroughTmux = false
    package private(set) var hasSixel = false
    package private(set) var cell: CellSize?
    /// Whether a variable says that this is in tmux.
    private let hasTmuxVariable: Bool
    /// Whether the answers are complete. All terminals give the last one.
    package private(set) var isComplete = false

    /// Begins with what is known before the first answer.
    package init(environment: [String: String], cell: CellSize?) {
        terminal = TerminalName(environment: environment)
        self.cell = cell
        hasTmuxVariable = environment["TMUX"]?.isEmpty == false
    }

    package mutating func learn(_ answer: PictureAnswer) {
        switch answer {
        case .name(let name): terminal = name
        // The kernel's word came first, and changes with the window.
        case .cell(let size): cell = cell ?? size
        case .attributes(let hasSixel):
            self.hasSixel = hasSixel
            isComplete = true
        }
    }

    /// Takes the size of a cell that the kernel tells.
    package mutating func learn(cell: CellSize) { self.cell = cell }

    /// A terminal that was started in tmux has its variable, too, but gives its own name.
    package var isInTmux: Bool { terminal.map { $0.name == "tmux" } ?? hasTmuxVariable }

    /// Learns from what tmux says to `TmuxQuestion`.
    package mutating func learn(fromTmux answer: String) {
        let parts = answer.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return }
        passesThroughTmux = ["1", "on", "all"].contains(parts[1])
        showsAllColorsThroughTmux = parts[2].split(separator: ",").contains("RGB")
        terminalAroundTmux = TerminalName(parts[0])
    }

    /// Whether pictures would be better if tmux passed on what it doesn't know.
    package var lacksPassthrough: Bool {
        isInTmux && !passesThroughTmux && Self.hasPlaceholders(terminalAroundTmux)
    }

    /// The best way that the terminal has. Names and versions decide: some terminals know kitty's protocol without having
    /// what lede needs.
    package var method: PictureMethod {
        // tmux draws sixels in wrong places, and takes long pictures of iTerm2's for none.
        if isInTmux { return passesThroughTmux && Self.hasPlaceholders(terminalAroundTmux) ? .kitty : .blocks }
        if Self.hasPlaceholders(terminal) { return .kitty }
        switch terminal?.name {
        case "iterm2", "wezterm", "bobcat": return .iterm
        // Its pictures are a setting, which shows in its attributes.
        case "xterm.js": return hasSixel ? .iterm : .blocks
        // Its pixels lie over cells, whose size counts.
        default: return hasSixel && cell != nil ? .sixel : .blocks
        }
    }

    private static func hasPlaceholders(_ terminal: TerminalName?) -> Bool {
        switch terminal?.name {
        case "kitty": terminal?.isAtLeast(0, 28) == true
        case "ghostty", "rio": true
        default: false
        }
    }
}

/// What lede asks tmux, whose own answers are about itself.
package nonisolated enum TmuxQuestion {
    /// The terminal around it, whether it passes on what it doesn't know, and what it thinks that the terminal can do.
    package static let command = [
        "tmux", "display-message", "-p", "#{client_termtype}|#{allow-passthrough}|#{client_termfeatures}"
    ]

    /// Whether anybody sees a pane. Without its name tmux would tell of the one that the user sees.
    package static func aboutSight(of pane: String?) -> [String] {
        ["tmux", "display-message"] + (pane.map { ["-t", $0] } ?? [])
            + ["-p", "#{window_active_clients}|#{window_zoomed_flag}|#{pane_active}"]
    }

    /// A tmux that doesn't know counts as one that shows the pane.
    package static func isShown(_ answer: String) -> Bool {
        let parts = answer.prefix { $0 != "\n" }.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return true }
        return parts[0] != "0" && (parts[1] != "1" || parts[2] != "0")
    }
}
