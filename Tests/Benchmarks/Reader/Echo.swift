import Glibc
import TestSupport

/// A program that echoes every byte: no program answers a key sooner.
enum Echo {
    static func terminal() throws -> PseudoTerminal {
        try PseudoTerminal(
            program: BuildProducts.executable("Benchmarks"), arguments: Probe.arguments("echo"),
            size: (columns: 120, rows: 40))
    }

    /// Runs in the separate process.
    static func run() {
        var modes = termios()
        tcgetattr(STDIN_FILENO, &modes)
        cfmakeraw(&modes)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
        var byte: UInt8 = UInt8(ascii: "!")
        repeat { write(STDOUT_FILENO, &byte, 1) } while read(STDIN_FILENO, &byte, 1) == 1
    }
}
