import CCurl

extension Transfer {
    /// When the transfer will have failed unless data comes, and with what failure.
    var deadline: (time: ContinuousClock.Instant, failure: FetchFailure) {
        // While the transfer waits for others, its time stands still, but not for ever: servers won't wait either.
        let end = started + limits.overall + min(waiting.time(at: .now), limits.overall)
        if isWaiting { return (end, .timedOut(after: limits.overall, .end)) }
        let (time, limit, phase) = nextLimit
        if end <= time { return (end, .timedOut(after: limits.overall, .end)) }
        return (time, .timedOut(after: limit, phase))
    }

    private var nextLimit: (ContinuousClock.Instant, Duration, FetchFailure.Phase) {
        let beforeRequest = handle.amount(CURLINFO_PRETRANSFER_TIME_T)
        guard beforeRequest > 0 else { return (asked + limits.connect, limits.connect, .connection) }
        let news = max(lastNews, asked + .microseconds(beforeRequest))
        return (news + limits.stall, limits.stall, answer.hasHead ? .document : .answer)
    }
}
