import Configuration
import Library
import Spelling

/// Why a command failed: a message for standard error, and the exit code.
struct CommandFailure: Error, Equatable {
    let message: String
    let exitCode: Int32
    /// What to do about it, unless the message says that.
    var advice: String?
    /// Whether to point to the command's help.
    var isUsage = false

    /// An invalid command line.
    static func usage(_ message: String, advice: String? = nil) -> CommandFailure {
        CommandFailure(message: message, exitCode: 2, advice: advice, isUsage: true)
    }

    /// An unknown word, with a suggestion if a known name is similar. `advice` is for a word that resembles none.
    static func usage(
        _ message: String, nearest word: String, among names: [String], otherwise advice: String? = nil
    ) -> CommandFailure {
        usage(message, advice: NearestName.of(word, among: names).map { "did you mean “\($0)”?" } ?? advice)
    }

    static func noItem(_ id: ItemID) -> CommandFailure {
        failed("no item \(id.rawValue): “lede items” lists the items")
    }

    static func failed(_ message: String) -> CommandFailure { CommandFailure(message: message, exitCode: 1) }
}
