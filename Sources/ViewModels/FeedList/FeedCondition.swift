package import FoundationEssentials
package import Library
import Signals

/// How a feed is doing, as the list of feeds shows it.
package enum FeedCondition: Equatable, Sendable {
    case fine
    case fetching
    /// Until when its server wants to be left alone, as a time of the clock.
    case waiting(until: String)
    case gone
    /// Why the last fetch failed.
    case failed(String)
}

extension ReaderModel {
    package func condition(of feed: Feed, at now: Date) -> FeedCondition {
        if refresh.fetching.value.contains(feed.id) { return .fetching }
        return switch feed.fetching.holdUp(at: now) {
        case .gone: .gone
        case .toldToWait(let wait): .waiting(until: ClockTime(wait.until).brief(at: now))
        case nil: feed.lastError.map { .failed($0) } ?? .fine
        }
    }
}
