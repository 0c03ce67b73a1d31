import Glibc

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

/// How a terminal shows pictures.
package nonisolated enum PictureMethod: String, CaseIterable, Sendable {
    /// As text that stands for parts of an uploaded picture.
    case kitty
    case iterm
    case sixel
    /// As coloured blocks.
    case blocks
}

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

/// The size of a terminal's cell in pixels.
package nonisolated struct CellSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// A size for terminals that don't tell theirs.
    package static let usual = CellSize(10, 20)

    private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// Fails if no terminal has such cells.
    package init?(width: Int, height: Int) {
        guard 2...200 ~= width, 2...400 ~= height else { return nil }
        (self.width, self.height) = (width, height)
    }
}

// Pictures in the text. The pixels are others' business.
extension Terminal {
    /// Asks which pictures the terminal shows, and how it scrolls. Answers come as input, if at all.
    package func askAboutItself() {
        guard isLikeXterm else { return }
        sendNow(TerminalQuery.sequences)
        awaitPictureAnswers()
    }

    /// The size of a cell, if the kernel knows it. tmux tells it, too.
    package var cellSize: CellSize? {
        var size = winsize()
        guard ioctl(device.output, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
        return CellSize(width: Int(size.ws_xpixel) / Int(size.ws_col), height: Int(size.ws_ypixel) / Int(size.ws_row))
    }
}

/// What lede asks a terminal about itself.
nonisolated enum TerminalQuery {
    /// The name, the size of a cell, whether single columns scroll, and last what every terminal answers. A question about
    /// kitty's protocol would tell nothing that the name doesn't, and some terminals show it.
    static let sequences = "\u{1B}[>q\u{1B}[16t\u{1B}[?69$p\u{1B}[c"
}

/// A terminal's answer to what lede asks about pictures.
package nonisolated enum PictureAnswer: Equatable, Sendable {
    case name(TerminalName)
    case cell(CellSize)
    /// Its primary device attributes, which every terminal tells.
    case attributes(hasSixel: Bool)

    /// Parses a report (DCS) without its beginning and end.
    init?(report: String) {
        let report = report.prefix { $0 != "\u{1B}" }
        guard report.hasPrefix(">|"), let name = TerminalName(report.dropFirst(2)) else { return nil }
        self = .name(name)
    }

    /// Parses a sequence without its `ESC [`.
    init?(sequence: ArraySlice<UInt8>) {
        let body = String(decoding: sequence.dropLast(), as: UTF8.self)
        switch sequence.last {
        case UInt8(ascii: "c") where body.hasPrefix("?"):
            self = .attributes(hasSixel: body.dropFirst().split(separator: ";").dropFirst().contains("4"))
        case UInt8(ascii: "t"):
            let numbers = body.split(separator: ";").map { Int($0) }
            guard numbers.count == 3, numbers[0] == 6, let height = numbers[1], let width = numbers[2],
                let size = CellSize(width: width, height: height)
            else { return nil }
            self = .cell(size)
        default: return nil
        }
    }
}
