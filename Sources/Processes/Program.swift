/// A program to run behind the screen: it gets no terminal, and what it prints comes back as bytes.
package struct Program: Equatable, Sendable {
    /// The program and its arguments; it is looked for along `PATH`.
    package let arguments: [String]
    /// What it reads on its standard input; without it that is at its end at once.
    package var input: [UInt8]?
    /// What is added to our own environment, or takes the place of what is there.
    package var environment: [String: String] = [:]
    /// Nil lets it run for as long as it likes.
    package var timeout: Duration? = .seconds(30)
    /// The most bytes that it may print. Nil lets it print what it likes, of which nothing is kept.
    package var outputLimit: Int? = 32 << 20

    package init(_ arguments: [String]) {
        self.arguments = arguments
    }

    /// A line for the shell: only ever one that the person wrote.
    package init(shell line: String) {
        self.init(["/bin/sh", "-c", line])
    }
}
