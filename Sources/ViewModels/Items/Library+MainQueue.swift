import Dispatch
import Library
import MainQueue

// What the library tells on its writer's queue, told on the main one.
extension Library {
    /// Makes a mark; what it changed is told on the main queue.
    func mark(_ target: MarkTarget, _ mark: Mark, tell: @escaping @MainActor @Sendable (MarkOutcome) -> Void) {
        self.mark(target, mark) { outcome in
            MainQueue.async { tell(outcome) }
        }
    }

    /// Does something on the main queue once everything asked for so far is written, or can't be, and its changes are told there.
    func whenHeard(_ body: @escaping @MainActor @Sendable () -> Void) {
        whenWritten {
            // What is told while changes are being heard goes to the end of the line behind them: so does this, behind that.
            MainQueue.async { MainQueue.async(body) }
        }
    }
}
