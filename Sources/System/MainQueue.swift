public import Dispatch

/// The main queue, where everything that the user sees lives.
public enum MainQueue {
    /// Does work in a later turn of the main queue, after everything that waits there already.
    public static func async(_ work: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { assume(work) }
    }

    /// Does work on the main queue after some time.
    public static func async(after delay: DispatchTimeInterval, _ work: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) { assume(work) }
    }

    /// Does work at once, for a caller that runs on the main queue although its type doesn't say so. Elsewhere it ends
    /// the process.
    @inlinable
    public static func assume<Result: Sendable>(
        _ work: @MainActor () throws -> Result, file: StaticString = #fileID, line: UInt = #line
    ) rethrows -> Result {
        try MainActor.assumeIsolated(work, file: file, line: line)
    }
}
