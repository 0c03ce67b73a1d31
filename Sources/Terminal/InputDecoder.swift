/// Makes what a person did of what ncurses reads: keys, and sequences that it only knows the beginnings of.
struct InputDecoder {
    /// What ncurses is told to call the beginnings: numbers that no key of its own has.
    private enum Beginning: Int32 {
        case mouse = 5001
        case paste, pasteEnd, report, wordLeft, wordRight
    }

    /// What ncurses has to know of, with the numbers to call it by (xterm's ctlseqs).
    static let sequences: [(text: String, code: Int32)] = [
        ("\u{1B}[<", Beginning.mouse), ("\u{1B}[200~", .paste), ("\u{1B}[201~", .pasteEnd), ("\u{1B}]", .report),
        ("\u{1B}[1;5D", .wordLeft), ("\u{1B}[1;5C", .wordRight)
    ].map { ($0, $1.rawValue) }

    private enum State {
        case keys, mouse, paste, report
    }

    /// More than any report has, and more of a paste than any prompt takes.
    private static let (longestReport, longestPaste) = (128, 1 << 16)
    /// What stops for so long has lost its end. A paste has more time, as its rest would be taken for keys.
    private static let (longestPause, longestPauseInPaste) = (Duration.seconds(1), Duration.seconds(5))
    /// Two presses that lie further apart are two.
    private static let doublePressTime = Duration.milliseconds(400)

    private var state = State.keys
    /// What has come of a sequence.
    private var text = String.UnicodeScalarView()
    private var length = 0
    /// When something came last; in the middle of a report, when that began.
    private var lastInput = ContinuousClock.now
    private var lastPress: (event: MouseEvent, time: ContinuousClock.Instant)?

    /// Begins with what came at a time; what was lost before that is given up.
    mutating func begin(at time: ContinuousClock.Instant) -> TerminalInput? {
        let limit = state == .paste ? Self.longestPauseInPaste : Self.longestPause
        let lost = time - lastInput > limit ? giveUp() : nil
        // Alt and a bracket look like the beginning of a report: what is typed after it must not make it last.
        if state == .keys || state == .paste { lastInput = time }
        return lost
    }

    /// Notes when all that had come was read: to read a long paste takes a while by itself.
    mutating func end(at time: ContinuousClock.Instant) {
        if state == .paste { lastInput = time }
    }

    /// Takes a key that ncurses has a number for.
    mutating func take(code: Int32) -> TerminalInput? {
        switch (Beginning(rawValue: code), state) {
        case (.pasteEnd, .paste): return end()
        case (_, .paste), (.pasteEnd, _): return nil
        case (.mouse, _): begin(.mouse)
        case (.paste, _): begin(.paste)
        case (.report, _): begin(.report)
        case (.wordLeft, _): return .key(.wordLeft)
        case (.wordRight, _): return .key(.wordRight)
        case (nil, _):
            state = .keys
            return Key(code: code).map { .key($0) }
        }
        return nil
    }

    /// Takes a character.
    mutating func take(character: UInt32) -> TerminalInput? {
        switch state {
        case .keys: return Key(character: character).map { .key($0) }
        case .paste:
            if length < Self.longestPaste { append(character == 0x0D ? 0x0A : character) }
        case .mouse:
            append(character)
            if !Self.isParameter(character) { return end() }
        case .report:
            // It ends with BEL, or with an escape and a backslash.
            if character == 0x07 || (character == 0x5C && text.last == "\u{1B}") { return end() }
            append(character)
        }
        if state != .paste, length > Self.longestReport { state = .keys }
        return nil
    }

    private mutating func giveUp() -> TerminalInput? {
        if state == .paste { return end() }
        begin(.keys)
        return nil
    }

    private mutating func begin(_ next: State) {
        (state, text, length) = (next, String.UnicodeScalarView(), 0)
    }

    private mutating func append(_ character: UInt32) {
        guard let scalar = Unicode.Scalar(character) else { return }
        text.append(scalar)
        length += 1
    }

    private mutating func end() -> TerminalInput? {
        defer { begin(.keys) }
        switch state {
        case .keys: return nil
        case .paste: return .key(.paste(String(text)))
        case .mouse: return mouseEvent().map { .mouse($0) }
        case .report: return TerminalBackground(report: String(text)).map { .background($0) }
        }
    }

    private mutating func mouseEvent() -> MouseEvent? {
        let isRelease = text.last == "m"
        guard isRelease || text.last == "M",
            var event = MouseEvent(report: String(text.dropLast()), isRelease: isRelease)
        else { return nil }
        guard event.deed == .press(.left) else { return event }
        let isSecond = lastPress.map { $0.event == event && lastInput - $0.time < Self.doublePressTime } ?? false
        lastPress = isSecond ? nil : (event, lastInput)
        if isSecond { event.deed = .doublePress }
        return event
    }

    private static func isParameter(_ character: UInt32) -> Bool { (0x30...0x3B).contains(character) }
}
