import Foundation
import TestSupport

/// A line of limited speed between a program and its terminal, as ssh has it: the system in between takes everything at
/// once, and it arrives one byte after the other.
struct SlowLine {
    private enum State {
        case frame
        case escape
        case sequence
        /// The beginning of a question whether all is well.
        case question
        case pixels(wasEscape: Bool)
    }

    private let terminal: PseudoTerminal
    private let nanosecondsPerByte: Int
    private var taken = 0
    /// When the last byte arrives.
    private(set) var end = ContinuousClock.now
    /// When the terminal has read the questions whether all is well.
    private var questions: [ContinuousClock.Instant] = []
    private var state = State.frame
    private(set) var pixelBytes = 0
    private var frameBytes = 0
    /// When the last byte of a frame arrives.
    private var frameEnd = ContinuousClock.now

    init(to terminal: PseudoTerminal, bitsPerSecond: Int) {
        self.terminal = terminal
        nanosecondsPerByte = 8_000_000_000 / bitsPerSecond
        taken = terminal.output.count
    }

    /// Lets the line work for a while.
    mutating func run(until deadline: Deadline) throws {
        while !deadline.hasPassed {
            try answer()
            if case .output = terminal.read(until: Deadline(in: 0.001)) { take() }
        }
    }

    /// Presses a key, and returns the milliseconds until its frame has arrived.
    mutating func press(_ key: String) throws -> Double {
        let pressed = ContinuousClock.now
        let before = frameBytes
        try terminal.write(Array(key.utf8))
        take()
        let deadline = Deadline(in: 10)
        while frameBytes == before {
            precondition(!deadline.hasPassed, "nothing came for “\(key)”")
            try run(until: Deadline(in: 0.001))
        }
        // More of it would come at once.
        try run(until: Deadline(in: 0.003))
        let time = (frameEnd - pressed) / .milliseconds(1)
        while ContinuousClock.now < frameEnd { try run(until: Deadline(in: 0.002)) }
        return time
    }

    /// Returns when nothing has come for so many seconds.
    mutating func waitForRest(_ seconds: Double) throws {
        repeat {
            let before = taken
            try run(until: Deadline(in: seconds))
            if taken == before, ContinuousClock.now > end { return }
        } while true
    }

    private mutating func answer() throws {
        while let first = questions.first, first <= .now {
            questions.removeFirst()
            try terminal.write(Array("\u{1B}[0n".utf8))
            take()
        }
    }

    private mutating func take() {
        let output = terminal.output
        end = max(end, .now)
        for byte in output[taken...] {
            end += .nanoseconds(nanosecondsPerByte)
            take(byte)
        }
        taken = output.count
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .frame where byte == 0x1B: state = .escape
        case .escape where byte == UInt8(ascii: "_"): state = .pixels(wasEscape: false)
        case .escape where byte == UInt8(ascii: "["): state = .sequence
        case .sequence where byte == UInt8(ascii: "5"): state = .question
        case .question where byte == UInt8(ascii: "n"):
            questions.append(end)
            state = .frame
        case .pixels(let wasEscape):
            pixelBytes += 1
            state = wasEscape && byte == UInt8(ascii: "\\") ? .frame : .pixels(wasEscape: byte == 0x1B)
        default:
            state = .frame
            frameBytes += 1
            frameEnd = end
        }
    }
}
