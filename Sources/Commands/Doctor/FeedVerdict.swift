import FoundationEssentials
import Library

/// A feed's condition in one word. The cases that need the most attention come first.
enum FeedVerdict: String, CaseIterable {
    case gone, failing, moved, waiting, silent, unasked, well

    init(_ health: FeedHealth, at now: Date) {
        let state = health.feed.fetching
        let isSilent = health.details.rhythm.map { now.timeIntervalSince($0.newest) > Self.longSilence } ?? false
        self =
            if state.isGone { .gone } else if state.holdUp(at: now) != nil { .waiting } else if state.lastError != nil {
                .failing
            } else if state.movedTo != nil { .moved } else if state.lastAttempt == nil { .unasked } else if isSilent {
                .silent
            } else { .well }
    }

    /// As people read it. Programs get the raw value.
    var words: String {
        switch self {
        case .unasked: "never fetched"
        case .well: "ok"
        case .gone, .failing, .moved, .waiting, .silent: rawValue
        }
    }

    /// Whether the user has something to do.
    var needsAttention: Bool { self == .gone || self == .failing || self == .moved }

    /// A feed may rest for a year without being abandoned, but the user may want to know.
    private static let longSilence: TimeInterval = 365 * 86_400
}
