import Glibc

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
