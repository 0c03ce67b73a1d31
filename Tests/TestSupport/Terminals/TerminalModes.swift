import Glibc

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
