/// Why a command ends without having done its work: said on standard error, with this exit code.
struct CommandFailure: Error, Equatable {
    let message: String
    let exitCode: Int32

    /// The command line can't be understood.
    static func usage(_ message: String) -> CommandFailure {
        CommandFailure(message: message + ": see “lede help”", exitCode: 2)
    }

    static func failed(_ message: String) -> CommandFailure { CommandFailure(message: message, exitCode: 1) }
}
