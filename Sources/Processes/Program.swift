/// A program to run behind the screen. It gets no terminal, and its output comes back as bytes.
package struct Program: Equatable, Sendable {
    /// The program and its arguments. It is found along `PATH`.
    package let arguments: [String]
    /// The bytes for standard input. Without them, the input is empty.
    package var input: [UInt8]?
    /// Variables to add to our environment or to replace in it.
    package var environment: [String: String] = [:]
    /// Nil means no limit.
    package var timeout: Duration? = .seconds(30)
    /// The most bytes that it may print. Nil means no limit, and then the output isn't kept.
    package var outputLimit: Int? = 32 << 20

    package init(_ arguments: [String]) {
        self.arguments = arguments
    }

    /// A shell command, which must always be one that the user wrote.
    package init(shell line: String) {
        self.init(["/bin/sh", "-c", line])
    }
}
