import Configuration
import Spelling

/// Why a command ends without having done its work: said on standard error, with this exit code.
struct CommandFailure: Error, Equatable {
    let message: String
    let exitCode: Int32
    /// What to do about it, where the message doesn't say that.
    var advice: String?
    /// Whether the help says more.
    var isUsage = false

    /// The command line can't be understood.
    static func usage(_ message: String, advice: String? = nil) -> CommandFailure {
        CommandFailure(message: message, exitCode: 2, advice: advice, isUsage: true)
    }

    /// A word that nothing is called by; the name that was meant is suggested where one is near.
    static func usage(_ message: String, nearest word: String, among names: [String]) -> CommandFailure {
        usage(message, advice: NearestName.of(word, among: names).map { "did you mean “\($0)”?" })
    }

    static func failed(_ message: String) -> CommandFailure { CommandFailure(message: message, exitCode: 1) }
}
