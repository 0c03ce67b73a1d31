import Configuration
import Dispatch
import Processes
import TerminalUI

/// Runs the program of `notify-program` with the news, one notice after the other.
final class Notifier: Sendable {
    private let programs = Programs(atOnce: 1)
    private let running = DispatchGroup()
    private let complain: @Sendable (String) -> Void

    /// `complain` is called on a queue of the program's.
    init(complain: @escaping @Sendable (String) -> Void) {
        self.complain = complain
    }

    /// Tells by the program that is set, if one is.
    func tell(_ notice: NewsNotice, by config: Config) {
        let words = config.command(.notifyProgram)
        guard !words.isEmpty else { return }
        if let problem = ConfigCheck.problem(of: .notifyProgram, in: config) {
            return complain("notify-program: \(problem)")
        }
        running.enter()
        programs.run(Program(words + [notice.text])) { [complain, running] result in
            if case .failure(let failure) = result { complain("notify-program: \(failure)") }
            running.leave()
        }
    }

    /// Waits until all is told, or until so many seconds have passed.
    func wait(atMost seconds: Double = .infinity) {
        _ = running.wait(timeout: seconds.isFinite ? .now() + seconds : .distantFuture)
    }
}
