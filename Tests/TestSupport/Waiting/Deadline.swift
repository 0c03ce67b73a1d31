/// The moment at which waiting turns into a failure.
package struct Deadline: Sendable {
    /// The seconds after which what should be there in a moment counts as stuck: a busy machine takes minutes for that, under a
    /// sanitizer.
    package static let patience = 300.0

    private let instant: ContinuousClock.Instant?

    package init(in seconds: Double = Self.patience) {
        instant = .now + .seconds(seconds)
    }

    private init(instant: ContinuousClock.Instant?) {
        self.instant = instant
    }

    /// Waiting without an end, for threads that are sure to be woken by something else.
    static let never = Deadline(instant: nil)

    package var hasPassed: Bool {
        guard let instant else { return false }
        return instant <= .now
    }

    /// The remaining time for poll(), rounded up, so that the last fraction of a millisecond isn't spent spinning.
    var milliseconds: Int32 {
        guard let instant else { return -1 }
        let left = max(.zero, instant - .now) / .milliseconds(1)
        return Int32(min(left.rounded(.up), Double(Int32.max)))
    }
}
