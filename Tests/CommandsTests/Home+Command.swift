import Foundation
import TestSupport

@testable import Commands

extension Home {
    /// Runs a command to its end with this home, in the test's process: faster than `Lede.run`, whose interface it has.
    ///
    /// Programs that the command starts, and proxies, still have the environment of the test's process. So a test that fetches
    /// something names only servers on this machine.
    func run(_ words: String..., input: String = "", environment: [String: String] = [:]) async throws -> CommandRun {
        try await run(words, input: Array(input.utf8), environment: environment)
    }

    func run(
        _ words: [String], input: [UInt8] = [], environment: [String: String] = [:],
        positionInterval: Duration = .seconds(9)
    ) async throws -> CommandRun {
        let (standardInput, output, errors) = (try NamelessFile(), try NamelessFile(), try NamelessFile())
        try standardInput.write(input)
        // Otherwise it might be closed while the command reads it.
        defer { withExtendedLifetime(standardInput) {} }
        let surroundings = Surroundings(
            environment: Lede.environment(home: self, adding: environment),
            input: Input(descriptor: standardInput.descriptor),
            output: Output(results: output.descriptor, problems: errors.descriptor),
            stopSignals: [], confine: { _ in }, pictureHelper: try BuildProducts.executable("ConfinedHelper"),
            positionInterval: positionInterval)
        // Not on a thread of Swift's few, since commands wait.
        let code = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: LedeCommand.run(words, in: surroundings)) }
        }
        return CommandRun(exit: .status(code), outputBytes: try output.contents(), errorBytes: try errors.contents())
    }
}

/// A file without a name, which vanishes with this object.
private final class NamelessFile {
    private let file: UnsafeMutablePointer<FILE>

    init() throws {
        guard let file = tmpfile() else { throw POSIXError(.EMFILE) }
        self.file = file
    }

    deinit { fclose(file) }

    var descriptor: Int32 { fileno(file) }

    /// Writes bytes, to be read from their beginning.
    func write(_ bytes: [UInt8]) throws {
        try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(bytes))
        lseek(descriptor, 0, SEEK_SET)
    }

    func contents() throws -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        return try FileHandle(fileDescriptor: descriptor).readToEnd().map(Array.init) ?? []
    }
}
