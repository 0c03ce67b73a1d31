import TestSupport

extension PseudoTerminal {
    /// Waits until the program has sent nothing for this many seconds, so that its start and follow-up work are over.
    func wait(untilQuietFor seconds: Double) {
        var deadline = Deadline(in: 20)
        while case .output = read(until: deadline) { deadline = Deadline(in: seconds) }
    }
}
