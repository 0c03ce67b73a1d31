import CLinux
import Configuration
import Dispatch
import Glibc
import Library
import Pictures
import Signals
import System

/// lede's command line: runs a command, or opens the reader if none is named.
package enum LedeCommand {
    /// Runs a command and returns its exit code. The reader ends the process itself.
    @MainActor package static func run(_ words: [String]) -> Int32 {
        // It may know passwords.
        lede_keep_memory_private()
        if words.first == PictureHelper.argument { PictureHelper.run(words.dropFirst()) }
        Allocator.limitMemory()
        // Turns a write beyond the file size limit into an error, instead of ending the process silently.
        signal(SIGXFSZ, SIG_IGN)
        return run(words, in: Surroundings())
    }

    /// Runs a command in its surroundings, which need not be those of the process unless it opens the reader.
    static func run(_ words: [String], in surroundings: Surroundings) -> Int32 {
        let output = surroundings.output
        var subcommand: Subcommand?
        do {
            // Plain “lede” starts faster without the table of commands.
            if words.isEmpty { return try openReader(words, surroundings) }
            if let help = Help.ofGroup(words) {
                output.line(help)
                return 0
            }
            let invocation = try Invocation(words)
            subcommand = invocation.subcommand
            guard let subcommand else { return try openReader(words, surroundings) }
            let arguments = try Arguments(invocation.rest, of: subcommand, in: surroundings)
            if arguments.has("--help") {
                output.line(subcommand.usage)
                return 0
            }
            return try subcommand.run(arguments)
        } catch {
            let failure = error as? CommandFailure ?? .failed("\(error)")
            let help = ["lede help", subcommand?.name == "help" ? nil : subcommand?.name].compactMap(\.self).joined(
                separator: " ")
            let advice = failure.advice ?? (failure.isUsage && !failure.message.hasSuffix("?") ? "see “\(help)”" : nil)
            output.complain([failure.message, advice].compactMap(\.self).joined(separator: ": "))
            return failure.exitCode
        }
    }

    /// Ends the process with an exit code.
    ///
    /// Skips the clean-up of C libraries, which would dismantle TLS while the network thread still uses it. lede's own
    /// data is written by then.
    package static func end(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    private static func openReader(_ words: [String], _ surroundings: Surroundings) throws -> Int32 {
        let options = ReaderOpening.options + Subcommand.commonOptions
        let arguments = try Arguments(words, options: options, in: surroundings)
        if let operand = arguments.operands.first {
            throw CommandFailure.usage("unexpected argument “\(operand)”")
        }
        if arguments.has("--version") {
            surroundings.output.line("lede \(Version.current)")
            return 0
        }
        if arguments.has("--help") {
            surroundings.output.line(Help.overview)
            return 0
        }
        return try MainQueue.assume { try ReaderOpening.open(arguments) }
    }

    /// The words after the program's name.
    package static var arguments: [String] {
        // Swift looks for them beside the environment, and finds none if a library in LD_PRELOAD has moved that.
        let words = CommandLine.arguments.isEmpty ? kernelArguments : CommandLine.arguments
        return Array(words.dropFirst())
    }

    /// All words, as the kernel knows them.
    private static var kernelArguments: [String] {
        let file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = read(file, &part, part.count), count > 0 { bytes += part[..<count] }
        // Each word ends with a zero.
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

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

/// Waits for Ctrl-C, or a request to end the process.
final class StopSignals: Sendable {
    private let sources = Locked<[any DispatchSourceSignal]>([])
    private let signalled = Locked<Int32?>(nil)
    /// A separate queue, because the main thread waits for the work.
    let queue = DispatchQueue(label: "lede.stop-signals")

    /// Calls `stop` once, on `queue`. A second signal ends the process at once.
    init(by signals: [Int32], _ stop: @escaping @Sendable () -> Void) {
        for signal in signals {
            // If the parent ignored the signal, as nohup does, it wants the work to finish.
            let before = Glibc.signal(signal, SIG_IGN)
            // Swift compares no C function pointers, so this compares their bits.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            sources.withLock { sources in
                let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
                source.setEventHandler { [weak self] in self?.handle(signal, stop) }
                source.resume()
                sources.append(source)
            }
        }
    }

    deinit {
        sources.withLock { sources in
            for source in sources { source.cancel() }
        }
    }

    /// The exit code that shells use for a process ended by a signal: 128 plus its number. Nil if no signal came.
    var exitCode: Int32? { signalled.withLock { $0.map { 128 + $0 } } }

    private func handle(_ signal: Int32, _ stop: @Sendable () -> Void) {
        let isFirst = signalled.withLock { signalled in
            defer { signalled = signal }
            return signalled == nil
        }
        if isFirst { stop() } else { LedeCommand.end(128 + signal) }
    }

    /// Receives a signal's values, and waits until it completes or a stop signal ends it. The result tells of later stop
    /// signals, too, as long as it is kept.
    static func receiving<Value: Sendable>(
        _ signal: Signal<Value, Never>, until signals: [Int32], _ receive: @escaping @Sendable (Value) -> Void
    ) -> StopSignals {
        let end = DispatchSemaphore(value: 0)
        let run = signal.subscribe { event in
            switch event {
            case .next(let value): receive(value)
            case .completed: end.signal()
            }
        }
        let interruption = StopSignals(by: signals) {
            run.dispose()
            end.signal()
        }
        end.wait()
        return interruption
    }
}
