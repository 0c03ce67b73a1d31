package import Configuration
import Dispatch
import Processes
package import ViewModels

/// Runs the program of `notify-program` for each notification, one after the other.
package nonisolated final class Notifier: Sendable {
    private let programs = Programs(atOnce: 1)
    private let running = DispatchGroup()
    private let complain: @Sendable (String) -> Void

    /// Calls `complain` on a background queue.
    package init(complain: @escaping @Sendable (String) -> Void) {
        self.complain = complain
    }

    /// Runs the program, if one is set.
    package func tell(_ notice: NewsNotice, by config: Config) {
        let words = config.command(.notifyProgram)
        guard !words.isEmpty else { return }
        if let problem = ExternalCommand.problem(of: .notifyProgram, in: config) {
            return complain("notify-program: \(problem)")
        }
        running.enter()
        programs.run(Program(words + [notice.text])) { [complain, running] result in
            if case .failure(let failure) = result { complain("notify-program: \(failure.withAdvice)") }
            running.leave()
        }
    }

    /// Waits until all programs have ended, or `seconds` have passed.
    package func wait(atMost seconds: Double = .infinity) {
        _ = running.wait(timeout: seconds.isFinite ? .now() + seconds : .distantFuture)
    }
}
