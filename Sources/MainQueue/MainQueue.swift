public import Dispatch

/// The main queue, where everything lives that a person sees: the way there, and the word of those who are there already.
public enum MainQueue {
    /// Does work in a later turn of the main queue, behind what waits there already.
    public static func async(_ work: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { assume(work) }
    }

    /// Does work on the main queue when some time has passed.
    public static func async(after delay: DispatchTimeInterval, _ work: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) { assume(work) }
    }

    /// Does work at once, for a caller who is called on the main queue although no type says so; ends the process elsewhere.
    @inlinable
    public static func assume<Result: Sendable>(
        _ work: @MainActor () throws -> Result, file: StaticString = #fileID, line: UInt = #line
    ) rethrows -> Result {
        try MainActor.assumeIsolated(work, file: file, line: line)
    }
}
