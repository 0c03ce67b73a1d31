import TestSupport

extension PseudoTerminal {
    /// Waits until the program has had nothing to say for so many seconds: it has started, and has done whatever it does after.
    func wait(untilQuietFor seconds: Double) {
        var deadline = Deadline(in: 20)
        while case .output = read(until: deadline) { deadline = Deadline(in: seconds) }
    }
}
