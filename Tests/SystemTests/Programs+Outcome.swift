import System
import TestSupport

typealias Outcome = Result<[UInt8], ProgramFailure>

extension Programs {
    /// Runs a program to its end.
    func outcome(of program: Program) async -> Outcome {
        await withCheckedContinuation { continuation in run(program) { continuation.resume(returning: $0) } }
    }

    /// The text that a program prints.
    func output(of program: Program) async throws -> String {
        String(decoding: try await outcome(of: program).get(), as: UTF8.self)
    }
}
