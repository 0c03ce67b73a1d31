import Library

/// How long to wait after a failure: twice as long each time, up to a limit.
struct BackOff {
    private let first: Double
    private let longest: Double

    /// Nil for a feed that isn't fetched any more.
    init?(_ failing: Failing) {
        switch failing {
        // Failed lookups and connections usually clear up on their own.
        case .network: self.init(minutes: 15, hours: 6)
        case .server, .local: self.init(minutes: 30, hours: 24)
        case .tooMany: self.init(minutes: 60, hours: 24)
        // Only the site's owner or the user can fix these.
        case .refused, .missing, .denied, .untrusted, .document, .page, .noFeed: self.init(minutes: 60, hours: 72)
        case .gone: return nil
        }
    }

    private init(minutes: Double, hours: Double) {
        first = minutes * 60
        longest = hours * 3600
    }

    /// The seconds after this many failures in a row.
    func wait(_ count: Int) -> Double {
        // More doublings would exceed every limit.
        let doublings = min(max(count, 1) - 1, 20)
        return min(first * Double(1 << doublings), longest)
    }
}
