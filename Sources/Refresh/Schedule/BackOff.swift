import Library

/// How long a failing feed is left alone: twice as long each time, up to an end.
struct BackOff {
    private let first: Double
    private let longest: Double

    /// Nil for a feed that is asked no more.
    init?(_ failing: Failing) {
        switch failing {
        // Names that aren't found and connections that aren't made mostly come right by themselves.
        case .network: self.init(minutes: 15, hours: 6)
        case .server, .local: self.init(minutes: 30, hours: 24)
        case .tooMany: self.init(minutes: 60, hours: 24)
        // Nobody mends these but the site's owner, or the person.
        case .refused, .missing, .denied, .untrusted, .document, .page, .noFeed: self.init(minutes: 60, hours: 72)
        case .gone: return nil
        }
    }

    private init(minutes: Double, hours: Double) {
        first = minutes * 60
        longest = hours * 3600
    }

    /// The seconds after so many failures in a row.
    func wait(_ count: Int) -> Double {
        // More doublings than these are beyond every end.
        let doublings = min(max(count, 1) - 1, 20)
        return min(first * Double(1 << doublings), longest)
    }
}
