/// Decodes the bytes that a terminal sends into keys and other input. It skips a whole unknown sequence, since its
/// letters would otherwise be keys.
package struct InputDecoder {
    private enum State {
        case keys
        /// A character of several bytes, with Alt if an escape came before it.
        case character(length: Int, withAlt: Bool)
        /// An escape: the key, or the beginning of a sequence.
        case escape
        /// The rest of a sequence after `ESC [` or `ESC O` (ECMA-48, 5.4).
        case sequence
        /// Button, column and row in one byte each, the only way that some terminals report the mouse.
        case oldMouse
        /// `ESC P` or another beginning of a report: or a key with Alt, if nothing follows.
        case reportOrKey(UInt8)
        /// `ESC ]`, `ESC P` and others, up to their terminator.
        case report
        case paste
    }

    /// How long an escape may be the beginning of a sequence.
    static let escapeTime = Duration.milliseconds(25)
    /// How long it may be that while reports are awaited: a line may stop within them.
    private static let escapeTimeInReports = Duration.milliseconds(500)
    /// A terminal that hasn't answered after this time is considered to answer nothing.
    private static let longestWaitForReports = Duration.seconds(10)
    /// How long a sequence may be delayed after its escape was taken for a key. Within this time the rest isn't taken
    /// for keys.
    private static let longestDelay = Duration.milliseconds(500)
    /// The longest useful sequence and report, and more of a paste than any prompt takes. Longer ones are skipped to
    /// their end, since the rest would be keys.
    private static let (longestSequence, longestReport, longestPaste) = (64, 1024, 1 << 16)
    /// After such a pause the end is considered lost. A paste gets more time, since its rest would be taken for keys.
    private static let (longestPause, longestPauseInPaste) = (Duration.seconds(1), Duration.seconds(5))
    /// How long an awaited report may stop in the middle.
    private static let longestPauseInReport = Duration.seconds(10)
    /// More bytes at once than any key sends: they continue a report.
    private static let longestKey = 16
    /// After this pause in a paste, a single escape isn't the beginning of the paste's end.
    private static let pauseBeforeKey = Duration.milliseconds(200)
    /// The longest time between the presses of a double press.
    private static let doublePressTime = Duration.milliseconds(400)

    private static let (escape, controlC): (UInt8, UInt8) = (0x1B, 0x03)
    private static let pasteBegins = Array("[200~".utf8)
    private static let statusReport = Array("[0n".utf8)
    /// The mode is known, and can be set or not (xterm's DECRPM).
    private static let marginReports = ["[?69;1$y", "[?69;2$y"].map { Array($0.utf8) }
    private static let pasteEnds = Array("\u{1B}[201~".utf8)
    /// The beginnings of awaited reports after their escape. Nobody types them at once.
    private static let reportsBegin = ["P>|", "[?", "[6;"].map { Array($0.utf8) }

    /// The keys in the terminal's own description.
    private let known: [[UInt8]: Key]
    private var state = State.keys
    /// The bytes so far of a sequence after its escape, or of a character, a report or a paste.
    private var bytes: [UInt8] = []
    /// How many bytes of a paste's end have come.
    private var endMatched = 0
    /// Whether a sequence's escape has already been taken for a key.
    private var isLate = false
    /// The time of the last input; in a sequence, of its beginning.
    private var lastInput = ContinuousClock.now
    private var lastEscape: ContinuousClock.Instant?
    /// When reports were asked for, until the last one is there. Meanwhile the beginning of one is no key until it is
    /// clear that nothing follows.
    private var lastQuestion: ContinuousClock.Instant?
    var expectsReports: Bool { lastQuestion != nil }
    /// The background that the terminal reported last.
    private(set) var background: TerminalColor?
    /// Whether the terminal has reported that it can scroll single columns.
    private(set) var hasMargins = false
    /// Whether the terminal has reported its status since this was cleared.
    var hasStatusReport = false
    /// When the beginning of a report was taken for a key.
    private var lastReportKey: ContinuousClock.Instant?
    private var lastPress: (event: MouseEvent, time: ContinuousClock.Instant)?
    private var input: [TerminalInput] = []

    package init(known: [[UInt8]: Key] = [:]) {
        self.known = known
    }

    /// Whether the input so far is an escape or a beginning that is a key only if nothing follows soon.
    package var mayBeEscape: Bool {
        switch state {
        case .escape, .reportOrKey: true
        default: false
        }
    }

    package mutating func expectReports(from time: ContinuousClock.Instant) { lastQuestion = time }

    /// How much longer an escape may be the beginning of an awaited report; nil if none is awaited.
    package func patience(at time: ContinuousClock.Instant) -> Duration? {
        guard mayBeEscape, let lastQuestion, time - lastQuestion < Self.longestWaitForReports else { return nil }
        let left = Self.escapeTimeInReports - (time - lastInput)
        return left > .zero ? left : nil
    }

    /// Decodes bytes that came at `time`, after giving up what was lost before.
    package mutating func decode(_ sent: some Collection<UInt8>, at time: ContinuousClock.Instant) -> [TerminalInput] {
        input = []
        giveUpWhatIsLost(at: time, before: sent)
        if isRestOfReport(sent) { begin(.escape) }
        var left = sent.count
        for byte in sent {
            left -= 1
            decode(byte, isLast: left == 0)
        }
        return input
    }

    /// Returns the Escape key if nothing followed an escape.
    package mutating func resolveEscape(at time: ContinuousClock.Instant) -> [TerminalInput] {
        guard mayBeEscape else { return [] }
        let state = state
        begin(.keys)
        if case .reportOrKey(let byte) = state {
            lastReportKey = time
            return [.key(Self.withAlt(byte))]
        }
        lastEscape = time
        return [.key(.escape)]
    }

    private mutating func giveUpWhatIsLost(at time: ContinuousClock.Instant, before sent: some Collection<UInt8>) {
        let pause = time - lastInput
        switch state {
        case .keys: lastInput = time
        case .paste:
            // Users press these if other keys seem dead.
            let isKey = sent.count == 1 && (sent.first == Self.escape || sent.first == Self.controlC)
            if pause > (isKey ? Self.pauseBeforeKey : Self.longestPauseInPaste) { endPaste() }
            lastInput = time
        case .character, .escape, .sequence, .oldMouse, .reportOrKey, .report:
            guard pause > longestPause else {
                if case .report = state, sent.count > Self.longestKey { lastInput = time }
                return
            }
            input += resolveEscape(at: lastInput)
            begin(.keys)
            lastInput = time
        }
    }

    /// Whether the escape before these bytes was taken for a key long ago.
    private func isRestOfReport(_ sent: some Collection<UInt8>) -> Bool {
        guard case .keys = state, expectsReports, let lastEscape, lastInput - lastEscape < Self.longestWaitForReports
        else { return false }
        return Self.reportsBegin.contains { sent.starts(with: $0) }
    }

    private var longestPause: Duration {
        if case .report = state, let lastQuestion, lastInput - lastQuestion < Self.longestWaitForReports {
            return Self.longestPauseInReport
        }
        return Self.longestPause
    }

    private mutating func decode(_ byte: UInt8, isLast: Bool) {
        switch state {
        case .keys: decodeKey(byte, isLast: isLast)
        case .character(let length, let withAlt):
            guard byte & 0xC0 == 0x80 else {
                begin(.keys)
                return decodeKey(byte, isLast: isLast)
            }
            bytes.append(byte)
            if bytes.count == length { endCharacter(withAlt: withAlt) }
        case .escape: decodeAfterEscape(byte, isLast: isLast)
        case .sequence: decodeSequence(byte)
        case .oldMouse:
            bytes.append(byte)
            if bytes.count == 3 { endOldMouse() }
        case .reportOrKey(let key):
            guard byte != Self.escape else {
                add(Self.withAlt(key))
                return begin(.escape)
            }
            begin(.report)
            decode(byte, isLast: isLast)
        case .report:
            // A report ends with BEL, or with an escape and a backslash. Another escape sequence breaks it off.
            if byte == 0x07 || (byte == UInt8(ascii: "\\") && bytes.last == Self.escape) { return endReport() }
            if bytes.last == Self.escape { return decodeAfterEscape(byte, isLast: isLast) }
            // The last byte is kept, to recognise the end.
            if bytes.count > Self.longestReport { bytes.removeLast() }
            bytes.append(byte)
        case .paste: decodePasted(byte)
        }
    }

    private mutating func decodeKey(_ byte: UInt8, isLast: Bool) {
        let escapedBefore = lastEscape.map { lastInput - $0 < Self.longestDelay } ?? false
        let wasReport = lastReportKey.map { expectsReports && lastInput - $0 < Self.longestPauseInReport } ?? false
        (lastEscape, lastReportKey) = (nil, nil)
        switch byte {
        // The rest of a report whose beginning was taken for a key.
        case UInt8(ascii: ">") where wasReport && !isLast:
            begin(.report)
            bytes.append(byte)
        case Self.escape: begin(.escape)
        case UInt8(ascii: "[") where escapedBefore && !isLast, UInt8(ascii: "O") where escapedBefore && !isLast:
            begin(.sequence)
            isLate = true
            bytes.append(byte)
        case 0x80...: beginCharacter(byte, withAlt: false)
        default: add(Key(character: UInt32(byte)))
        }
    }

    private mutating func decodeAfterEscape(_ byte: UInt8, isLast: Bool) {
        begin(.keys)
        switch byte {
        case Self.escape:
            add(.escape)
            begin(.escape)
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            begin(.sequence)
            bytes.append(byte)
        case UInt8(ascii: "]"): begin(.report)
        // A terminal sends these sequences at once; a user types only these two bytes.
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            if isLast && !expectsReports {
                add(Self.withAlt(byte))
            } else {
                begin(.reportOrKey(byte))
            }
        case 0x80...: beginCharacter(byte, withAlt: true)
        default:
            if let key = known[[Self.escape, byte]] { return add(key) }
            switch Key(character: UInt32(byte)) {
            case .character(let character): add(.alt(.character(character)))
            case .backspace: add(.alt(.backspace))
            case let key:
                add(.escape)
                add(key)
            }
        }
    }

    private mutating func decodeSequence(_ byte: UInt8) {
        switch byte {
        case Self.escape: begin(.escape)
        // Other input has interrupted the sequence.
        case ..<0x20, 0x7F...:
            begin(.keys)
            decodeKey(byte, isLast: true)
        default:
            let isSecondBracket = byte == UInt8(ascii: "[") && bytes == [byte]
            bytes.append(byte)
            let isTooLong = bytes.count > Self.longestSequence
            if byte >= 0x40, !isSecondBracket { return isTooLong ? begin(.keys) : endSequence() }
            if isTooLong { bytes.removeLast() }
        }
    }

    private mutating func decodePasted(_ byte: UInt8) {
        if byte == Self.pasteEnds[endMatched] {
            endMatched += 1
            if endMatched == Self.pasteEnds.count { endPaste() }
            return
        }
        let room = Self.longestPaste - bytes.count
        bytes += Self.pasteEnds.prefix(endMatched).prefix(room)
        endMatched = 0
        if byte == Self.escape { endMatched = 1 } else if room > 0 { bytes.append(byte) }
    }
}

// Complete input.
extension InputDecoder {
    private mutating func begin(_ next: State) {
        (state, endMatched, isLate) = (next, 0, false)
        bytes.removeAll(keepingCapacity: true)
    }

    private static func withAlt(_ byte: UInt8) -> Key { .alt(.character(Character(Unicode.Scalar(byte)))) }

    private mutating func add(_ key: Key?) {
        if let key { input.append(.key(key)) }
    }

    private mutating func beginCharacter(_ byte: UInt8, withAlt: Bool) {
        let length =
            switch byte {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0 else { return }
        begin(.character(length: length, withAlt: withAlt))
        bytes.append(byte)
    }

    private mutating func endCharacter(withAlt: Bool) {
        let text = String(validating: bytes, as: UTF8.self)
        begin(.keys)
        guard let character = text?.unicodeScalars.first, let key = Key(character: character.value) else { return }
        add(withAlt ? .alt(key) : key)
    }

    private mutating func endSequence() {
        let (sequence, wasLate) = (bytes, isLate)
        begin(.keys)
        if sequence == Self.pasteBegins { return begin(.paste) }
        let body = sequence.dropFirst()
        switch (body.first, body.last) {
        case (UInt8(ascii: "<"), _): if let event = mouseEvent(String(decoding: body, as: UTF8.self)) { add(event) }
        case (UInt8(ascii: "M"), _) where sequence.first == UInt8(ascii: "["): begin(.oldMouse)
        default:
            if sequence == Self.statusReport { hasStatusReport = true }
            if Self.marginReports.contains(sequence) { hasMargins = true }
            if sequence.first == UInt8(ascii: "["), let answer = PictureAnswer(sequence: body) { return add(answer) }
            if !wasLate { add(known[[Self.escape] + sequence] ?? Key(sequence: body)) }
        }
    }

    private mutating func endOldMouse() {
        let numbers = bytes.map { Int($0) - 32 }
        begin(.keys)
        // The report doesn't say which button was released.
        let isRelease = numbers[0] & 3 == 3 && numbers[0] < 64
        let code = isRelease ? 0 : numbers[0]
        let report = "\(code);\(numbers[1]);\(numbers[2])"
        if let event = MouseEvent(report: report, isRelease: isRelease) { add(event) }
    }

    private mutating func endReport() {
        let report = bytes.count > Self.longestReport ? "" : String(decoding: bytes, as: UTF8.self)
        begin(.keys)
        if let brightness = TerminalBackground(report: report) {
            background = TerminalColor(report: report)
            input.append(.background(brightness))
        }
        if let answer = PictureAnswer(report: report) { add(answer) }
    }

    private mutating func add(_ answer: PictureAnswer) {
        // The last question, so nothing else is awaited.
        if case .attributes = answer { lastQuestion = nil }
        input.append(.pictures(answer))
    }

    private mutating func endPaste() {
        let text = String(decoding: bytes.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)
        begin(.keys)
        add(.paste(text))
    }

    private func mouseEvent(_ report: String) -> MouseEvent? {
        let isRelease = report.last == "m"
        guard isRelease || report.last == "M" else { return nil }
        return MouseEvent(report: report.dropFirst().dropLast(), isRelease: isRelease)
    }

    private mutating func add(_ event: MouseEvent) {
        var event = event
        if event.action == .press(.left) {
            let isSecond = lastPress.map { $0.event == event && lastInput - $0.time < Self.doublePressTime } ?? false
            lastPress = isSecond ? nil : (event, lastInput)
            if isSecond { event.action = .doublePress }
        }
        input.append(.mouse(event))
    }
}

// What bytes mean.
extension Key {
    /// The key of a single character; nil if it isn't one.
    init?(character: UInt32) {
        switch character {
        case 0x0A, 0x0D: self = .enter
        case 0x1B: self = .escape
        case 0x09: self = .tab
        case 0x08, 0x7F: self = .backspace
        case 0x01...0x1A:
            guard let letter = Unicode.Scalar(character + 0x60) else { return nil }
            self = .control(Character(letter))
        case ..<0x20, 0x80..<0xA0: return nil
        default:
            guard let scalar = Unicode.Scalar(character) else { return nil }
            self = .character(Character(scalar))
        }
    }

    /// The key for the bytes after `ESC [` or `ESC O`; nil if lede doesn't use it. Terminals send either form,
    /// depending on their mode, which may not be lede's yet or any longer.
    fileprivate init?(sequence: ArraySlice<UInt8>) {
        guard let last = sequence.last else { return nil }
        let numbers: [String] = sequence.dropLast().split(separator: UInt8(ascii: ";")).map {
            String(decoding: $0, as: UTF8.self)
        }
        switch (last, numbers) {
        case (UInt8(ascii: "~"), _):
            guard numbers.count == 1, let number = Int(numbers[0]), let key = Self.numbered[number] else { return nil }
            self = key
        // The number of the modifiers is one more than their sum (xterm's ctlseqs).
        case (UInt8(ascii: "C"), ["1", "5"]): self = .wordRight
        case (UInt8(ascii: "D"), ["1", "5"]): self = .wordLeft
        case (_, []):
            guard let key = Self.lettered[last] else { return nil }
            self = key
        default: return nil
        }
    }

    /// Sequences that all terminals agree on, although not every description has them.
    private static let lettered: [UInt8: Key] = {
        let keys: [(Unicode.Scalar, Key)] = [
            ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end), ("Z", .backTab),
            ("P", .function(1)), ("Q", .function(2)), ("R", .function(3)), ("S", .function(4)), ("M", .enter)
        ]
        // The keypad in application mode.
        let pad = zip("jklmno".unicodeScalars, "*+,-./").map { ($0, Key.character($1)) }
        let digits = zip("pqrstuvwxy".unicodeScalars, "0123456789").map { ($0, Key.character($1)) }
        return Dictionary(uniqueKeysWithValues: (keys + pad + digits).map { (UInt8(ascii: $0), $1) })
    }()

    private static let numbered: [Int: Key] = [
        1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11),
        24: .function(12)
    ]
}
