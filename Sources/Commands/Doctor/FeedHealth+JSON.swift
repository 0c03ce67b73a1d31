import Addresses
import FoundationEssentials
import Library

extension FeedHealth {
    func json(at now: Date) -> JSON {
        let state = feed.fetching
        let identity: KeyValuePairs<String, JSON> = [
            "feed": .string(feed.shownURL),
            "title": JSON(feed.title),
            "condition": .string(FeedVerdict(self, at: now).rawValue)
        ]
        let fetching: KeyValuePairs<String, JSON> = [
            "last_attempt": JSON(state.lastAttempt),
            "last_success": JSON(state.lastSuccess),
            "last_error": JSON(state.lastError),
            "failures": .integer(state.errorCount),
            "failing_since": JSON(state.failingSince),
            "next_due": JSON(details.due?.date),
            "due_reason": JSON(details.due?.reason.rawValue),
            "wait_until": JSON(state.wait?.until),
            "gone": .bool(state.isGone),
            "moved_to": JSON(state.movedTo?.shownAddress),
            "seconds_between_items": JSON(details.rhythm?.interval),
            "newest_item": JSON(details.rhythm?.newest)
        ]
        let answers: KeyValuePairs<String, JSON> = [
            "status": JSON(figures.status),
            "received": JSON(figures.received),
            "milliseconds": JSON(figures.milliseconds),
            "document_bytes": JSON(figures.size),
            "history": .array(history.map(\.json))
        ]
        return .members([identity, fetching, answers].flatMap { $0.map { ($0.key, $0.value) } })
    }
}

extension PastFetch {
    fileprivate var json: JSON {
        .object([
            "date": JSON(date),
            "new": JSON(newItems),
            "status": JSON(figures.status),
            "received": JSON(figures.received),
            "milliseconds": JSON(figures.milliseconds)
        ])
    }
}
