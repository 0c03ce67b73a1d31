package import Configuration
package import Dispatch
package import Library
import Locks

/// The next step of the undo history.
package enum NextStep: Equatable, Sendable {
    /// Undoes the last step, of rules or of the user.
    case undo(ofRules: Bool)
    /// Undoes what the last sync took from a server.
    case undoSync
    /// Redoes the last undone step.
    case redo

    /// Makes the library take the step, or pass it to `leave` if the urls file changes, too.
    fileprivate func perform(
        in library: Library, leave: @escaping @Sendable (Step) -> Void,
        finish: @escaping @Sendable (StepOutcome?) -> Void
    ) {
        switch self {
        case .undo(let ofRules): library.undo(ofRules: ofRules, leave: leave, finish: finish)
        case .undoSync: library.undoSync(finish: finish)
        case .redo: library.redo(leave: leave, finish: finish)
        }
    }
}

extension UrlsFile {
    /// Takes the next step in the library and, if it changes the urls file, in the file.
    ///
    /// The library's queue calls `finish` after a step of the library alone, with nil if no step is left. Other steps
    /// run on `queue`, which calls `finishWithFile`.
    package func perform(
        _ next: NextStep, in library: Library, on queue: DispatchQueue,
        finish: @escaping @Sendable (StepOutcome?) -> Void,
        finishWithFile: @escaping @Sendable (Result<StepOutcome?, any Error>) -> Void
    ) {
        let leave = { @Sendable (step: Step) in
            queue.async {
                let outcome = Result { try toggle(step, in: library) }
                if case .success(nil) = outcome {
                    // Another lede process was faster.
                    perform(next, in: library, on: queue, finish: finish, finishWithFile: finishWithFile)
                } else {
                    finishWithFile(outcome)
                }
            }
        }
        next.perform(in: library, leave: leave, finish: finish)
    }

    /// Takes the next step and waits for it; nil if no step is left.
    package func perform(_ next: NextStep, in library: Library) throws -> StepOutcome? {
        while true {
            let (taken, left) = (Locked<StepOutcome?>(nil), Locked<Step?>(nil))
            next.perform(in: library) { step in
                left.withLock { $0 = step }
            } finish: { outcome in
                taken.withLock { $0 = outcome }
            }
            // Throws if nothing can be written now, instead of waiting for ever.
            try library.finishWriting()
            guard let step = left.withLock({ $0 }) else { return taken.withLock { $0 } }
            // Otherwise another lede process was faster.
            if let outcome = try toggle(step, in: library) { return outcome }
        }
    }
}
