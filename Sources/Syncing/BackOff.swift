import FeedServers
import FoundationEssentials
import Library

/// When to try again after a failure.
enum BackOff {
    private static let (first, longest, longestOfServer): (TimeInterval, TimeInterval, TimeInterval) =
        (30, 1800, 86_400)

    /// The failure for the library to remember, after so many others in a row.
    static func result(_ failure: ServerFailure, after failures: Int, at now: Date) -> SyncResult {
        if failure.kind == .cancelled { return .stopped }
        var pause = min(first * Double(1 << min(failures, 10)), longest)
        var isToldToWait = false
        if case .toldToWait(let wait) = failure.kind {
            isToldToWait = wait != nil
            pause = max(pause, min((wait ?? .zero) / .seconds(1), longestOfServer))
        }
        return .failed(
            SyncResult.Failure(
                kind: failure.kind.name, reason: failure.reason, retry: failure.isForGood ? nil : now + pause,
                isToldToWait: isToldToWait, isUncertain: failure.mayBeDone))
    }

    /// Whether an account may be synced now.
    static func allows(_ account: Account, insisting: Bool, at now: Date) -> Bool {
        guard account.failures > 0 else { return true }
        guard let retry = account.retry else { return insisting }
        // A time too far ahead was written before the clock was set back.
        let isOver = !(now..<now + longestOfServer + 1).contains(retry)
        return isOver || insisting && !account.isToldToWait
    }
}

extension ServerFailure {
    /// Whether only the user can help.
    fileprivate var isForGood: Bool {
        switch kind {
        case .loginRefused, .loginInsecure, .unsupported: true
        case .offline, .toldToWait, .busy, .rejected, .gone, .notUnderstood, .cancelled: false
        }
    }
}

extension ServerFailure.Kind {
    /// The name that the library stores.
    fileprivate var name: String {
        switch self {
        case .offline: "offline"
        case .loginRefused: "login-refused"
        case .loginInsecure: "login-insecure"
        case .toldToWait: "told-to-wait"
        case .busy: "busy"
        case .rejected: "rejected"
        case .gone: "gone"
        case .notUnderstood: "not-understood"
        case .unsupported: "unsupported"
        case .cancelled: "cancelled"
        }
    }
}
