import Glibc

/// A program that runs on its own terminal, seen from the side of the screen and the keyboard.
///
/// Everything that the program started is killed with this object. The program's side of the terminal stays open here
/// too, so that no output is lost and its modes can be read after the program's end.
package final class PseudoTerminal {
    /// All output of the program that has been read so far.
    package private(set) var output: [UInt8] = []
    /// When the newest output arrived, for measurements.
    package private(set) var newest = ContinuousClock.now
    /// The modes in which the program found the terminal.
    package let modesAtStart: TerminalModes
    private var unread: [UInt8] = []
    private var screenSide: Descriptor
    private var programSide: Descriptor
    private let child: ChildProcess

    package init(
        program: String, arguments: [String] = [], environment: [String: String] = [:],
        size: (columns: Int, rows: Int) = (80, 24)
    ) throws {
        (screenSide, programSide) = try Descriptor.openTerminal(size: size)
        screenSide.stopBlocking()
        modesAtStart = TerminalModes(of: programSide)
        child = try Launch(program: program, arguments: arguments, environment: environment)
            .start(on: .terminal(path: programSide.terminalPath()))
    }

    deinit {
        // A shell gives its jobs process groups of their own, and the last one in the foreground may still run.
        let foreground = tcgetpgrp(screenSide.number)
        if foreground > 0 { kill(-foreground, SIGKILL) }
    }

    package var processIdentifier: Int32 { child.identifier }

    /// How the program ended, or nil while it runs.
    package var exit: Exit? { child.exit }

    package var modes: TerminalModes { TerminalModes(of: programSide) }

    /// The result of waiting for the program.
    package enum News: Equatable, Sendable {
        case output([UInt8])
        /// The program has ended, and all its output has been read.
        case ended(Exit)
        case timedOut
    }

    /// Waits until the program writes or ends.
    package func read(until deadline: Deadline) -> News {
        if unread.isEmpty {
            _ = Poll.wait(
                for: [(screenSide.number, Poll.readable), (child.ended.descriptor, Poll.readable)], until: deadline)
            // Asked before draining: all output of an ended program is there by now.
            let exit = child.exit
            drain()
            if unread.isEmpty { return exit.map { .ended($0) } ?? .timedOut }
        }
        defer { unread = [] }
        return .output(unread)
    }

    /// Types bytes and reads meanwhile, because a program that can't write doesn't read either.
    package func write(_ bytes: [UInt8], within seconds: Double = Deadline.patience) throws(SystemFailure) {
        let deadline = Deadline(in: seconds)
        var rest = bytes[...]
        while !rest.isEmpty {
            let events = Poll.wait(for: [(screenSide.number, Poll.readable | Poll.writable)], until: deadline)[0]
            if events & Poll.readable != 0 { drain() }
            if events & Poll.writable != 0 { rest = rest.dropFirst(screenSide.write(rest) ?? 0) }
            if !rest.isEmpty, deadline.hasPassed { throw SystemFailure("typing", code: ETIMEDOUT) }
        }
    }

    /// Types bytes and waits until the program has read them. Reads nothing meanwhile, like a terminal that has
    /// stopped.
    package func writeWithoutReading(_ bytes: [UInt8], within seconds: Double = Deadline.patience) throws(SystemFailure)
    {
        let deadline = Deadline(in: seconds)
        var rest = bytes[...]
        var untaken: Int32 = 0
        repeat {
            // Each read of the program makes room for more, but nothing reports the last read.
            _ = Poll.wait(for: [(rest.isEmpty ? -1 : screenSide.number, Poll.writable)], until: Deadline(in: 0.005))
            rest = rest.dropFirst(screenSide.write(rest) ?? 0)
            // Polling moves the bytes that the kernel holds on this side. FIONREAD wouldn't count them otherwise.
            _ = Poll.wait(for: [(programSide.number, Poll.readable)], until: Deadline(in: 0))
            _ = ioctl(programSide.number, UInt(FIONREAD), &untaken)
            if deadline.hasPassed { throw SystemFailure("typing", code: ETIMEDOUT) }
        } while !rest.isEmpty || untaken > 0
    }

    /// Waits for the program's end without reading its output.
    package func waitForExitWithoutReading(within seconds: Double = Deadline.patience) -> Exit? {
        child.ended.wait(until: Deadline(in: seconds)) ? child.exit : nil
    }

    /// Closes the terminal as its window does, and drops the unread output.
    package func hangUp() throws(SystemFailure) {
        let nothing = try Descriptor.adopt("open") {
            let nothing = open("/dev/null", O_RDWR)
            return nothing < 0 ? nil : [nothing]
        }
        (screenSide, programSide) = (nothing[0], nothing[0])
    }

    /// Changes the size. The kernel tells the program with SIGWINCH.
    package func resize(columns: Int, rows: Int) {
        var window = winsize((columns, rows))
        _ = ioctl(screenSide.number, UInt(TIOCSWINSZ), &window)
    }

    package func signal(_ signal: Int32) {
        child.signal(signal)
    }

    /// Waits for the program's end and reads its output meanwhile. Nil if the program keeps running.
    package func waitForExit(within seconds: Double = Deadline.patience) -> Exit? {
        let deadline = Deadline(in: seconds)
        var kept: [UInt8] = []
        defer { unread = kept }
        repeat {
            switch read(until: deadline) {
            case .output(let bytes): kept += bytes
            case .ended(let exit): return exit
            case .timedOut: return nil
            }
        } while !deadline.hasPassed
        return nil
    }

    /// Reads what has come, up to a limit, so that a program that never stops writing doesn't block the test.
    private func drain() {
        for _ in 0..<64 {
            guard case .bytes(let bytes) = screenSide.read() else { return }
            newest = .now
            output += bytes
            unread += bytes
        }
    }
}

extension winsize {
    init(_ size: (columns: Int, rows: Int)) {
        self.init(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    }
}

extension Descriptor {
    fileprivate func terminalPath() throws(SystemFailure) -> String {
        var name = [CChar](repeating: 0, count: 128)
        let code = ttyname_r(number, &name, name.count)
        guard code == 0 else { throw SystemFailure("ttyname_r", code: code) }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A pseudo-terminal both sides of which belong to this process. Nothing here ever waits.
package final class TerminalPair: Sendable {
    private let screenSide: Descriptor
    private let programSide: Descriptor

    package init(size: (columns: Int, rows: Int)) throws {
        (screenSide, programSide) = try Descriptor.openTerminal(size: size)
        screenSide.stopBlocking()
        programSide.stopBlocking()
    }

    /// The descriptors for whoever watches the screen, and for the program.
    package var screenDescriptor: Int32 { screenSide.number }
    package var programDescriptor: Int32 { programSide.number }

    /// All that the program has written since the last call.
    package func read() -> [UInt8] {
        var all: [UInt8] = []
        while case .bytes(let bytes) = screenSide.read() { all += bytes }
        return all
    }

    /// The largest number of bytes that fit in at once: the kernel's input buffer.
    package static let room = 4095

    /// Types bytes. Afterwards the program can read them.
    package func write(_ bytes: ArraySlice<UInt8>) {
        let count = screenSide.write(bytes)
        precondition(count == bytes.count, "the program has read what was typed before")
        // Polling moves the bytes that the kernel holds on this side.
        _ = Poll.wait(for: [(programSide.number, Poll.readable)], until: Deadline(in: 0))
    }

    package func resize(columns: Int, rows: Int) {
        var window = winsize((columns, rows))
        _ = ioctl(screenSide.number, UInt(TIOCSWINSZ), &window)
    }
}

extension Descriptor {
    /// Opens both sides of a pseudo-terminal.
    static func openTerminal(size: (columns: Int, rows: Int)) throws -> (screen: Descriptor, program: Descriptor) {
        let sides = try adopt("openpty") {
            var (screenSide, programSide): (Int32, Int32) = (-1, -1)
            var window = winsize(size)
            return openpty(&screenSide, &programSide, nil, nil, &window) == 0 ? [screenSide, programSide] : nil
        }
        return (sides[0], sides[1])
    }
}

/// How a terminal handles input and output, as a value that can be compared before and after a program.
package struct TerminalModes: Equatable, Sendable {
    package let input: UInt32
    package let output: UInt32
    package let control: UInt32
    package let local: UInt32
    package let characters: [UInt8]

    init(of terminal: Descriptor) {
        var settings = termios()
        let status = tcgetattr(terminal.number, &settings)
        precondition(status == 0, "the modes of a terminal can be read as long as it is open")
        input = settings.c_iflag
        output = settings.c_oflag
        control = settings.c_cflag
        local = settings.c_lflag
        characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    }

    /// Whether the terminal itself shows typed text.
    package var echoes: Bool { local & UInt32(ECHO) != 0 }

    /// Whether the program gets typed text only line by line.
    package var waitsForLines: Bool { local & UInt32(ICANON) != 0 }

    /// Whether keys like control C become signals.
    package var makesSignals: Bool { local & UInt32(ISIG) != 0 }
}
